import { type RefObject, useMemo } from 'react'
import { useKept } from '../../state/use-kept.ts'
import { itemReferencesIn } from '../add/item-references.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import type { ListView } from './auction-filters.ts'
import { groupAuctions, isSameList } from './auction-groups.ts'
import { useShownGroups } from './use-shown-groups.ts'

/** The auctions that the view shows, grouped and in order. A search text that names items to add does not filter. */
export function useAuctionList(
  auctions: readonly TrackedAuction[],
  { filter, sort, search: searchText, label }: ListView,
  now: number,
  list: RefObject<HTMLElement | null>,
) {
  const search = itemReferencesIn(searchText).length > 0 ? '' : searchText.trim()
  const found = useMemo(
    () => groupAuctions(auctions, { filter, sort, search, label }, now),
    [auctions, filter, sort, search, label, now],
  )
  const latest = useKept(found, isSameList)
  const shown = useShownGroups(latest, `${filter} ${sort} ${label ?? ''},${search}`, list)
  const order = useMemo(() => shown.groups.flatMap((group) => group.ids), [shown.groups])
  return { ...shown, order, search }
}
