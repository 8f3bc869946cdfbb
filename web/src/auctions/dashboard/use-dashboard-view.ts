import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Filter, FILTERS, type Sort, SORTS } from '../list/auction-filters.ts'

export type DashboardView = {
  filter: Filter
  sort: Sort
  /** The label that the listed auctions have; null for any or none. */
  label: string | null
  /** Id of the tracked auction whose detail is open. */
  item: number | null
  /** What has the focus when the detail opens: the bid form, or the labels; null for neither. */
  edit: 'bid' | 'note' | null
  /** Id of the group of bids that is open; null for none. */
  group: number | null
  /** Items to add from `/add`, a share or a paste, one per line. */
  add: string | null
}

/** Reads the view from the address: Back returns to the earlier view, and a reload keeps it. */
export function readView(search: URLSearchParams): DashboardView {
  return {
    filter: FILTERS.find(({ id }) => id === search.get('filter'))?.id ?? 'all',
    sort: SORTS.find(({ value }) => value === search.get('sort'))?.value ?? 'ends_soonest',
    label: search.get('label'),
    item: idIn(search, 'item'),
    edit: search.has('edit') ? (search.get('edit') === 'note' ? 'note' : 'bid') : null,
    group: idIn(search, 'group'),
    add: search.get('add'),
  }
}

function idIn(search: URLSearchParams, name: string): number | null {
  const id = Number(search.get(name))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export type ViewChange = Partial<Record<keyof DashboardView, string | null>>

/** The address parameters after a change; null removes a parameter. */
export function withView(search: URLSearchParams, change: ViewChange): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}

export function useDashboardView() {
  const [search, setSearch] = useSearchParams()
  const view = useMemo(() => readView(search), [search])
  const show = useCallback(
    (change: ViewChange, { replace = false } = {}) => setSearch((current) => withView(current, change), { replace }),
    [setSearch],
  )
  /** The address of an auction's detail without the id at its end. */
  const detailBase = useMemo(() => {
    const rest = withView(search, { item: null, edit: null }).toString()
    return rest === '' ? '?item=' : `?${rest}&item=`
  }, [search])
  return { view, show, detailBase }
}
