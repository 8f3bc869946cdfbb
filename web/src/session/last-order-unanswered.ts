import { isApiError } from '../api/api-error.ts'
import { queryClient } from '../cache/query-client.ts'

/** The writes that a user asks for, by the start of their keys: the page sends others by itself. */
const ORDERS = [['bids'], ['pause'], ['auctions', 'track']]

/**
 * Whether the last write of one of these kinds got no answer, such as a bid that was sent when the connection broke:
 * nobody here knows whether it was done.
 */
export function isLastOrderUnanswered(): boolean {
  const writes = queryClient.getMutationCache()
  return ORDERS.some((mutationKey) => {
    const error = writes.findAll({ mutationKey }).at(-1)?.state.error
    return isApiError(error) && error.status === 0
  })
}
