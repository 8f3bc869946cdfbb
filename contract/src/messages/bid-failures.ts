import * as bid from './bid.ts'

/** Codes of refusals whose own sentence says it all. */
const SAID_ALREADY = ['confirmation_needed', 'day_limit_reached', 'conflict']

/** What the user reads when scheduling fails, told from the server's rule. */
export function scheduleFailure(detail: string, code?: string): string {
  if (code !== undefined && SAID_ALREADY.includes(code)) return detail
  if (detail.includes('Auction not found')) {
    return 'Sorry, this auction could not be found or may have already ended. Your bid could not be scheduled.'
  }
  if (detail.includes(bid.amountNotPositive)) {
    return 'The bid amount must be greater than $0. Please check and try again.'
  }
  if (detail.includes(bid.belowStartingPrice)) {
    return 'Your bid is too low. The first bid must be at least the starting price.'
  }
  if (detail.startsWith('Bid must be at least $')) return detail
  return `Something went wrong while scheduling your bid. Please try again. (Details: ${detail})`
}

/** What the user reads when cancelling fails. */
export function cancelFailure(detail: string): string {
  if (detail.includes(bid.nothingToCancel)) return 'No bid found to cancel for this auction.'
  if (detail.includes(bid.cannotCancel)) return "This bid cannot be canceled because it's no longer pending."
  return `Failed to cancel bid. ${detail}`
}

/** What the user reads when deleting from the history fails. */
export function deleteFailure(detail: string): string {
  if (detail.includes(bid.notFound)) return bid.alreadyDeleted
  if (detail.includes(bid.forbidden)) return bid.deleteForbidden
  return bid.deleteFailed(detail)
}
