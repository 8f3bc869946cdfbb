import { api } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'

/** The server keeps each estimate; an estimate that failed is worth another try. */
const STALE_MS = 60_000

/** What an item costs besides its price, by the site's item number. */
export const itemCostQuery = (auctionId: string) =>
  queryOptions({
    queryKey: [...KEYS.itemCost, auctionId],
    queryFn: async ({ signal }) => (await call(api.readItemCost, { query: { auction_id: auctionId }, signal })).data,
    staleTime: STALE_MS,
    retry: false,
  })
