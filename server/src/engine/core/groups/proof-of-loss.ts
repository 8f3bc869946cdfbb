import type { LossProof } from '../../../bids/log/bid-event.ts'
import type { EngineOutcome, SnipeState, Verdict } from '../snipe-state.ts'

/**
 * Outcomes that prove nothing. `own_maximum`: another bid of the owner may win, made by hand. `reserve_not_met`: the seller may
 * still sell to the highest bidder.
 */
const UNPROVEN: readonly EngineOutcome[] = ['won', 'unresolved', 'own_maximum', 'reserve_not_met']
const LOSSES: readonly EngineOutcome[] = ['lost', 'outbid_on_arrival', 'price_past_maximum']

/**
 * What proves that a bid that ends so cannot win any more, so that its group may let out another; null without a proof: such a bid
 * uses up one of the group's wins until its owner says that it has not won. Pure.
 */
export function proofOfLoss({ outcome, priceCents }: Verdict, { bid, price, snipe }: SnipeState): LossProof | null {
  if (UNPROVEN.includes(outcome)) return null
  // Beside a bid that was never sent, the owner may lead by hand.
  if (bid === 'none') return price?.leads ? null : 'never_sent'
  // That the item's page is gone proves nothing about a bid that was sent.
  if (outcome === 'withdrawn') return null
  if (outcome === 'retracted') return 'other_bidder_won'
  if (!LOSSES.includes(outcome)) return 'no_bid_at_site'
  return priceCents !== null && priceCents > snipe.maximum ? 'price_above_max' : 'other_bidder_won'
}
