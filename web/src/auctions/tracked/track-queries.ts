import { api, messages, type NewAuction } from '@bidwell/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { ApiError, isApiError, withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { emitCacheEvent } from '../../cache/cache-events.ts'
import { writeWithinLimit } from '../../plans/limits/write-within-limit.ts'
import { putAuction } from './auction-queries.ts'

/** An item as it is at the site now, by its link or number. */
export const scrapedQuery = (reference: string) =>
  queryOptions({
    queryKey: ['scraped', reference],
    queryFn: async ({ signal }) =>
      (await withReason(call(api.scrapeAuction, { body: { url: reference }, signal }), messages.auction.notScraped))
        .data,
    staleTime: 30_000,
    retry: false,
  })

/** When the server has tracked the auction but its answer cannot be read, the list is fetched again. */
async function track(body: NewAuction) {
  try {
    return await call(api.trackAuction, { body })
  } catch (error) {
    if (!isApiError(error, 'unreadable') || error.status >= 300) throw error
    emitCacheEvent('auction-updated', { inPlace: false })
    const { alreadyTracked, createdNotRetrieved, existsNotRetrieved } = messages.auction
    const wasTracked = error.replyMessage === alreadyTracked(body.auction_id)
    const { status, code } = error
    throw new ApiError({ status, code, message: wasTracked ? existsNotRetrieved : createdNotRetrieved })
  }
}

export const trackMutation = mutationOptions({
  mutationKey: ['auctions', 'track'],
  mutationFn: (body: NewAuction, { client }) =>
    writeWithinLimit(client, 'auction', async () => (await track(body)).data),
  onSuccess: ({ auction }, _body, _result, { client }) => putAuction(client, auction),
})
