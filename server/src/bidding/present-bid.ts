import { BidOutcome, type BidPhase, dollarsFromCents, type WireBid } from '@bidwell/contract'
import { presentDelivered } from '../bids/delivered-price/present-delivered.ts'
import type { BidRecord } from './bid-queries.ts'
import { presentGroupOf } from './groups/present-group-of.ts'

/** Converts a bid to the API's format. */
export function presentBid(bid: BidRecord): WireBid {
  const phase = phaseOf(bid)
  return {
    id: bid.id,
    auction_id: bid.auction_id,
    tracked_auction_id: bid.tracked_auction_id,
    user_id: bid.account_id,
    title: bid.title,
    max_bid: dollarsFromCents(bid.max_bid_cents),
    delivered:
      bid.all_in_cents === null || bid.cost_basis === null
        ? null
        : presentDelivered({ allInCents: bid.all_in_cents, basis: bid.cost_basis }, bid.max_bid_cents),
    seconds_before_end: bid.seconds_before_end,
    status: bid.status,
    phase,
    outcome: bid.outcome === null ? null : BidOutcome.parse(bid.outcome),
    checking_since: phase === 'checking' ? (bid.checking_since?.toISOString() ?? null) : null,
    led_at_close: bid.led_at_close,
    fire_at: bid.fire_at.toISOString(),
    restored:
      phase === 'restored' && bid.restored_from
        ? { taken_at: bid.restored_from.toISOString(), is_not_at_site: bid.is_not_at_site }
        : null,
    group: presentGroupOf(bid),
    final_price: bid.closing_price_cents === null ? null : dollarsFromCents(bid.closing_price_cents),
    executed_at: bid.executed_at?.toISOString() ?? null,
    error_detail: bid.error_detail,
    preflight: bid.preflight_at && {
      checked_at: bid.preflight_at.toISOString(),
      findings: bid.preflight_findings ?? [],
    },
    created_at: bid.created_at.toISOString(),
    updated_at: bid.updated_at.toISOString(),
  }
}

type Progress = Pick<
  BidRecord,
  'status' | 'engine_id' | 'locked_in_at' | 'settled_at' | 'last_step' | 'is_paused' | 'restored_from'
>

function phaseOf(bid: Progress): BidPhase {
  if (bid.status === 'executed') return bid.settled_at ? 'settled' : (bid.last_step ?? 'sent')
  if (bid.status !== 'pending') return 'settled'
  if (bid.restored_from) return 'restored'
  // What was sent before a lock-in was given back has not arrived.
  if (bid.locked_in_at) return bid.last_step ?? 'locked_in'
  if (bid.is_paused) return 'paused'
  return bid.engine_id === null ? 'waiting' : 'armed'
}
