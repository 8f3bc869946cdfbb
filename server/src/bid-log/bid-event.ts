import { PreflightFinding } from '@bidwell/contract'
import * as z from 'zod/mini'

/**
 * What can be written into a snipe's event log, and the only place where the fields are defined. Instants are epoch
 * ms on the site's clock; money is integer cents.
 */
export const BidEventDetail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scheduled'), maxBidCents: z.int(), secondsBeforeEnd: z.int() }),
  z.object({ kind: z.literal('changed'), maxBidCents: z.int(), secondsBeforeEnd: z.int() }),
  z.object({ kind: z.literal('cancelled') }),
  /** `by`: its owner, or the operator for everybody. */
  z.object({ kind: z.literal('paused'), by: z.enum(['owner', 'operator']), reason: z.nullable(z.string()) }),
  z.object({ kind: z.literal('resumed'), by: z.enum(['owner', 'operator']) }),
  /** Checked ahead. Nothing found: ready. */
  z.object({ kind: z.literal('preflight'), findings: z.array(PreflightFinding) }),
  z.object({
    kind: z.literal('armed'),
    endsAt: z.number(),
    plannedAt: z.number(),
    /** Null: no page could be had of the item. */
    priceCents: z.nullable(z.int()),
    minimumBidCents: z.nullable(z.int()),
    /** Site clock minus this machine's wall clock. */
    clockOffsetMs: z.number(),
    roundTripMs: z.nullable(z.number()),
  }),
  z.object({
    kind: z.literal('released'),
    because: z.enum(['changed', 'cancelled', 'paused', 'stopping', 'unfit', 'site_failing']),
  }),
  z.object({ kind: z.literal('reread'), priceCents: z.int(), minimumBidCents: z.int(), endsAt: z.number() }),
  z.object({ kind: z.literal('end_moved'), from: z.number(), to: z.number() }),
  /** `durable` is false when the database was away and the lease alone allowed the shot. */
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
      'not_sent',
      'unknown',
    ]),
    siteMessage: z.string(),
    priceCents: z.nullable(z.int()),
    /** From the write to the answer. */
    tookMs: z.number(),
  }),
  /** Sent, and what came of it is not known: the item is being read. */
  z.object({ kind: z.literal('checking'), because: z.string() }),
  z.object({ kind: z.literal('verified'), ownBidSeen: z.boolean(), leads: z.boolean(), priceCents: z.int() }),
  /** Not sent, by rule. */
  z.object({
    kind: z.literal('skipped'),
    outcome: z.enum(['price_past_maximum', 'below_next_bid', 'too_late', 'ended_early', 'withdrawn', 'paused']),
    priceCents: z.nullable(z.int()),
  }),
  z.object({
    kind: z.literal('failed'),
    outcome: z.enum([
      'too_late',
      'login_refused',
      'account_limit',
      'site_down',
      'below_next_bid',
      'ended_early',
      'withdrawn',
    ]),
    siteMessage: z.string(),
  }),
  z.object({
    kind: z.literal('settled'),
    outcome: z.enum(['won', 'lost', 'outbid_on_arrival', 'ended_early', 'withdrawn']),
    finalPriceCents: z.nullable(z.int()),
  }),
])
export type BidEventDetail = z.infer<typeof BidEventDetail>

/** One line of the log. `key` makes a replayed journal add it once. */
export type BidEvent = {
  key: string
  bidId: number
  at: number
  uncertaintyMs: number | null
  engineId: number | null
  fence: number | null
  detail: BidEventDetail
}
