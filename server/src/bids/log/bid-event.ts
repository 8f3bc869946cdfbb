import { randomUUIDv7 } from 'node:crypto'
import { BidOutcome, GroupHold, PreflightFinding } from '@bidwell/contract'
import * as z from 'zod/mini'

const Terms = {
  maxBidCents: z.int(),
  secondsBeforeEnd: z.int(),
  /** The delivered price that the maximum follows from; absent without one. */
  allInCents: z.optional(z.int()),
}
const Lowered = z.enum(['quote', 'listing', 'account'])
/** What proves that a bid of a group cannot win any more. */
export const LossProof = z.enum(['price_above_max', 'other_bidder_won', 'no_bid_at_site', 'never_sent', 'user_said'])
export type LossProof = z.infer<typeof LossProof>

/**
 * The kinds of events in a bid's log, with their fields. Instants are epoch ms on the site's clock; money is integer
 * cents.
 */
export const BidEventDetail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scheduled'), ...Terms }),
  /** `lowered`: not by the owner, but because this has changed, so that the maximum keeps within the delivered price. */
  z.object({ kind: z.literal('changed'), ...Terms, lowered: z.optional(Lowered) }),
  z.object({ kind: z.literal('cancelled'), lowered: z.optional(Lowered) }),
  /** `by` says who paused: the bid's owner, or the operator for all accounts. */
  z.object({ kind: z.literal('paused'), by: z.enum(['owner', 'operator']), reason: z.nullable(z.string()) }),
  z.object({ kind: z.literal('resumed'), by: z.enum(['owner', 'operator']) }),
  /** The bid was live in a backup taken at `takenAt`, from which the installation was restored. */
  z.object({ kind: z.literal('restored'), takenAt: z.number() }),
  /** After a restore: the owner wants the bid to be sent. */
  z.object({ kind: z.literal('kept'), maxBidCents: z.int(), secondsBeforeEnd: z.int() }),
  /** No findings means that the bid is ready. */
  z.object({
    kind: z.literal('preflight'),
    findings: z.array(PreflightFinding),
    /** What the account leads and owes at the site was not read, so nothing is said of that. */
    accountUnread: z.optional(z.literal(true)),
  }),
  z.object({
    kind: z.literal('armed'),
    endsAt: z.number(),
    plannedAt: z.number(),
    /** Null: the site did not show the item. */
    priceCents: z.nullable(z.int()),
    minimumBidCents: z.nullable(z.int()),
    /** The site's clock minus the wall clock of the engine's machine. */
    clockOffsetMs: z.number(),
    roundTripMs: z.nullable(z.number()),
  }),
  z.object({
    kind: z.literal('released'),
    because: z.enum(['changed', 'cancelled', 'paused', 'login_changed', 'stopping', 'unfit', 'site_failing']),
  }),
  z.object({ kind: z.literal('reread'), priceCents: z.int(), minimumBidCents: z.int(), endsAt: z.number() }),
  z.object({ kind: z.literal('end_moved'), from: z.number(), to: z.number() }),
  /** `durable` is false when the database was unreachable, so that only the lease permits the bid. */
  z.object({ kind: z.literal('locked_in'), plannedAt: z.number(), durable: z.boolean() }),
  z.object({
    kind: z.literal('sent'),
    attempt: z.int(),
    maxBidCents: z.int(),
    plannedAt: z.number(),
    endsAt: z.number(),
    clockOffsetMs: z.number(),
    roundTripMs: z.nullable(z.number()),
  }),
  z.object({
    kind: z.literal('answered'),
    attempt: z.int(),
    answer: z.enum([
      'leading',
      'outbid',
      'closed',
      'too_low',
      'account_limit',
      'unauthorized',
      'blocked',
      'rate_limited',
      'refused',
      'not_sent',
      'unknown',
    ]),
    siteMessage: z.string(),
    priceCents: z.nullable(z.int()),
    /** From writing the request to receiving the response. */
    tookMs: z.number(),
  }),
  /**
   * The engine asks the site what became of a bid that it has sent: whether it was placed or, after the close, what its
   * result is. Events without `about` are about the placing.
   */
  z.object({
    kind: z.literal('checking'),
    because: z.string(),
    about: z.optional(z.enum(['placed', 'result'])),
    /** The page of the closed auction showed the owner as its leader. */
    leads: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('verified'),
    /** The item's page or the account's list shows the bid. */
    ownBidSeen: z.boolean(),
    leads: z.boolean(),
    /** Null: the site did not show the item. */
    priceCents: z.nullable(z.int()),
  }),
  /** A rule kept the bid from being sent. */
  z.object({
    kind: z.literal('skipped'),
    outcome: z.enum([
      'price_past_maximum',
      'below_next_bid',
      'own_maximum',
      'too_late',
      'ended_early',
      'withdrawn',
      'paused',
      'not_confirmed',
    ]),
    priceCents: z.nullable(z.int()),
    /** The owner's own maximum at the site, for `own_maximum`. */
    ownMaximumCents: z.optional(z.int()),
  }),
  z.object({
    kind: z.literal('failed'),
    outcome: z.enum([
      'too_late',
      'login_refused',
      'login_missing',
      'vault_locked',
      'database_down',
      'not_running',
      'account_limit',
      'rate_limited',
      'refused',
      'site_down',
      'price_past_maximum',
      'below_next_bid',
      'ended_early',
      'withdrawn',
      'retracted',
      'reserve_not_met',
    ]),
    siteMessage: z.string(),
  }),
  z.object({
    kind: z.literal('settled'),
    outcome: z.enum([
      'won',
      'lost',
      'outbid_on_arrival',
      'ended_early',
      'withdrawn',
      'retracted',
      'reserve_not_met',
      'unresolved',
    ]),
    finalPriceCents: z.nullable(z.int()),
  }),
  /** Later evidence contradicts the result that was told: an order at the site, or the item's page. */
  z.object({
    kind: z.literal('corrected'),
    from: BidOutcome,
    to: z.enum(['won', 'lost']),
    finalPriceCents: z.nullable(z.int()),
  }),
  z.object({ kind: z.literal('group_joined'), groupId: z.int(), name: z.string(), mostWins: z.int() }),
  z.object({ kind: z.literal('group_left'), groupId: z.int(), name: z.string() }),
  /** The group lets the bid out: from now on it uses up one of the group's wins. */
  z.object({ kind: z.literal('group_granted') }),
  /** `about`: the title of the auction that the bid waits for. */
  z.object({ kind: z.literal('group_held'), because: GroupHold, about: z.nullable(z.string()) }),
  /** The bid cannot win any more. `priceCents`: what proves it, for a price above the maximum. */
  z.object({ kind: z.literal('group_released'), because: LossProof, priceCents: z.nullable(z.int()) }),
  /** The auction closed while the group let the bid not out. */
  z.object({ kind: z.literal('group_skipped'), outcome: z.enum(['group_won', 'group_unknown', 'group_budget']) }),
])
export type BidEventDetail = z.infer<typeof BidEventDetail>

/**
 * One event of the log. `key` is unique, so that replaying a journal adds the event once. It begins with the time, so that new
 * keys stand side by side in their index.
 */
export type BidEvent = {
  key: string
  bidId: number
  at: number
  uncertaintyMs: number | null
  engineId: number | null
  fence: number | null
  detail: BidEventDetail
}

/** An event that happens outside the engine. `at` is epoch ms on the site's clock. */
export function newBidEvent(bidId: number, at: number, detail: BidEventDetail): BidEvent {
  return { key: randomUUIDv7(), bidId, at, uncertaintyMs: null, engineId: null, fence: null, detail }
}
