import type { BidChange } from '@bidwell/contract'
import { needsRetyping, typedAmountFault, typedLeadFault } from '../../bids/typed-bid.ts'
import type { Lot } from '../lot/lot.ts'
import { centsFromTyped } from '../../ui/money.ts'

/** Checks a change typed for several bids. An empty field keeps each bid's own; `change` is null without a valid change. */
export function readBulkChange(
  typed: { max: string; again: string; lead: string },
  lots: readonly Lot[],
): {
  change: BidChange | null
  /** The maximum has to be typed again: it is far above the price of at least one lot. */
  twice: boolean
  maxFault: string | undefined
  leadFault: string | undefined
} {
  const cents = centsFromTyped(typed.max)
  const hasMax = typed.max.trim() !== ''
  const hasLead = typed.lead.trim() !== ''
  const maxError = hasMax ? typedAmountFault(typed.max) : null
  const leadError = hasLead ? typedLeadFault(typed.lead) : null
  const twice = cents !== null && lots.some(({ auction }) => needsRetyping(cents, auction))
  const agrees = !twice || centsFromTyped(typed.again) === cents
  const valid = (hasMax || hasLead) && maxError === null && leadError === null && agrees
  return {
    change: valid
      ? {
          ...(hasMax && cents !== null && { maxBid: cents / 100 }),
          ...(twice && { confirmMaxBid: cents / 100 }),
          ...(hasLead && { secondsBeforeEnd: Number(typed.lead) }),
        }
      : null,
    twice,
    maxFault: maxError ?? undefined,
    leadFault: leadError ?? undefined,
  }
}

/** `2 changed, 1 not. Lamp: too late`. `refused` has one sentence per refused bid. */
export function bulkSummary(requested: number, refused: readonly string[]): string {
  const changed = `${requested - refused.length} changed`
  return refused.length === 0 ? `${changed}.` : `${changed}, ${refused.length} not. ${refused.join(' ')}`
}
