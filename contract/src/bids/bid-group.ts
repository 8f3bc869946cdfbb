import * as z from 'zod/mini'
import { BID } from '../limits.ts'

/** Of groups of bids. `Ms` are milliseconds. */
export const GROUP = {
  maxNameLength: 60,
  maxMembers: 100,
  maxWins: 100,
  perAccount: 100,
  /** So long after its close, an auction's result is known as a rule. Only the order of bids rests on it, never a grant. */
  resultAfterMs: 12_000,
  /** A bid that had to wait for a result still goes out until so long before its own close. */
  lateUntilMs: 1_500,
} as const

/**
 * What a group means for one of its bids, in one word for its card. `waiting`: its turn has not come. `held`: its moment is
 * near or past, and the group lets no bid out now: `about` is the auction whose result it waits for. `out`: it has one of the
 * group's wins to use, and goes out or is out. `unknown`: its auction has closed, and no proof shows yet how the bid ended: it
 * still uses up one win. `won`. `lost`: the bid was sent, and a proof shows that it cannot win. `skipped`: its auction closed
 * while the group let no bid out; `about` is the auction that kept it back. `ended`: nothing of it is at the site.
 */
export const GroupBidState = z.enum(['waiting', 'held', 'out', 'unknown', 'won', 'lost', 'skipped', 'ended'])
export type GroupBidState = z.infer<typeof GroupBidState>

/**
 * Why a bid of a group is not let out: `won`: the group has won what it may. `unknown`: bids that are out use up all its wins.
 * `budget`: its maximum does not fit beside the others into the budget. `order`: bids that come first in the group wait too.
 */
export const GroupHold = z.enum(['won', 'unknown', 'budget', 'order'])
export type GroupHold = z.infer<typeof GroupHold>

/** What a bid shows of its group. */
export const GroupOfBid = z.object({
  id: z.int(),
  name: z.string(),
  state: GroupBidState,
  /** Why it is `held` or was `skipped`; null for every other state. */
  held_because: z.nullable(GroupHold),
  /** The auction that the state speaks of; null where there is none. */
  about: z.nullable(z.object({ bid_id: z.int(), title: z.string() })),
})
export type GroupOfBid = z.infer<typeof GroupOfBid>

/**
 * How two bids of a group follow each other. `in_order`: the result of the first is known before the moment of the second.
 * `may_fire_late`: it is known after that moment and before the second's close: the bid goes out then, later than its lead.
 * `overlap`: it is not known before the second's close as a rule; then the second is not sent, unless the group has a win to
 * spare.
 */
export const GroupRelation = z.enum(['in_order', 'may_fire_late', 'overlap'])
export type GroupRelation = z.infer<typeof GroupRelation>

const GroupMember = z.object({
  bid_id: z.int(),
  tracked_auction_id: z.int(),
  auction_id: z.string(),
  title: z.string(),
  /** The close of the auction, on the site's clock. */
  ends_at: z.iso.datetime(),
  max_bid: z.number(),
  seconds_before_end: z.int(),
  state: GroupBidState,
  final_price: z.nullable(z.number()),
  /** How the bid follows the one before it in the list; null for the first, and unless both can still go out. */
  follows: z.nullable(z.object({ bid_id: z.int(), relation: GroupRelation, closes_after_s: z.number() })),
})

/** A group of bids, of which at most `most_wins` win. Money is dollars, before shipping, handling and tax. */
export const WireBidGroup = z.object({
  id: z.int(),
  name: z.string(),
  most_wins: z.int(),
  /** So many wins more its owner may have to pay for: they are let out before the results of the others are known. */
  extra_wins: z.int(),
  budget: z.nullable(z.number()),
  wins: z.int(),
  /** Bids that won, are out, or whose result is not known. Never more than `most_wins` and `extra_wins` together. */
  exposed: z.int(),
  /** What the won bids cost. */
  spent: z.number(),
  /** The most that the group can cost, with what it has won. */
  most_cost: z.number(),
  /** `open`: bids of it can still go out or are out. `done`: it has won what it may. `over`: none of its bids can win any more. */
  state: z.enum(['open', 'done', 'over']),
  /** In the order in which the group prefers them where they overlap: those that its owner put first, then by their closes. */
  members: z.array(GroupMember),
  created_at: z.iso.datetime(),
})
export type WireBidGroup = z.infer<typeof WireBidGroup>

