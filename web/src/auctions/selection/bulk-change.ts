import { amountFault, type BidChange, messages } from '@bidwell/contract'
import { needsRetyping, typedLeadFault } from '../../bids/bid-rules.ts'
import type { Lot } from '../lot/lot.ts'
import { centsFromTyped } from '../../ui/money.ts'

/** What is typed to change several bids at once; an empty field keeps each bid's own. `change` is null when there is none. */
export function readBulkChange(
  typed: { max: string; again: string; lead: string },
  lots: readonly Lot[],
): {
  change: BidChange | null
  /** For some lot the maximum is so far above the price that it is to be typed again. */
  twice: boolean
  maxFault: string | undefined
  leadFault: string | undefined
} {
  const cents = centsFromTyped(typed.max)
  const hasMax = typed.max.trim() !== ''
  const hasLead = typed.lead.trim() !== ''
  const wrongMax = !hasMax ? null : cents === null ? messages.bid.amountNotCents : amountFault(cents / 100)
  const wrongLead = hasLead ? typedLeadFault(typed.lead) : null
  const twice = cents !== null && lots.some(({ auction }) => needsRetyping(cents, auction))
  const agrees = !twice || centsFromTyped(typed.again) === cents
  const sound = (hasMax || hasLead) && wrongMax === null && wrongLead === null && agrees
  return {
    change: sound
      ? {
          ...(hasMax && cents !== null && { maxBid: cents / 100 }),
          ...(twice && { confirmMaxBid: cents / 100 }),
          ...(hasLead && { secondsBeforeEnd: Number(typed.lead) }),
        }
      : null,
    twice,
    maxFault: wrongMax ?? undefined,
    leadFault: wrongLead ?? undefined,
  }
}

/** `2 changed, 1 not: Lamp: too late`. `refused` has a line for each that was. */
export function bulkSummary(asked: number, refused: readonly string[]): string {
  const changed = `${asked - refused.length} changed`
  return refused.length === 0 ? `${changed}.` : `${changed}, ${refused.length} not. ${refused.join(' ')}`
}
