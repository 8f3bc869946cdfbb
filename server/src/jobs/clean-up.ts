import { ACCOUNT } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * How long unused rows are kept. Rows of other tables stay: `vault_uses` is a hash chain, removed auctions can be
 * restored, and bid events are the receipts of bids.
 */
const KEEP_MS = {
  idempotencyKeys: DAY_MS,
  deadSessions: 7 * DAY_MS,
  /** Browsers keep a cookie no longer. */
  knownDevices: 400 * DAY_MS,
  /** Addresses of people are not kept for longer than they are of use, and are given to others. */
  knownNetworks: 90 * DAY_MS,
  /** Locks that have ended, when the next lock would be a first one again. */
  loginLocks: ACCOUNT.lockQuietMs,
  /** A budget that nobody used for a day is full. */
  attemptBudgets: DAY_MS,
  /** Listings that were read for a user who then did not track them. */
  untrackedListings: 7 * DAY_MS,
  /** Engines that ended. Another engine finds an orphaned journal by the id of its engine. */
  endedEngines: 30 * DAY_MS,
  /** Locks of processes that died during a first read. */
  firstReads: HOUR_MS,
  /** That a mail was sent or given up: what was in it is deleted at once. */
  finishedMails: 90 * DAY_MS,
  mailbox: 7 * DAY_MS,
  /** Links beyond their time, used or not. */
  expiredLinks: DAY_MS,
  /** Requests count for an hour. */
  linkRequests: DAY_MS,
  /** Used nonces and tokens beyond their time, which a clock that is behind may still accept. */
  spentTokens: HOUR_MS,
  /** Shares of the read budget: a full share needs no row. */
  readShares: HOUR_MS,
} as const

/** Deletes rows that nothing uses any more. */
export async function cleanUp({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = (keepMs: number) => new Date(clock.now() - keepMs)

  await db.deleteFrom('idempotency_keys').where('created_at', '<', before(KEEP_MS.idempotencyKeys)).execute()
  await db
    .deleteFrom('known_callers')
    .where('last_used_at', '<', before(KEEP_MS.knownNetworks))
    .where((caller) =>
      caller.or([caller('caller', 'like', 'network %'), caller('last_used_at', '<', before(KEEP_MS.knownDevices))]),
    )
    .execute()
  await db
    .deleteFrom('login_locks')
    .where(sql<boolean>`greatest(updated_at, locked_until) < ${before(KEEP_MS.loginLocks)}`)
    .execute()
  await db.deleteFrom('attempt_budgets').where('updated_at', '<', before(KEEP_MS.attemptBudgets)).execute()
  await db
    .deleteFrom('sessions')
    .where(sql<boolean>`least(expires_at, revoked_at) < ${before(KEEP_MS.deadSessions)}`)
    .execute()
  await db.deleteFrom('spent_google_tokens').where('expires_at', '<', before(KEEP_MS.spentTokens)).execute()
  await db.deleteFrom('identity_challenges').where('expires_at', '<', before(0)).execute()
  await db.deleteFrom('first_reads').where('claimed_until', '<', before(KEEP_MS.firstReads)).execute()
  await db
    .deleteFrom('mails')
    .where('created_at', '<', before(KEEP_MS.finishedMails))
    .where('next_try_at', 'is', null)
    .execute()
  await db.deleteFrom('mailbox').where('sent_at', '<', before(KEEP_MS.mailbox)).execute()
  await db.deleteFrom('mail_links').where('expires_at', '<', before(KEEP_MS.expiredLinks)).execute()
  await db.deleteFrom('link_requests').where('at', '<', before(KEEP_MS.linkRequests)).execute()
  await db.deleteFrom('read_shares').where('refilled_at', '<', before(KEEP_MS.readShares)).execute()
  await sql`
    delete from engines e
     where coalesce(e.stopped_at, e.heartbeat_at) < ${before(KEEP_MS.endedEngines)}
       and not exists (select from bids b where b.engine_id = e.id)`.execute(db)
  await sql`
    delete from listings l
     where l.last_checked_at < ${before(KEEP_MS.untrackedListings)}
       and not exists (select from tracked_auctions t where t.listing_id = l.id)`.execute(db)
}
