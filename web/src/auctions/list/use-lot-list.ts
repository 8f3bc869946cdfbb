import { type RefObject, useMemo } from 'react'
import { useKept } from '../../state/use-kept.ts'
import { itemReferencesIn } from '../add/item-references.ts'
import type { Lot } from '../lot/lot.ts'
import type { ListView } from './lot-filters.ts'
import { groupLots, isSameList } from './lot-groups.ts'
import { useShownGroups } from './use-shown-groups.ts'

/** The lots that the view shows, grouped and in order. A search text that names items to add does not filter. */
export function useLotList(
  lots: readonly Lot[],
  { filter, sort, search: searchText }: ListView,
  now: number,
  list: RefObject<HTMLElement | null>,
) {
  const search = itemReferencesIn(searchText).length > 0 ? '' : searchText.trim()
  const found = useMemo(() => groupLots(lots, { filter, sort, search }, now), [lots, filter, sort, search, now])
  const latest = useKept(found, isSameList)
  const shown = useShownGroups(latest, `${filter} ${sort} ${search}`, list)
  const order = useMemo(() => shown.groups.flatMap((group) => group.ids), [shown.groups])
  return { ...shown, order, search }
}
