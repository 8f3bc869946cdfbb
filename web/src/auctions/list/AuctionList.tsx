import { memo, type RefObject, useDeferredValue } from 'react'
import { useSiteName } from '../../api/installation-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PartBoundary } from '../../ui/loading/PartBoundary.tsx'
import { AuctionCard } from '../card/AuctionCard.tsx'
import { COLUMNS } from '../card/columns.ts'
import type { AuctionStore } from '../tracked/auction-store.ts'
import type { AuctionCommands } from '../tracked/tracked-auction.ts'
import { countMoved, type Group, groupLabel, headingsOf } from './auction-groups.ts'
import { AuctionChunks } from './AuctionChunks.tsx'

type AuctionListProps = {
  list: RefObject<HTMLDivElement | null>
  groups: readonly Group[]
  /** The choice of filter, order and search that the groups are for: another draws the list anew. */
  view: string
  /** How many rows of each group are drawn so far. */
  rows: number
  auctions: AuctionStore
  openId: number | null
  selected: ReadonlySet<number>
  detailBase: string
  commands: AuctionCommands
}

/** The cards of the auctions under their headings. */
export const AuctionList = memo(
  ({ list, groups, view, rows, auctions, openId, selected, detailBase, commands }: AuctionListProps) => {
    const siteName = useSiteName()
    // All rows change with the first one that is selected: what was clicked does not wait for them.
    const isSelecting = useDeferredValue(selected.size > 0)
    return (
      <div ref={list} className="@container relative">
        {groups.map((group) => (
          <section key={group.id} className="not-first:mt-6 dense:not-first:mt-4" aria-labelledby={`group-${group.id}`}>
            <div className={classNames('mb-2 items-end gap-x-3 dense:mb-0.5 dense:grid dense:px-3', COLUMNS)}>
              <h2
                id={`group-${group.id}`}
                className="text-body font-semibold text-ink-2 dense:col-span-3 dense:text-small"
              >
                {groupLabel(group.id)} · {group.ids.length}
              </h2>
              {headingsOf(group.id).map((heading) => (
                <span key={heading} aria-hidden className="hidden text-right text-label text-ink-2 dense:block">
                  {heading}
                </span>
              ))}
            </div>
            <AuctionChunks key={view} ids={group.ids} rows={rows}>
              {(id) => (
                <AuctionRow
                  key={id}
                  {...{ id, auctions, siteName, commands }}
                  to={detailBase + id}
                  open={openId === id}
                  checked={selected.has(id) || (isSelecting ? false : null)}
                />
              )}
            </AuctionChunks>
          </section>
        ))}
      </div>
    )
  },
)

type AuctionRowProps = {
  id: number
  auctions: AuctionStore
  siteName: string
  to: string
  open: boolean
  checked: boolean | null
  commands: AuctionCommands
}

/** The card of one auction. It follows its own auction alone. */
const AuctionRow = memo(({ id, auctions, ...card }: AuctionRowProps) => {
  const view = auctions.of(id).use()
  if (view === null) return null
  const { tracked, state, now } = view
  return (
    <PartBoundary part={tracked.auction.title} inList resetKey={tracked.auction.updatedAt}>
      <AuctionCard {...card} {...{ tracked, state, now }} />
    </PartBoundary>
  )
})

type ResortButtonProps = { shown: readonly Group[]; latest: readonly Group[]; onClick: () => void }

/** Offers the current order while the list keeps an older one. Stands below the list, so that it shifts no row. */
export function ResortButton({ shown, latest, onClick }: ResortButtonProps) {
  const movedCount = countMoved(shown, latest)
  if (movedCount === 0) return null
  return (
    <div className="flex justify-center">
      <Button size="dense" className="shadow-float" onClick={onClick}>
        {movedCount} moved · Update the list
      </Button>
    </div>
  )
}

/** The list's placeholder during the first load. */
export const AuctionListLoading = () => (
  <ul
    data-loading
    aria-busy="true"
    aria-label="Loading your auctions"
    className="@container flex animate-appear flex-col pt-8"
  >
    {[0, 1, 2, 3].map((n) => (
      <li
        key={n}
        className="mb-3 flex h-36 gap-3 rounded-card border border-line bg-surface p-4 phone:mb-2 phone:h-33 phone:p-2.5 dense:mb-0 dense:h-18 dense:p-2.5"
      >
        <div className="size-18 rounded-control bg-sunken dense:size-12" />
        <div className="flex flex-1 flex-col gap-3">
          <div className="h-5 w-28 rounded-tag bg-sunken" />
          <div className="h-5 max-w-80 rounded-tag bg-sunken" />
        </div>
      </li>
    ))}
  </ul>
)
