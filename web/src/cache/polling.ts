import { CLIENT_CACHE } from '@bidwell/contract'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { KEYS } from './query-keys.ts'

/** What the event stream keeps up to date, and what is polled while the stream is down. */
const POLLED: readonly QueryKey[] = [
  KEYS.openAuctions,
  KEYS.endedAuctions,
  KEYS.bids,
  KEYS.pause,
  KEYS.connection,
  KEYS.unread,
]

/** After a failed read, the server gets this much time. */
const WAIT_AFTER_FAILURE_MS = 10_000

type Entry = {
  /** Whether the time for which the entry stays fresh has passed. */
  isStale: boolean
  /** Epoch ms; 0 for never. */
  readAt: number
  failedAt: number
}

/**
 * Whether an entry is to be read again at `now`, epoch ms. While the stream is open, only in case that it has missed
 * something. Otherwise when the entry is stale, and every minute where its time is longer than that.
 */
export function isPollDue({ isStale, readAt, failedAt }: Entry, isStreamOpen: boolean, now: number): boolean {
  if (now - failedAt < WAIT_AFTER_FAILURE_MS) return false
  const ageMs = now - readAt
  if (isStreamOpen) return ageMs >= CLIENT_CACHE.userTtlMs
  return isStale || ageMs >= CLIENT_CACHE.auctionTtlMs.later
}

/** Reads again what is shown and due. Failures show where the data is shown. */
export function pollDue(client: QueryClient, isStreamOpen: boolean, now: number) {
  for (const queryKey of POLLED) {
    const query = client.getQueryCache().find({ queryKey, exact: true })
    if (query?.isActive() && query.state.fetchStatus === 'idle' && isPollDue(entryOf(query), isStreamOpen, now)) {
      void client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
    }
  }
}

const entryOf = (query: Query): Entry => ({
  isStale: query.isStale(),
  readAt: query.state.dataUpdatedAt,
  failedAt: query.state.status === 'error' ? query.state.errorUpdatedAt : 0,
})
