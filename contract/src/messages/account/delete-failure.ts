import * as refusal from '../bids/bid-refusals.ts'
import * as bid from '../bids/bid.ts'

/** The sentence for the user when deleting from the history fails, from the server's message. */
export function deleteFailure(detail: string): string {
  if (detail.includes(bid.notFound)) return refusal.alreadyDeleted
  if (detail.includes(refusal.forbidden)) return refusal.deleteForbidden
  return detail === refusal.notDeleted ? detail : refusal.deleteFailed(detail)
}
