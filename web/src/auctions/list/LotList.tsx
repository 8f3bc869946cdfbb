import type { RefObject } from 'react'
import { useSiteName } from '../../api/site-query.ts'
import { LotCard } from '../lot/LotCard.tsx'
import { groupLabel, type Group } from './lot-groups.ts'
import { stateOf } from '../lot/lot-state.ts'
import type { Lot } from '../lot/lot.ts'
import type { LotCommands } from '../lot/lot-commands.ts'
import { PartBoundary } from '../../ui/PartBoundary.tsx'

type LotListProps = {
  list: RefObject<HTMLDivElement | null>
  groups: readonly Group[]
  lots: readonly Lot[]
  now: number
  openId: number | null
  selected: ReadonlySet<number>
  detailBase: string
  commands: LotCommands
}

/** The cards of the lots under their headings. */
export function LotList({ list, groups, lots, now, openId, selected, detailBase, commands }: LotListProps) {
  const siteName = useSiteName()
  const byId = new Map(lots.map((lot) => [lot.auction.id, lot]))
  return (
    <div ref={list} className="@container relative flex flex-col gap-6">
      {groups.map((group) => (
        <section key={group.id} aria-labelledby={`group-${group.id}`}>
          <h2 id={`group-${group.id}`} className="mb-2 text-body font-semibold text-ink-2">
            {groupLabel(group.id)} · {group.ids.length}
          </h2>
          <ul className="flex flex-col gap-3">
            {group.ids.map((id) => {
              const lot = byId.get(id)
              if (!lot) return null
              return (
                <PartBoundary key={id} part={lot.auction.title} inList resetKey={lot.auction.updatedAt}>
                  <LotCard
                    lot={lot}
                    state={stateOf(lot, now)}
                    now={now}
                    siteName={siteName}
                    to={detailBase + id}
                    open={openId === id}
                    checked={selected.size === 0 ? null : selected.has(id)}
                    commands={commands}
                  />
                </PartBoundary>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The list's placeholder during the first load. */
export const LotListLoading = () => (
  <ul
    data-loading
    aria-busy="true"
    aria-label="Loading your auctions"
    className="flex animate-appear flex-col gap-3 pt-8"
  >
    {[0, 1, 2, 3].map((n) => (
      <li key={n} className="flex h-36 gap-3 rounded-card border border-line bg-surface p-4">
        <div className="size-18 rounded-control bg-sunken" />
        <div className="flex flex-1 flex-col gap-3">
          <div className="h-5 w-28 rounded-tag bg-sunken" />
          <div className="h-5 max-w-80 rounded-tag bg-sunken" />
        </div>
      </li>
    ))}
  </ul>
)
