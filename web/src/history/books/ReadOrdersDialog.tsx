import {
  centsFromDollars,
  formatCents,
  messages,
  type OrdersFile,
  PAST_ORDERS,
  type PastOrder,
  readOrdersFile,
} from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { parse } from 'csv-parse/browser/esm/sync'
import { useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useSiteName } from '../../api/installation-queries.ts'
import { useOnline } from '../../api/use-online.ts'
import { Banner, ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { FileField } from '../../ui/fields/FileField.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { pastOrdersQuery, readInMutation, takeOutMutation } from './book-queries.ts'

const MOST_FAULTS = 10

type Read = OrdersFile | { fault: string }

/** The site's own file of orders: it is read in the browser, shown, and then kept. */
export function ReadOrdersDialog({ onClose }: { onClose: () => void }) {
  const siteName = useSiteName()
  const [file, setFile] = useState<Read | null>(null)
  const [takesOut, setTakesOut] = useState(false)
  const latest = useRef<File | null>(null)
  const { data: past } = useQuery(pastOrdersQuery)
  async function choose(chosen: File | null) {
    latest.current = chosen
    setFile(null)
    const read = chosen && (await readFile(chosen))
    if (latest.current === chosen) setFile(read)
  }
  if (takesOut) return <TakeOut onClose={onClose} />
  return (
    <Dialog
      title={messages.books.readInTitle(siteName)}
      description={messages.books.readInAbout(siteName)}
      onClose={onClose}
      ignoreOutsideClicks
    >
      <div className="flex flex-col gap-4">
        <FileField
          label={messages.books.file}
          error={file && 'fault' in file ? file.fault : undefined}
          accept=".csv,.txt,text/csv"
          onFile={(chosen) => void choose(chosen)}
        />
        {file && 'orders' in file && <Preview file={file} onDone={onClose} />}
        {(past?.readIn.size ?? 0) > 0 && file === null && (
          <Button variant="quiet" className="self-start" onClick={() => setTakesOut(true)}>
            {messages.books.takeOut}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const readFile = async (file: File): Promise<Read> =>
  file.size > PAST_ORDERS.maxFileBytes
    ? { fault: messages.books.tooLarge }
    : file.text().then(
        (text) => readOrdersFile(text, parse),
        () => ({ fault: messages.books.notRead }),
      )

type PreviewProps = { file: OrdersFile; onDone: () => void }

/** What would be read in, and what cannot be. */
function Preview({ file: { orders, faults, unequal }, onDone }: PreviewProps) {
  const { data: past } = useQuery(pastOrdersQuery)
  const online = useOnline()
  const readIn = useMutation(readInMutation)
  const years = [...new Set(orders.map(({ ended_at }) => ended_at.slice(0, 4)))].toSorted()
  const countIn = (items: ReadonlySet<string>) => orders.filter(({ auction_id: id }) => items.has(id)).length
  const total = formatCents(orders.reduce((sum, order) => sum + centsOf(order), 0))
  return (
    <>
      {orders.length > 0 && <p className="tabular">{messages.books.preview({ count: orders.length, years, total })}</p>}
      <p className="text-ink-2 tabular empty:hidden">
        {past && messages.books.known({ readIn: countIn(past.readIn), won: countIn(past.won) })}
      </p>
      {unequal > 0 && <Banner tone="warning" icon={TriangleAlert} title={messages.books.unequal(unequal)} />}
      {faults.length > 0 && (
        <Banner tone="warning" icon={TriangleAlert} title={messages.books.faults(faults.length)}>
          <ul>
            {faults.slice(0, MOST_FAULTS).map(({ line, fault }) => (
              <li key={line}>{messages.books.faultAt(line, fault)}</li>
            ))}
            {faults.length > MOST_FAULTS && <li>{messages.books.further(faults.length - MOST_FAULTS)}</li>}
          </ul>
        </Banner>
      )}
      {readIn.error && <ErrorBanner title={messageOf(readIn.error)} />}
      {orders.length > 0 && (
        <Button
          variant="primary"
          className="self-start"
          busy={readIn.isPending}
          whyNot={online ? null : messages.books.offline}
          onClick={() => readIn.mutate(orders, { onSuccess: onDone })}
        >
          {messages.books.readInButton(orders.length)}
        </Button>
      )}
    </>
  )
}

const centsOf = ({ price, shipping, handling, tax, additional_fee, donation }: PastOrder): number =>
  [price, shipping, handling, tax, additional_fee, donation].reduce<number>(
    (sum, part) => sum + (centsFromDollars(part ?? 0) ?? 0),
    0,
  )

function TakeOut({ onClose }: { onClose: () => void }) {
  const online = useOnline()
  const takeOut = useMutation(takeOutMutation)
  const { isPending, error, mutate } = takeOut
  return (
    <ConfirmDialog
      title={messages.books.takeOut}
      text={messages.books.takeOutAsk}
      confirm="Take out"
      keep="Keep"
      action={{ isPending, error, mutate: () => mutate(undefined, { onSuccess: onClose }) }}
      whyNot={online ? null : messages.books.offline}
      onClose={onClose}
    />
  )
}
