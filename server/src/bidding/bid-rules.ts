import { amountFault, centsFromDollars, leadFault, messages } from '@bidwell/contract'
import type { BidRow } from '../platform/database/tables.ts'
import { AppError, fieldError } from '../platform/errors.ts'

/** Converts an amount in dollars to cents. Throws `rule_broken`. */
export function readAmount(dollars: number): number {
  const cents = centsFromDollars(dollars)
  const fault = amountFault(dollars)
  if (cents === null || fault !== null) throw fieldError('maxBid', fault ?? messages.bidRefusal.amountNotCents)
  return cents
}

/** Returns a lead in whole seconds before the end. Throws `rule_broken`. */
export function readLead(seconds: number): number {
  const fault = leadFault(seconds)
  if (fault !== null) throw fieldError('secondsBeforeEnd', fault)
  return seconds
}

/** Throws `conflict` for a restored bid: nothing becomes of it before its owner has kept or cancelled it. */
export function requireAnswered(bid: Pick<BidRow, 'restored_from'>): void {
  if (bid.restored_from !== null) throw new AppError('conflict', messages.waiting.answerFirst)
}
