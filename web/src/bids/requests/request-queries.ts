import { api, BID_REQUEST, messages, type WireBidRequest } from '@bidwell/contract'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { formatDollars } from '../../ui/money.ts'
import { toastError, toastSaved, toastSuccess } from '../../ui/overlays/toasts.tsx'
import { putBid } from '../bid-queries.ts'
import { watchNewBid } from '../bid-watch.ts'

/** While bids wait, their prices are read again. */
const PRICES_EVERY_MS = 15_000

/** The bids that programs asked the user for, latest first. A notification tells of each new one, and makes the list old. */
export const requestsQuery = queryOptions({
  queryKey: KEYS.bidRequests,
  queryFn: async ({ signal }) => (await call(api.listBidRequests, { signal })).data.requests,
  refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'open') ? PRICES_EVERY_MS : false),
})

/** The requests that wait at this instant of the site's clock, the nearest close first. */
export const waitingOf = (requests: readonly WireBidRequest[], now: number): WireBidRequest[] =>
  requests
    .filter(({ state, ends_at }) => state === 'open' && Date.parse(ends_at) - now > BID_REQUEST.endsBeforeMs)
    .toSorted((a, b) => Date.parse(a.ends_at) - Date.parse(b.ends_at))

const readAgain = (client: QueryClient) => void client.invalidateQueries({ queryKey: KEYS.bidRequests })

/* A component's own callbacks would be lost: the question goes away with the answer. */

export const scheduleRequestMutation = mutationOptions({
  mutationKey: ['bid-requests', 'schedule'],
  /** The amount and the lead are sent as they are shown: the program may ask for something else by now. */
  mutationFn: async ({ id, max_bid, seconds_before_end }: WireBidRequest) =>
    (await call(api.scheduleBidRequest, { params: { id }, body: { max_bid, seconds_before_end } })).data.bid,
  onSuccess: (bid, { max_bid }, _result, { client }) => {
    watchNewBid()
    putBid(client, bid)
    toastSuccess(messages.bidRequest.scheduled(formatDollars(max_bid)))
  },
  onError: (error) => toastError(messageOf(error)),
  onSettled: (_bid, _error, _request, _result, { client }) => readAgain(client),
})

export const refuseRequestMutation = mutationOptions({
  mutationKey: ['bid-requests', 'refuse'],
  mutationFn: ({ id }: WireBidRequest) => call(api.refuseBidRequest, { params: { id } }),
  onSuccess: () => toastSaved(messages.bidRequest.refused),
  onError: (error) => toastError(messageOf(error)),
  onSettled: (_data, _error, _request, _result, { client }) => readAgain(client),
})
