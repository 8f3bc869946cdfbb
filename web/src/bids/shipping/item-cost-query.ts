import { api } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { RETRY_WHEN_ALLOWED } from '../../api/when-allowed.ts'
import { KEYS } from '../../cache/query-keys.ts'

/** The server keeps each estimate; an estimate that failed is worth another try. */
const STALE_MS = 60_000

/** What an item costs besides its price, by the site's item number. */
export const itemCostQuery = (auctionId: string) => costQuery(auctionId, {})

/**
 * The same for a delivered price, for which the server asks for a quote of the day. Whichever price is asked about, the browser
 * reckons the bid itself, at each key.
 */
export const deliveredCostQuery = (auctionId: string) => ({
  ...costQuery(auctionId, { allIn: 1 }),
  ...RETRY_WHEN_ALLOWED,
})

const costQuery = (auctionId: string, query: { allIn?: number }) =>
  queryOptions({
    queryKey: [...KEYS.itemCost, auctionId, query],
    queryFn: async ({ signal }) =>
      (await call(api.readItemCost, { query: { auction_id: auctionId, ...query }, signal })).data,
    staleTime: STALE_MS,
    retry: false,
  })