const Wins = z.int().check(z.minimum(1), z.maximum(GROUP.maxWins))
const ExtraWins = z.int().check(z.minimum(0), z.maximum(GROUP.maxWins - 1))
/** Dollars. */
const Budget = z.number().check(z.positive(), z.maximum(BID.maxAmountDollars))
const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(GROUP.maxNameLength))
const BidId = z.int().check(z.positive())
export const BidIds = z.array(BidId).check(z.minLength(1), z.maxLength(GROUP.maxMembers))

export const NewBidGroup = z.strictObject({
  name: Name,
  mostWins: Wins,
  extraWins: z.optional(ExtraWins),
  /** `mostWins` and `extraWins` together, once more: required for extra wins. */
  confirmWins: z.optional(z.int()),
  budget: z.optional(z.nullable(Budget)),
  /** Pending bids that join. */
  bidIds: z.optional(BidIds),
})
export type NewBidGroup = z.infer<typeof NewBidGroup>

export const BidGroupChange = z.strictObject({
  name: z.optional(Name),
  mostWins: z.optional(Wins),
  extraWins: z.optional(ExtraWins),
  confirmWins: z.optional(z.int()),
  /** Null: no budget any more. */
  budget: z.optional(z.nullable(Budget)),
  /** The bids that come first where bids overlap, in this order. The others follow by their closes. */
  first: z.optional(z.array(BidId).check(z.maxLength(GROUP.maxMembers))),
})
export type BidGroupChange = z.infer<typeof BidGroupChange>

/** What becomes of bids that leave: `cancel` them, or `keep` each as a single bid, which can win beside the group. */
export const Leaving = z.enum(['cancel', 'keep'])
export type Leaving = z.infer<typeof Leaving>

/** Of several bids, those that could not be changed, each with the sentence of its refusal: it is as it was. */
export const RefusedBids = z.array(z.object({ bid_id: z.int(), message: z.string() }))

type Closing = {
  /** Epoch ms on the site's clock. */
  endsAt: number
  leadMs: number
}

const firesAt = ({ endsAt, leadMs }: Closing): number => endsAt - leadMs

/** Whether neither bid's result is known before the moment of the other, so that their order in the group counts. */
export const doOverlap = (a: Closing, b: Closing): boolean =>
  firesAt(b) < a.endsAt + GROUP.resultAfterMs && firesAt(a) < b.endsAt + GROUP.resultAfterMs

/** How a bid follows one that comes before it. */
export function relationOf(before: Closing, after: Closing): GroupRelation {
  const knownAt = before.endsAt + GROUP.resultAfterMs
  if (knownAt <= firesAt(after)) return 'in_order'
  return knownAt <= after.endsAt - GROUP.lateUntilMs ? 'may_fire_late' : 'overlap'
}

type Ranked = Closing & { rank: number | null; auctionId: string }

/** The order in which a group prefers its bids: those with a rank first, then by their closes. */
export const byPreference = (a: Ranked, b: Ranked): number =>
  (a.rank ?? Infinity) - (b.rank ?? Infinity) || a.endsAt - b.endsAt || (a.auctionId < b.auctionId ? -1 : 1)

/**
 * A bid that may win, as a group counts it. `besidesCents`: what of its cost comes on top of the bid, and no budget counts.
 * `isOut`: it uses up one of the group's wins, and is not known to be lost.
 */
export type GroupStake = { costCents: number; besidesCents: number; isOut: boolean }

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0)

/**
 * The most that those bids of a group can cost that have not won. `winsLeft` and `budgetLeftCents` are without what it has
 * won. A bid that is lost gives its place to a larger one; bids that are out count also when the group was lowered since.
 */
export function mostCents(stakes: readonly GroupStake[], winsLeft: number, budgetLeftCents: number | null): number {
  const largest = (amounts: readonly number[]) => sum(amounts.toSorted((a, b) => b - a).slice(0, Math.max(0, winsLeft)))
  const out = stakes.filter(({ isOut }) => isOut).map(({ costCents }) => costCents)
  const within = (budgetLeftCents ?? Infinity) + largest(stakes.map(({ besidesCents }) => besidesCents))
  return Math.max(sum(out), Math.min(largest(stakes.map(({ costCents }) => costCents)), within))
}
