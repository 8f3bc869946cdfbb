import type { api, HistoryResult, Query } from '@bidwell/contract'

type Filter = { id: string; label: string; results: readonly HistoryResult[] | null; sold?: 'no' }

/** `all` also has what has no filter of its own: results that are open or unknown. */
export const HISTORY_FILTERS = [
  { id: 'all', label: 'All', results: null },
  { id: 'won', label: 'Won', results: ['won'] },
  { id: 'not_sold', label: 'Not sold yet', results: null, sold: 'no' },
  { id: 'lost', label: 'Lost', results: ['lost'] },
  { id: 'outbid', label: 'Outbid', results: ['outbid'] },
  { id: 'not_placed', label: 'Not placed', results: ['not_placed'] },
  { id: 'cancelled', label: 'Cancelled', results: ['cancelled'] },
  { id: 'no_bid', label: 'No bid', results: ['no_bid'] },
] as const satisfies readonly Filter[]
type FilterId = (typeof HISTORY_FILTERS)[number]['id']

/** The columns by which the history is sorted, each with the direction that it begins with. */
const COLUMNS = {
  date: 'desc',
  item: 'asc',
  result: 'asc',
  paid: 'desc',
  max: 'desc',
  margin: 'desc',
} as const
export type Column = keyof typeof COLUMNS
export type Direction = 'asc' | 'desc'

/** The orders that a phone offers: it has no headings to click. */
export const ORDERS = [
  { value: 'date.desc', label: 'Latest first' },
  { value: 'date.asc', label: 'Earliest first' },
  { value: 'item.asc', label: 'Item' },
  { value: 'result.asc', label: 'Result' },
  { value: 'paid.desc', label: 'Paid most' },
  { value: 'max.desc', label: 'Highest max' },
  { value: 'margin.desc', label: 'Most under max' },
] as const

/** What the history shows, as the page's address has it. */
export type HistoryView = { filter: FilterId; search: string; column: Column; direction: Direction }

export const orderOf = ({ column, direction }: Pick<HistoryView, 'column' | 'direction'>) => `${column}.${direction}`

/** The view that an address describes. What it does not have, or what is no value, is as by default. */
export function readView(address: URLSearchParams): HistoryView {
  const show = address.get('show')
  const [column = '', direction] = (address.get('sort') ?? '').split('.')
  return {
    filter: HISTORY_FILTERS.find(({ id }) => id === show)?.id ?? 'all',
    search: address.get('search') ?? '',
    ...(isColumn(column) && (direction === 'asc' || direction === 'desc')
      ? { column, direction }
      : { column: 'date', direction: 'desc' }),
  }
}

const isColumn = (text: string): text is Column => Object.hasOwn(COLUMNS, text)

/** The address of a view. Defaults are left out. */
export function addressOf({ filter, search, ...order }: HistoryView): Record<string, string> {
  const sort = orderOf(order)
  return {
    ...(filter !== 'all' && { show: filter }),
    ...(search !== '' && { search }),
    ...(sort !== 'date.desc' && { sort }),
  }
}

/** The view after a click on a column's heading: sorted by it, or the other way round. */
export function sortedBy(view: HistoryView, column: Column): HistoryView {
  const turned = view.direction === 'asc' ? 'desc' : 'asc'
  return { ...view, column, direction: view.column === column ? turned : COLUMNS[column] }
}

export function filterQuery({ filter, search }: HistoryView): Query<typeof api.totalHistory> {
  const { results = null, sold }: Partial<Filter> = HISTORY_FILTERS.find(({ id }) => id === filter) ?? {}
  return {
    ...(results && { result: results.join(',') }),
    ...(sold && { sold }),
    ...(search.trim() !== '' && { search: search.trim() }),
  }
}

export const listQuery = (view: HistoryView): Query<typeof api.listHistory> => ({
  ...filterQuery(view),
  sort: view.column,
  direction: view.direction,
})
