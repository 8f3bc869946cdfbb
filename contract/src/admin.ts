import * as z from 'zod/mini'
import { ChannelName } from './alerts/alerts.ts'
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

/**
 * Something that is wrong with the installation, or will be. `page`: bids are in danger now. `count`, `measure` and `names` are
 * explained with the sentences of its kind, in `messages.troubles`.
 */
const Trouble = z.object({
  kind: z.enum(messages.troubles.TROUBLE_KINDS),
  severity: z.enum(['page', 'warn']),
  /** Null when nothing tells since when, and no process has seen it before. */
  since: z.nullable(z.iso.datetime()),
  count: z.nullable(z.int()),
  measure: z.nullable(z.number()),
  names: z.array(z.string()),
})

const Ms = z.nullable(z.number())
const FreeBytes = z.nullable(z.int())

/** A backup, or the try to make one. */
const Copy = z.object({
  id: z.int(),
  /** What it holds is from this instant. */
  taken_at: z.iso.datetime(),
  state: z.enum(['being_made', 'failed', 'verified']),
  /** Null until its file is whole, and for one that failed before. */
  file: z.nullable(z.string()),
  bytes: z.nullable(z.number()),
  failure: z.nullable(z.string()),
})

/** The state of the installation as one process sees it. Counting stops at 10,000. */
export const Overview = z.object({
  measured_at: z.iso.datetime(),
  troubles: z.array(Trouble),
  /** Those that run, and those that fell silent within an hour. */
  engines: z.array(
    z.object({
      id: z.int(),
      host: z.string(),
      started_at: z.iso.datetime(),
      state: z.enum(['fit', 'unfit', 'silent']),
      unfit_reason: z.nullable(z.string()),
      heartbeat_age_ms: z.number(),
      armed: z.int(),
      timer_late_ms: Ms,
      bid_late_ms: Ms,
      free_bytes: FreeBytes,
    }),
  ),
  site: z.object({
    state: z.enum(['ok', 'backing_off']),
    since: z.nullable(z.iso.datetime()),
    failure_kind: z.nullable(z.string()),
    next_try_at: z.nullable(z.iso.datetime()),
    reads_left: z.int(),
    /** The site's clock minus the database's, with its greatest possible error; null: never measured. */
    clock: z.nullable(z.object({ offset_ms: z.number(), error_ms: z.number(), age_ms: z.number() })),
  }),
  database: z.object({
    bytes: z.number(),
    slowest_answer_ms: z.number(),
  }),
  jobs: z.object({
    processes: z.array(
      z.object({ host: z.string(), started_at: z.iso.datetime(), beat_age_ms: z.number(), free_bytes: FreeBytes }),
    ),
    waiting: z.int(),
    failed: z.int(),
  }),
  /** The latest first, twenty at most; null where backups are made by other means. */
  backups: z.nullable(z.array(Copy)),
  deliveries: z.array(
    z.object({
      channel: ChannelName,
      waiting: z.int(),
      oldest_ms: z.number(),
      /** Within the last hour. */
      sent: z.int(),
      refused: z.int(),
    }),
  ),
  due: z.object({
    bids_soon: z.int(),
    bids_armed: z.int(),
    bids_overdue: z.int(),
    bids_checking: z.int(),
    listings: z.int(),
  }),
  pause: z.object({
    state: z.enum(['off', 'no_new', 'all']),
    reason: z.nullable(z.string()),
    since: z.nullable(z.iso.datetime()),
  }),
  /** The oldest first, a hundred at most. */
  alarms: z.array(
    z.object({ kind: z.string(), sentence: z.string(), subject: z.string(), raised_at: z.iso.datetime() }),
  ),
})
export type Overview = z.infer<typeof Overview>

/** Why a bid needs the operator's eye. */
export const BidTrouble = z.enum(['overdue', 'held', 'checking', 'missed'])
export type BidTrouble = z.infer<typeof BidTrouble>

export const ListedBid = z.object({
  id: z.int(),
  account_id: z.int(),
  auction_id: z.string(),
  title: z.string(),
  why: BidTrouble,
  outcome: z.nullable(z.string()),
  /** When it was to be sent. */
  due_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
})
export type ListedBid = z.infer<typeof ListedBid>
