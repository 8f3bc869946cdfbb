import { type AnsweredBids, api, messages, type WaitingBid, type WaitingRef } from '@bidwell/contract'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { emitCacheEvent } from '../../cache/cache-events.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { formatDollars } from '../../ui/money.ts'
import { toastError, toastSaved, toastSuccess } from '../../ui/overlays/toasts.tsx'
import { putBid } from '../bid-queries.ts'
import { watchNewBid } from '../bid-watch.ts'

/** While bids wait, their prices are read again. */
const PRICES_EVERY_MS = 15_000

/** The bids that wait for the user's tap, the first to end first. A notification tells of a new one. */
export const waitingQuery = queryOptions({
  queryKey: KEYS.waitingBids,
  queryFn: async ({ signal }) => (await call(api.listWaitingBids, { signal })).data.waiting,
  refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? PRICES_EVERY_MS : false),
})

/** Those that wait at this instant of the site's clock. */
export const waitingAt = (waiting: readonly WaitingBid[], now: number): WaitingBid[] =>
  waiting.filter(({ until }) => Date.parse(until) > now)

const bodyOf = (waiting: readonly WaitingRef[]) => ({ waiting: waiting.map(({ kind, id }) => ({ kind, id })) })

/* A component's own callbacks would be lost: the question goes away with the answer. */

export const keepMutation = mutationOptions({
  mutationKey: ['waiting-bids', 'keep'],
  mutationFn: async (waiting: readonly WaitingRef[]) =>
    (await call(api.keepWaitingBids, { body: bodyOf(waiting) })).data,
  onSuccess: (answered, _waiting, _result, { client }) => {
    const [first, ...others] = answered.bids
    take(client, answered)
    if (!first) return
    watchNewBid()
    const { kept, keptAll } = messages.waiting
    toastSuccess(others.length === 0 ? kept(formatDollars(first.max_bid)) : keptAll(answered.bids.length))
  },
  onError: (error) => toastError(messageOf(error)),
  onSettled: () => emitCacheEvent('waiting_changed', { inPlace: false }),
})

export const dropMutation = mutationOptions({
  mutationKey: ['waiting-bids', 'drop'],
  mutationFn: async (one: WaitingRef) => (await call(api.dropWaitingBids, { body: bodyOf([one]) })).data,
  onSuccess: (answered, { kind }, _result, { client }) => {
    take(client, answered)
    if (answered.refused.length === 0) toastSaved(messages.waiting.dropped[kind])
  },
  onError: (error) => toastError(messageOf(error)),
  onSettled: () => emitCacheEvent('waiting_changed', { inPlace: false }),
})

function take(client: QueryClient, { bids, refused }: AnsweredBids) {
  for (const bid of bids) putBid(client, bid)
  for (const message of new Set(refused.map((each) => each.message))) toastError(message)
}
