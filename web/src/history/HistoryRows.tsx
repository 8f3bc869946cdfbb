import { deleteFailure, type HistoryEntry, type HistoryMonth, messages } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSiteName } from '../api/installation-queries.ts'
import { useOnline } from '../api/use-online.ts'
import { loginStopOf } from '../bids/login-stop.ts'
import { connectionQuery } from '../connection/connection-query.ts'
import { Button } from '../ui/Button.tsx'
import { TextLink } from '../ui/Link.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { runUndoable, toastAction, toastError, watchUser } from '../ui/overlays/toasts.tsx'
import { LazySaleDialog } from './books/ReceiptSale.tsx'
import { groupByMonth, nameOfMonth } from './history-months.ts'
import { deleteMutation, restoreMutation } from './history-queries.ts'
import { type HistoryView, sortedBy } from './history-view.ts'
import { HistoryCards } from './HistoryCards.tsx'
import type { HistorySection } from './HistoryRow.tsx'
import { HistoryTable } from './HistoryTable.tsx'

const ClosedAuctionDialog = lazyDialog(
  async () => (await import('../auctions/closed/ClosedAuctionDialog.tsx')).ClosedAuctionDialog,
)

type HistoryRowsProps = {
  entries: readonly HistoryEntry[]
  months: readonly HistoryMonth[]
  view: HistoryView
  setView: (view: HistoryView) => void
  isWide: boolean
  /** The rows are those of the view before, until those of this one are read. */
  isOld: boolean
}

/** The rows of the history, as a table or as cards, and what can be done with them. */
export function HistoryRows({ entries, months, view, setView, isWide, isOld }: HistoryRowsProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [shownAuction, setShownAuction] = useState<HistoryEntry | null>(null)
  const [soldEntry, setSoldEntry] = useState<HistoryEntry | null>(null)
  const deleteEntries = useDeleteEntries()
  const siteName = useSiteName()
  const online = useOnline()
  const loginStop = loginStopOf(useQuery(connectionQuery).data)

  const chosen = entries.filter(({ key }) => selected.has(key))
  const sections = sectionsOf(view, entries, months)
  const row = {
    siteName,
    loginStop,
    selected,
    whyNot: online ? null : messages.history.offlineNoDelete,
    onSelect: (keys: readonly string[], on: boolean) =>
      setSelected((earlier) => new Set(on ? [...earlier, ...keys] : [...earlier].filter((key) => !keys.includes(key)))),
    onDelete: deleteEntries,
    onShowAuction: setShownAuction,
    onSell: setSoldEntry,
  }
  if (entries.length === 0) return isOld ? null : <NoEntries view={view} />
  return (
    <>
      <div aria-busy={isOld} className={isOld ? 'opacity-60' : ''}>
        {isWide ? (
          <HistoryTable {...row} {...{ sections, view }} onSort={(column) => setView(sortedBy(view, column))} />
        ) : (
          <HistoryCards {...row} sections={sections} />
        )}
      </div>
      {chosen.length > 0 && (
        <SelectionBar
          count={chosen.length}
          whyNot={row.whyNot}
          onDelete={() => {
            deleteEntries(chosen)
            setSelected(new Set())
          }}
          onClear={() => setSelected(new Set())}
        />
      )}
      {soldEntry && <LazySaleDialog entry={soldEntry} onClose={() => setSoldEntry(null)} />}
      {shownAuction && shownAuction.trackedAuctionId !== null && (
        <ClosedAuctionDialog
          auctionId={shownAuction.trackedAuctionId}
          title={shownAuction.title}
          itemUrl={shownAuction.itemUrl}
          similarUrl={shownAuction.similarUrl}
          siteName={siteName}
          onClose={() => setShownAuction(null)}
        />
      )}
    </>
  )
}

/** By month while the list is sorted by date. The months' totals are the server's: the list may hold a part of a month. */
function sectionsOf({ column }: HistoryView, entries: readonly HistoryEntry[], months: readonly HistoryMonth[]) {
  if (column !== 'date') return [{ heading: null, entries }]
  return groupByMonth(entries).map(({ month, entries: ofMonth }): HistorySection => {
    const sums = months.find((each) => each.month === month)
    const totals = sums ? messages.history.totals(sums) : null
    return { heading: { name: nameOfMonth(month), totals }, entries: ofMonth }
  })
}

function NoEntries({ view }: { view: HistoryView }) {
  const { none, noneFound, noneOfThese } = messages.history
  const isAll = view.filter === 'all' && view.search === ''
  return (
    <p className="py-6 text-ink-2">
      {isAll ? none : view.search === '' ? noneOfThese : noneFound(view.search)}{' '}
      <TextLink to={isAll ? '/dashboard' : '/bid-history'}>{isAll ? 'Go to your auctions' : 'Show all'}</TextLink>
    </p>
  )
}

type SelectionBarProps = { count: number; whyNot: string | null; onDelete: () => void; onClear: () => void }

/** What can be done with the selected rows. */
const SelectionBar = ({ count, whyNot, onDelete, onClear }: SelectionBarProps) => (
  <div className="sticky bottom-18 z-10 flex items-center gap-3 rounded-card border border-edge bg-surface p-2 pl-4 shadow-float md:bottom-4">
    <output className="mr-auto font-semibold tabular">{count} selected</output>
    <Button size="dense" variant="danger" whyNot={whyNot} onClick={onDelete}>
      Delete
    </Button>
    <Button size="dense" variant="quiet" onClick={onClear}>
      Clear
    </Button>
  </div>
)

/** Returns a function that deletes entries at the server, with an undo. */
function useDeleteEntries() {
  const { mutateAsync: deleteAtServer } = useMutation(deleteMutation)
  const { mutateAsync: restoreAtServer } = useMutation(restoreMutation)

  async function restore(entries: readonly HistoryEntry[]) {
    const isUserThere = watchUser()
    const { unknown, reasons } = await restoreAtServer({ entries, isUnwanted: () => !isUserThere() })
    if (reasons.size === 0 || !isUserThere()) return
    const { notRestored } = messages.bidRefusal
    const help = [...reasons].filter((reason) => reason !== notRestored).join(' ')
    if (unknown.length === 0) return toastError(`${notRestored} ${help}`, { persistent: true })
    toastAction('error', notRestored, { help, label: 'Try again', act: () => void restore(unknown) })
  }

  return (entries: readonly HistoryEntry[]) =>
    void runUndoable(async (isUnwanted) => {
      const isUserThere = watchUser()
      const { done, unknown, reasons } = await deleteAtServer({ entries, isUnwanted })
      if (isUserThere()) for (const reason of reasons) toastError(deleteFailure(reason))
      const deleted = [...done, ...unknown]
      const text = done.length > 0 ? deletedText(done) : messages.history.maybeDeleted(unknown.length)
      return deleted.length === 0 ? null : { text, undo: () => void restore(deleted) }
    })
}

function deletedText(entries: readonly HistoryEntry[]): string {
  const [only, ...others] = entries
  if (others.length > 0) return messages.history.deletedMany(entries.length)
  return messages.history.deletedOne(only?.bid ? 'bid' : 'auction')
}
