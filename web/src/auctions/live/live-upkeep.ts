import type { QueryClient } from '@tanstack/react-query'
import { putBid } from '../../bids/bid-queries.ts'
import { isWatching } from '../../bids/bid-watch.ts'
import { checkResult } from '../../bids/check-result.ts'
import { scheduledBidsQuery } from '../../bids/scheduled-bids.ts'
import { startUpkeep } from '../../cache/upkeep.ts'
import { createWorkQueue } from '../../cache/work-queue.ts'
import { siteClock } from '../../time/site-clock.ts'
import type { Lot } from '../lot/lot.ts'
import { queueTasks, type QueueTask } from './queue-tasks.ts'

/** Keeps what the browser has of the user's lots fresh, until the returned function is called. */
export function startLiveUpkeep(client: QueryClient, readLots: () => readonly Lot[]): () => void {
  const nextTasks = createWorkQueue()

  async function run(task: QueueTask) {
    if (task.kind === 'result') return checkResult(client, task.bidId)
    for (const bid of await client.fetchQuery(scheduledBidsQuery(task.auction))) putBid(client, bid)
  }

  function runQueue() {
    if (!navigator.onLine) return
    for (const task of nextTasks(queueTasks(readLots(), siteClock.now(), isWatching()))) void run(task)
  }

  return startUpkeep(client, { runQueue, isShown: () => !document.hidden && navigator.onLine })
}
