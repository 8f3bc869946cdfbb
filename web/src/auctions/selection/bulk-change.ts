import type { BidChange } from '@bidwell/contract'
import { isFarAbove, typedAmountFault, typedLeadFault, typedMaximumFault } from '../../bids/typed-bid.ts'
import { centsFromTyped } from '../../ui/money.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

/** Checks a change typed for several bids. An empty field keeps each bid's own; `change` is null without a valid change. */
export function readBulkChange(
  typed: { max: string; lead: string },
  auctions: readonly TrackedAuction[],
): {
  change: BidChange | null
  /** The auctions whose price is so far below the maximum that it has to be confirmed. */
  far: readonly string[]
  maxFault: string | undefined
  leadFault: string | undefined
} {
  const cents = centsFromTyped(typed.max)
  const hasMax = typed.max.trim() !== ''
  const hasLead = typed.lead.trim() !== ''
  const maxError = hasMax ? typedAmountFault(typed.max) : null
  const leadError = hasLead ? typedLeadFault(typed.lead) : null
  const far = auctions.flatMap(({ auction }) => (cents !== null && isFarAbove(cents, auction) ? [auction.title] : []))
  const valid = (hasMax || hasLead) && maxError === null && leadError === null
  return {
    change: valid
      ? {
          ...(hasMax && cents !== null && { maxBid: cents / 100 }),
          ...(far.length > 0 && cents !== null && { confirmMaxBid: cents / 100 }),
          ...(hasLead && { secondsBeforeEnd: Number(typed.lead) }),
        }
      : null,
    far,
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
