import * as z from 'zod/mini'
import { BidStatus } from './bids/bid.ts'
import { SecondFactorMethod } from './endpoint.ts'
import { WireSecurityEvent } from './identity/session.ts'
import * as messages from './messages/index.ts'

/** Why the administrator acts. The log of actions keeps it. */
export const AdminReason = z
  .string()
  .check(z.trim(), z.minLength(1, messages.admin.reasonRequired), z.maxLength(500, messages.admin.reasonTooLong))

export const UserSummary = z.object({
  id: z.int(),
  email: z.string(),
  email_verified: z.boolean(),
  created_at: z.iso.datetime(),
  /** Null unless the operator has suspended the account. */
  suspended_at: z.nullable(z.iso.datetime()),
  /** When the account is to be deleted; null unless somebody has asked for it. */
  deletion_due: z.nullable(z.iso.datetime()),
})
export type UserSummary = z.infer<typeof UserSummary>

export const UserDetails = z.object({
  ...UserSummary.shape,
  suspended_because: z.nullable(z.string()),
  is_admin: z.boolean(),
  signs_in_with: z.array(z.union([z.enum(['password', 'google']), SecondFactorMethod])),
  /** Sessions that are live, and when one was last used. */
  sessions: z.object({ live: z.int(), last_used_at: z.nullable(z.iso.datetime()) }),
  plan: z.object({
    tier: z.string(),
    status: z.string(),
    trial_ends_at: z.nullable(z.iso.datetime()),
    period_ends_at: z.nullable(z.iso.datetime()),
  }),
  /** The connection to the auction site; null without one. */
  connection: z.nullable(
    z.object({ state: z.string(), detail: z.nullable(z.string()), verified_at: z.nullable(z.iso.datetime()) }),
  ),
  bidding_paused_at: z.nullable(z.iso.datetime()),
  counts: z.object({ auctions: z.int(), pending: z.int(), won: z.int(), failed: z.int() }),
  /** The latest ten. */
  bids: z.array(
    z.object({
      id: z.int(),
      auction_id: z.string(),
      title: z.string(),
      status: BidStatus,
      outcome: z.nullable(z.string()),
      ends_at: z.iso.datetime(),
    }),
  ),
  /** The latest ten of the security log, without where they came from and without amounts. */
  events: z.array(z.pick(WireSecurityEvent, { id: true, at: true, kind: true, outcome: true, detail: true })),
})
export type UserDetails = z.infer<typeof UserDetails>
