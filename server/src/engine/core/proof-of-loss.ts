import type { LossProof } from '../../bid-log/bid-event.ts'
import type { SnipeState, Verdict } from './snipe-state.ts'

/**
 * What proves that a bid that ends so cannot win any more, so that its group may let out another; null without a proof: such a bid
 * uses up one of the group's wins until its owner says that it has not won. Pure.
 */
export function proofOfLoss({ outcome, priceCents }: Verdict, { bid, price, snipe }: SnipeState): LossProof | null {
  switch (outcome) {
    case 'won':
    case 'unresolved':
    // Another bid of the owner may win, made by hand.
    case 'own_maximum':
    // The seller may still sell to the highest bidder.
    case 'reserve_not_met':
      return null
    case 'lost':
    case 'outbid_on_arrival':
      return priceCents !== null && priceCents > snipe.maximum ? 'price_above_max' : 'other_bidder_won'
    case 'retracted':
      return 'other_bidder_won'
    // That the item's page is gone proves nothing about a bid that was sent.
    case 'withdrawn':
      return bid === 'none' ? 'never_sent' : null
    default:
      if (bid === 'none') return price?.leads ? null : 'never_sent'
      return outcome === 'price_past_maximum' ? 'price_above_max' : 'no_bid_at_site'
  }
}
