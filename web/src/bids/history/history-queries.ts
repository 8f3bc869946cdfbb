import { api, historyEntryFromWire, messages } from '@bidwell/contract'
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
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

export const deleteMutation = mutationOptions({
  mutationKey: ['bids', 'delete'],
  mutationFn: async (body: { bidIds: number[]; auctionIds: number[] }) =>
    (await withReason(call(api.deleteBids, { body }), messages.bidRefusal.notDeleted)).data,
  onSettled: (_data, _error, _ids, _result, { client }) => client.invalidateQueries({ queryKey: KEYS.bidHistory }),
})
