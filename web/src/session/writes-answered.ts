import { isApiError } from '../api/api-error.ts'
import { REQUEST_TIMEOUT_MS } from '../api/send.ts'
import { queryClient } from '../cache/query-client.ts'

/** How long the page takes at most to show the answer of a write. */
const SHOWN_AFTER_MS = 50

const writes = queryClient.getMutationCache()

/** Whether the server may still answer a write. One that waits for the network has not been sent. */
const isAwaited = () => writes.getAll().some(({ state }) => state.status === 'pending' && !state.isPaused)

/**
 * Resolves once the page shows the answers to the writes that are under way: until then, nobody knows whether their forms
 * have been saved. A write that waits longer than a request may take waits for its user.
 */
export async function writesAnswered(): Promise<void> {
  if (!isAwaited()) return
  await new Promise<void>((resolve) => {
    const end = () => {
      stop()
      clearTimeout(timer)
      setTimeout(resolve, SHOWN_AFTER_MS)
    }
    const stop = writes.subscribe(() => {
      if (!isAwaited()) end()
    })
    const timer = setTimeout(end, REQUEST_TIMEOUT_MS)
  })
}

/** The writes that a user asks for, by the start of their keys: the page sends others by itself. */
const ORDERS = [['bids'], ['pause'], ['auctions', 'track']]

/**
 * Whether the last write of one of these kinds got no answer, such as a bid that was sent when the connection broke:
 * nobody here knows whether it was done.
 */
export function isLastOrderUnanswered(): boolean {
  return ORDERS.some((mutationKey) => {
    const error = writes.findAll({ mutationKey }).at(-1)?.state.error
    return isApiError(error) && error.status === 0
  })
}
