import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Filter, FILTERS, type Sort, SORTS } from '../list/lot-filters.ts'

export type DashboardView = {
  filter: Filter
  sort: Sort
  /** The tracked auction whose detail is open. */
  item: number | null
  /** The detail was opened to change its bid. */
  edit: boolean
  /** What was handed over by `/add`, a share or a paste, one item to a line. */
  add: string | null
}

/** What the dashboard shows is in its address, so that Back works and a reload changes nothing. */
export function readView(search: URLSearchParams): DashboardView {
  const item = Number(search.get('item'))
  return {
    filter: FILTERS.find(({ id }) => id === search.get('filter'))?.id ?? 'all',
    sort: SORTS.find(({ value }) => value === search.get('sort'))?.value ?? 'ends_soonest',
    item: Number.isSafeInteger(item) && item > 0 ? item : null,
    edit: search.has('edit'),
    add: search.get('add'),
  }
}

export type ViewChange = Partial<Record<keyof DashboardView, string | null>>

/** The address after a change; null takes a part away. */
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
    (change: ViewChange, { replace = false } = {}) => setSearch((was) => withView(was, change), { replace }),
    [setSearch],
  )
  /** The address of a lot's detail, short of its id. */
  const detailBase = useMemo(() => {
    const rest = withView(search, { item: null, edit: null }).toString()
    return rest === '' ? '?item=' : `?${rest}&item=`
  }, [search])
  return { view, show, detailBase }
}
