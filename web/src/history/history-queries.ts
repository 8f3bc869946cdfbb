import { api, type HistoryEntry, historyEntryFromWire, messages } from '@bidwell/contract'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { messageOf, wasRefused, withReason } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { KEYS } from '../cache/query-keys.ts'
import { addressOf, filterQuery, type HistoryView, listQuery } from './history-view.ts'

/** The user's past bids and auctions, page by page. While a new view loads, the rows of the earlier one stay. */
export const historyQuery = (view: HistoryView) =>
  infiniteQueryOptions({
    queryKey: [...KEYS.bidHistory, 'list', addressOf(view)],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...listQuery(view), ...(pageParam !== null && { cursor: pageParam }) }
      const { data } = await call(api.listHistory, { query, signal, prompt: true })
      return { entries: data.entries.map(historyEntryFromWire), next: data.next_cursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

/** What was won, spent and saved: by month, and altogether. */
export const historyTotalsQuery = (view: HistoryView) => {
  const query = filterQuery(view)
  return queryOptions({
    queryKey: [...KEYS.bidHistory, 'totals', query],
    queryFn: async ({ signal }) => (await call(api.totalHistory, { query, signal, prompt: true })).data,
    placeholderData: keepPreviousData,
  })
}

/** The server takes no more in one call. */
const AT_ONCE = 500

type Change = {
  entries: readonly HistoryEntry[]
  /** Asked before each call. */
  isUnwanted?: () => boolean
}

/** Deletes entries from the history. They leave the lists that are shown at once. */
export const deleteMutation = mutationOptions({
  mutationKey: ['bids', 'delete'],
  mutationFn: (change: Change) => inParts(api.deleteBids, change, messages.bidRefusal.notDeleted),
  onMutate: async ({ entries }, { client }) => {
    const lists = { queryKey: [...KEYS.bidHistory, 'list'] }
    await client.cancelQueries(lists)
    const before = client.getQueriesData<HistoryPages>(lists)
    const keys = new Set(entries.map(({ key }) => key))
    client.setQueriesData<HistoryPages>(lists, (data) => data && withoutKeys(data, keys))
    return before
  },
  onSettled: (result, _error, _change, before, { client }) => {
    // Without a connection they could not be read again.
    if (result?.reasons.size !== 0) for (const [queryKey, pages] of before ?? []) client.setQueryData(queryKey, pages)
    readAgain(client)
  },
})

/** Brings deleted entries back. */
export const restoreMutation = mutationOptions({
  mutationKey: ['bids', 'restore'],
  mutationFn: (change: Change) => inParts(api.restoreBids, change, messages.bidRefusal.notRestored),
  onSettled: (_data, _error, _change, _result, { client }) => readAgain(client),
})

type HistoryPages = InfiniteData<{ entries: HistoryEntry[]; next: string | null }>

const withoutKeys = (data: HistoryPages, keys: ReadonlySet<string>): HistoryPages => {
  const pages = data.pages.map((page) => ({ ...page, entries: page.entries.filter(({ key }) => !keys.has(key)) }))
  return { ...data, pages }
}

/** Not awaited: the action is done before the lists show it. */
const readAgain = (client: QueryClient) => void client.invalidateQueries({ queryKey: KEYS.bidHistory })

/**
 * Returns the entries that the server has changed, those of which it is not known since no answer came, and each reason why others
 * are not changed.
 */
async function inParts(
  endpoint: typeof api.deleteBids | typeof api.restoreBids,
  { entries, isUnwanted = () => false }: Change,
  fallback: string,
) {
  const done: HistoryEntry[] = []
  const unknown: HistoryEntry[] = []
  const reasons = new Set<string>()
  for (let next = 0; next < entries.length && !isUnwanted(); next += AT_ONCE) {
    const part = entries.slice(next, next + AT_ONCE)
    const bidIds = part.flatMap(({ bid }) => bid?.id ?? [])
    const auctionIds = part.flatMap(({ bid, trackedAuctionId }) => (bid ? [] : (trackedAuctionId ?? [])))
    try {
      const { refused } = (await withReason(call(endpoint, { body: { bidIds, auctionIds } }), fallback)).data
      const keys = new Set(refused.map(({ kind, id }) => `${kind}-${id}`))
      done.push(...part.filter(({ key }) => !keys.has(key)))
      for (const { message } of refused) reasons.add(message)
    } catch (error) {
      reasons.add(messageOf(error))
      if (!wasRefused(error)) unknown.push(...part)
    }
  }
  return { done, unknown, reasons }
}
