import { api } from '@bidwell/contract'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { emitCacheEvent } from '../../cache/cache-events.ts'

/** Has the old price of one auction read again, or all old prices. The server's events bring them. */
export const requestPricesMutation = mutationOptions({
  mutationKey: ['auctions', 'request-prices'],
  mutationFn: async (auction: { id: number } | 'all') =>
    (await call(api.requestPrices, { body: auction === 'all' ? {} : auction })).data,
  // A price that a user has looked at must not be asked for again later, when the device is back online.
  networkMode: 'always',
  onSuccess: ({ ids }) => {
    // To the server, no price is old: this page has missed its events.
    if (ids.length === 0) emitCacheEvent('auction-updated', { inPlace: false })
  },
})
