import type { BidChange } from '@bidwell/contract'
import { needsRetyping, typedAmountFault, typedLeadFault, typedMaximumFault } from '../../bids/typed-bid.ts'
import { centsFromTyped } from '../../ui/money.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

/** Checks a change typed for several bids. An empty field keeps each bid's own; `change` is null without a valid change. */
export function readBulkChange(
  typed: { max: string; again: string; lead: string },
  auctions: readonly TrackedAuction[],
): {
  change: BidChange | null
  /** The maximum has to be typed again: it is far above the price of at least one auction. */
  twice: boolean
  maxFault: string | undefined
  leadFault: string | undefined
} {
  const cents = centsFromTyped(typed.max)
  const hasMax = typed.max.trim() !== ''
  const hasLead = typed.lead.trim() !== ''
  const maxError = hasMax ? typedAmountFault(typed.max) : null
  const leadError = hasLead ? typedLeadFault(typed.lead) : null
  const twice = cents !== null && auctions.some(({ auction }) => needsRetyping(cents, auction))
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

export type RefusedBid = { id: number; title: string; reason: string }

/** The bids whose auctions do not allow a typed maximum, each with its reason. */
export const refusedBefore = (typedMax: string, auctions: readonly TrackedAuction[]): RefusedBid[] =>
  auctions.flatMap(({ auction, bid }) => {
    const reason = typedMax.trim() === '' ? null : typedMaximumFault(typedMax, auction)
    return bid === null || reason === null ? [] : [{ id: bid.id, title: bid.title, reason }]
  })

/** `2 changed, 1 not.` */
export const bulkSummary = (requested: number, refusedCount: number): string =>
  refusedCount === 0 ? `${requested} changed.` : `${requested - refusedCount} changed, ${refusedCount} not.`
