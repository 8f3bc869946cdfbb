import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { putBid } from '../../bids/bid-queries.ts'
import { isWatching } from '../../bids/bid-watch.ts'
import { checkResult } from '../../bids/check-result.ts'
import { scheduledBidsQuery } from '../../bids/scheduled-bids.ts'
import { startUpkeep } from '../../cache/upkeep.ts'
import { createWorkQueue } from '../../cache/work-queue.ts'
import { siteClock } from '../../time/site-clock.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { type QueueTask, queueTasks } from './queue-tasks.ts'

/** The page comes first: until then, the event stream and the first reads keep it fresh. */
const START_DELAY_MS = 3_000

/** Starts the upkeep of what the browser keeps once the auctions were read. */
export function useUpkeep(auctions: readonly TrackedAuction[], wereRead: boolean) {
  const client = useQueryClient()
  const latest = useRef(auctions)
  useEffect(() => {
    latest.current = auctions
  })
  useEffect(() => {
    if (!wereRead) return undefined
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = startLiveUpkeep(client, () => latest.current)
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
