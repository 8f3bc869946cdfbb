import { api, messages, SITE_ZONE } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { messageOf } from '../../api/api-error.ts'
import { callForFile } from '../../api/call.ts'
import { useOnline } from '../../api/use-online.ts'
import { siteClock } from '../../time/site-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { toastError, toastSaved } from '../../ui/overlays/toasts.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { type HistoryView, listQuery } from './history-view.ts'

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: SITE_ZONE, dateStyle: 'short' })
/** The browser has taken it off the text; without it, Excel garbles every letter beyond ASCII. */
const BYTE_ORDER_MARK = '\u{feff}'

/** Downloads all rows that the filter leaves, in the order of the list. */
export function SaveHistory({ view }: { view: HistoryView }) {
  const online = useOnline()
  const download = useMutation({
    mutationFn: () => callForFile(api.exportHistory, { query: listQuery(view) }),
    networkMode: 'always',
    onSuccess: (text) => {
      saveFile(`bidwell-history-${DAY.format(siteClock.now())}.csv`, 'text/csv', BYTE_ORDER_MARK + text)
      toastSaved(messages.history.fileSaved)
    },
    onError: (error) => toastError(messages.history.fileFailed(messageOf(error))),
  })
  return (
    <Button
      busy={download.isPending}
      whyNot={online ? null : messages.history.offlineNoFile}
      onClick={() => download.mutate()}
    >
      <Download aria-hidden size={18} />
      Download as CSV
    </Button>
  )
}
