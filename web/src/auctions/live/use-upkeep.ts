import { api, messages, type WireBid } from '@bidwell/contract'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { bidsQuery, putBid } from '../../bids/bid-queries.ts'
import { isWatching } from '../../bids/bid-watch.ts'
import { emitCacheEvent } from '../../cache/cache-events.ts'
import { startUpkeep } from '../../cache/upkeep.ts'
import { createWorkQueue } from '../../cache/work-queue.ts'
import { siteClock } from '../../time/site-clock.ts'
import { toastError, toastInfo } from '../../ui/overlays/toasts.tsx'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { type QueueTask, queueTasks } from './queue-tasks.ts'

/** The page comes first: until then, the event stream and the first reads keep it fresh. */
const START_DELAY_MS = 3_000

/** Whether the status of a bid could not be read last time: the user is told once, not with each further attempt. */
let isFailing = false

/** Starts the upkeep of what the browser keeps once the auctions were read. */
export function useUpkeep(auctions: readonly TrackedAuction[], wereRead: boolean) {
  const client = useQueryClient()
  const readAuctions = useEffectEvent(() => auctions)
  useEffect(() => {
    if (!wereRead) return undefined
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = startLiveUpkeep(client, () => readAuctions())
    }, START_DELAY_MS)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, wereRead])
}

/** Keeps what the browser has of the user's auctions fresh, until the returned function is called. */
function startLiveUpkeep(client: QueryClient, readAuctions: () => readonly TrackedAuction[]): () => void {
  const nextTasks = createWorkQueue()

  async function run(task: QueueTask) {
    if (task.kind === 'result') return checkResult(client, task.bidId)
    for (const bid of await client.fetchQuery(scheduledBidsQuery(task.auction))) putBid(client, bid)
  }

  function runQueue() {
    if (!navigator.onLine) return
    for (const task of nextTasks(queueTasks(readAuctions(), siteClock.now(), isWatching()))) void run(task)
  }

  return startUpkeep(client, { runQueue, isShown: () => !document.hidden && navigator.onLine })
}

/** Reads the status of a due bid, in case the event stream has missed it. Another status has all bids read again. */
async function checkResult(client: QueryClient, bidId: number): Promise<void> {
  try {
    const { status } = (await call(api.readBid, { params: { id: bidId }, silent: true })).data
    isFailing = false
    const listed = client.getQueryData(bidsQuery.queryKey)?.find(({ id }) => id === bidId)
    if (listed && listed.status !== status) emitCacheEvent('bid_status_changed', { inPlace: false })
  } catch (error) {
    // A bid that is gone and a session that has ended show elsewhere.
    if (isApiError(error) && [401, 404].includes(error.status)) return
    if (!isFailing) toastError(messages.bidRefusal.statusFailed(messageOf(error)), { id: 'bid-status' })
    isFailing = true
  }
}

/**
 * The pending bids on a tracked auction. When they cannot be read, there are none, and a notice says so; nothing is said
 * of an auction that is not tracked any more.
 */
const scheduledBidsQuery = ({ id, title }: { id: number; title: string }) =>
  queryOptions({
    queryKey: ['scheduled-bids', id],
    queryFn: async ({ signal }): Promise<WireBid[]> => {
      try {
        return (await call(api.listScheduledBids, { params: { id }, signal, silent: true })).data.bids
      } catch (error) {
        if (signal.aborted) throw error
        if (!isApiError(error) || ![401, 404].includes(error.status)) {
          toastInfo(messages.bid.scheduledNotRead(title), { id: 'scheduled-bids' })
        }
        return []
      }
    },
    staleTime: 0,
  })
