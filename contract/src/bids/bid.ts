import * as z from 'zod/mini'
import { GroupOfBid } from './bid-group.ts'
import { DeliveredPrice } from './delivered-price.ts'
import { Preflight } from './preflight.ts'

export const BidStatus = z.enum([
  'pending',
  'executed',
  'outbid',
  'failed',
  'cancelled',
  'auction_ended',
  'won',
  'lost',
])
export type BidStatus = z.infer<typeof BidStatus>

/** How a snipe ended, in more detail than its status. */
export const BidOutcome = z.enum([
  'won',
  'lost',
  'outbid_on_arrival',
  'price_past_maximum',
  'below_next_bid',
  'too_late',
  /** The owner's own maximum at the site was at least as high, so nothing was sent. */
  'own_maximum',
  'login_refused',
  /** No login for the site was stored. */
  'login_missing',
  /** The stored login could not be decrypted. */
  'vault_locked',
  /** Our own database could not be reached. */
  'database_down',
  /** No engine held the bid before its auction closed. */
  'not_running',
  'account_limit',
  /** The site asked for a pause that lasted until the close. */
  'rate_limited',
  /** The site refused the bid in words that are not known. */
  'refused',
  'site_down',
  'ended_early',
  'withdrawn',
  /** The seller took the bid back after the site had accepted it. */
  'retracted',
  /** The bid led at the close, below the price that the seller had set. */
  'reserve_not_met',
  'cancelled',
  /** The auction closed while bidding was paused. */
  'paused',
  /** The installation was restored from a backup, and the owner did not keep the bid. */
  'not_confirmed',
  /** The bid was sent, and for days the site did not show how it ended. */
  'unresolved',
  /** The group had won what it may, so the bid was not sent. */
  'group_won',
  /** The auction closed before the results of the group's other bids were known. */
  'group_unknown',
  /** The maximum did not fit into what was left of the group's budget. */
  'group_budget',
])
export type BidOutcome = z.infer<typeof BidOutcome>

/**
 * The progress of a snipe. `restored`: nothing is sent until its owner keeps the bid. `paused`: nothing is sent until bidding resumes. `checking`: sent, and the site does not yet
 * show whether the bid counts or, after the close, whether it has won.
 */
export const BidPhase = z.enum(['waiting', 'restored', 'paused', 'armed', 'locked_in', 'sent', 'checking', 'settled'])
export type BidPhase = z.infer<typeof BidPhase>

/** The backup from which a bid was restored. */
const RestoredFrom = z.object({
  taken_at: z.iso.datetime(),
  /** The site was read since, and does not show the bid. Once the moment to send has passed, only then can the owner keep it. */
  is_not_at_site: z.boolean(),
})

/** A scheduled bid as the server sends it. Money is dollars; instants are ISO-8601 in UTC. */
export const WireBid = z.object({
  id: z.int(),
  auction_id: z.string(),
  tracked_auction_id: z.int(),
  user_id: z.int(),
  title: z.string(),
  max_bid: z.number(),
  /** How the maximum follows from a delivered price; null for a bid whose maximum was set itself. */
  delivered: z.nullable(DeliveredPrice),
  seconds_before_end: z.int(),
  status: BidStatus,
  phase: BidPhase,
  outcome: z.nullable(BidOutcome),
  /** Since when it is unknown whether a sent bid counts, on the site's clock; null unless `phase` is `checking`. */
  checking_since: z.nullable(z.iso.datetime()),
  /** The page of the closed auction showed the user as its leader; the result is not confirmed before `settled`. */
  led_at_close: z.boolean(),
  /** On the site's clock. */
  fire_at: z.iso.datetime(),
  /** Null unless `phase` is `restored`. */
  restored: z.nullable(RestoredFrom),
  /** The group that the bid is in, also after it has ended; null for a single bid. */
  group: z.nullable(GroupOfBid),
  final_price: z.nullable(z.number()),
  executed_at: z.nullable(z.iso.datetime()),
  /** One sentence: why the bid was not placed, or does not count. Null for any other bid. */
  error_detail: z.nullable(z.string()),
  /** Null before the first preflight check. */
  preflight: z.nullable(Preflight),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type WireBid = z.infer<typeof WireBid>

/** What a browser polls while it waits for a bid's result. */
export const BidResult = z.object({
  id: z.int(),
  auctionId: z.string(),
  status: BidStatus,
  errorDetail: z.nullable(z.string()),
})
export type BidResult = z.infer<typeof BidResult>

/**
 * What a bid may cost: either its maximum, or what its owner pays at the door, from which the maximum follows. Dollars. The
 * allowance is for shipping and handling, and counts as long as they are not known.
 */
const Amounts = {
  maxBid: z.optional(z.number()),
  /** Null with a maximum: the bid has no delivered price any more. Without it, a maximum is refused for a bid that has one. */
  allIn: z.optional(z.nullable(z.number())),
  allowance: z.optional(z.number()),
  /** The user collects the item. */
  pickup: z.optional(z.boolean()),
  /** A collected item costs no handling, whatever the site shows. */
  noHandling: z.optional(z.boolean()),
  /** The given amount again, required when the maximum is more than three times the price and more than $100. */
  confirmMaxBid: z.optional(z.number()),
}

export const NewBid = z.strictObject({
  /** The site's item number. */
  auctionId: z.string().check(z.regex(/^[0-9]{6,18}$/, 'auctionId must be 6 or more digits')),
  ...Amounts,
  secondsBeforeEnd: z.number(),
  /** The group that the bid joins. Without it, a pending bid that is changed stays in its group. */
  groupId: z.optional(z.int().check(z.positive())),
})
export type NewBid = z.infer<typeof NewBid>

export const BidChange = z.strictObject({ ...Amounts, secondsBeforeEnd: z.optional(z.number()) })
export type BidChange = z.infer<typeof BidChange>
