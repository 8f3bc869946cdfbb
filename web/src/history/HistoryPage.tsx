import { api, messages, SITE_ZONE } from '@bidwell/contract'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../api/api-error.ts'
import { callForFile } from '../api/call.ts'
import { useOnline } from '../api/use-online.ts'
import { siteClock } from '../time/site-clock.ts'
import { Button } from '../ui/Button.tsx'
import { Chips } from '../ui/fields/Chips.tsx'
import { Download } from '../ui/icons.tsx'
import { LoadingList, QueryFailure } from '../ui/loading/LoadState.tsx'
import { ShowMore } from '../ui/loading/ShowMore.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { toastError, toastSaved } from '../ui/overlays/toasts.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { historyQuery, historyTotalsQuery } from './history-queries.ts'
import { addressOf, HISTORY_FILTERS, type HistoryView, listQuery, readView } from './history-view.ts'
import { HistoryRows } from './HistoryRows.tsx'
import { HistoryOrder, HistorySearch } from './HistoryTools.tsx'
import { SpendingSection } from './SpendingSection.tsx'

/** What became of the user's bids and auctions, by month, with what was won, spent and saved. */
function HistoryPage() {
  const [address, setAddress] = useSearchParams()
  const view = readView(address)
  const setView = (next: HistoryView) => setAddress(addressOf(next), { replace: true })
  const history = useInfiniteQuery(historyQuery(view))
  const totals = useQuery(historyTotalsQuery(view))
  const isWide = useMediaQuery('(min-width: 60rem)')
  const online = useOnline()

  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <PageTitle>Bid history</PageTitle>
        <div className="flex flex-wrap gap-2">
          <ReadOrders />
          <SaveHistory view={view} />
        </div>
      </div>
      <Chips
        label="Show"
        value={view.filter}
        onChange={(filter) => setView({ ...view, filter })}
        chips={HISTORY_FILTERS.map(({ id, label }) => ({ value: id, label }))}
      />
      <div className="flex flex-wrap items-center gap-3">
        <HistorySearch search={view.search} onSearch={(search) => setView({ ...view, search })} />
        {!isWide && <HistoryOrder view={view} onChange={setView} />}
      </div>
      <QueryFailure query={totals} title={messages.history.totalsFailed(messageOf(totals.error))} />
      {totals.data && totals.data.total.entries > 0 && (
        <>
          <div>
            <p className="font-semibold first-letter:uppercase tabular">{messages.history.totals(totals.data.total)}</p>
            <p className="text-small text-ink-2">{messages.history.note}</p>
          </div>
          <SpendingSection months={totals.data.months} />
        </>
      )}
      <QueryFailure query={history} title={messages.bid.loadFailed(messageOf(history.error))} />
      {history.isPending && !online && <p className="py-6 text-ink-2">{messages.history.offline}</p>}
      {history.isPending && online && <LoadingList label="Loading your history" rows={4} skeleton="h-14 w-full" />}
      {history.data && (
        <HistoryRows
          entries={history.data.pages.flatMap((page) => page.entries)}
          months={totals.data?.months ?? []}
          isOld={history.isPlaceholderData}
          {...{ view, setView, isWide }}
        />
      )}
      <ShowMore query={history}>Show more</ShowMore>
    </>
  )
}

const ReadOrdersDialog = lazyDialog(async () => (await import('./books/ReadOrdersDialog.tsx')).ReadOrdersDialog)

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: SITE_ZONE, dateStyle: 'short' })
/** The browser has taken it off the text; without it, Excel garbles every letter beyond ASCII. */
const BYTE_ORDER_MARK = '\u{feff}'

/** Downloads all rows that the filter leaves, in the order of the list. */
function SaveHistory({ view }: { view: HistoryView }) {
  const online = useOnline()
  const download = useMutation({
    mutationFn: () => callForFile(api.exportHistory, { query: listQuery(view) }),
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

function ReadOrders() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{messages.books.readIn}</Button>
      {isOpen && <ReadOrdersDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

export { HistoryPage as Component }
