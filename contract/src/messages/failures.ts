import * as account from './account/account.ts'
import * as refusal from './bids/bid-refusals.ts'
import * as bid from './bids/bid.ts'

/** Error codes of a rule that refuses the bid: their message says what it is, and trying again does not help. */
const SHOWN_UNCHANGED = [
  'rule_broken',
  'auction_over',
  'too_late',
  'credentials_missing',
  'confirmation_needed',
  'day_limit_reached',
  'week_limit_reached',
  'month_limit_reached',
  'plan_limit_reached',
  'limits_unknown',
  'conflict',
  'not_confirmed_yet',
  'idempotency_done',
]

/** The sentence for the user when scheduling fails, from the server's message and code. */
export function scheduleFailure(detail: string, code?: string): string {
  if (detail.includes('Auction not found')) {
    return 'Sorry, this auction could not be found or may have already ended. Your bid could not be scheduled.'
  }
  if (detail.includes(bid.amountNotPositive)) {
    return 'The bid amount must be greater than $0. Please check and try again.'
  }
  if (detail.includes(bid.belowStartingPrice)) {
    return 'Your bid is too low. The first bid must be at least the starting price.'
  }
  if (code === 'unavailable') return 'Not scheduled yet: Bidwell is busy.'
  const isOwnWords =
    detail.startsWith('Bid must be at least $') || (code !== undefined && SHOWN_UNCHANGED.includes(code))
  if (isOwnWords) return detail
  return `Something went wrong while scheduling your bid. Please try again. (Details: ${detail})`
}

/** The sentence for the user when cancelling fails, from the server's message and from the reason that stands beside it. */
export function cancelFailure(detail: string, reason?: string): string {
  if (detail.includes(bid.nothingToCancel)) return 'No bid found to cancel for this auction.'
  if (detail.includes(bid.cannotCancel)) {
    return ["This bid cannot be canceled because it's no longer pending.", reason].filter(Boolean).join(' ')
  }
  return `Failed to cancel bid. ${detail}`
}

/** The sentence for the user when deleting from the history fails, from the server's message. */
export function deleteFailure(detail: string): string {
  if (detail.includes(bid.notFound)) return refusal.alreadyDeleted
  if (detail.includes(refusal.forbidden)) return refusal.deleteForbidden
  return detail === refusal.notDeleted ? detail : refusal.deleteFailed(detail)
}

/** The sentence for the user when registering fails, from the server's message; undefined when it gave none. */
export function registrationFailure(detail: string | undefined): string {
  if (detail === undefined || detail === '') return account.registrationFailed
  if (/password/i.test(detail)) return account.passwordRejected
  if (/invalid.*e-?mail|valid e-?mail/i.test(detail)) return account.emailRejected
  return detail
}
