import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * How long things are kept once they serve nobody. What is not named here stays: `vault_uses` is a chain, from which
 * nothing can be taken; removed auctions can be put back, and their bids refer to them; events are the bids' receipts,
 * and go with the account.
 */
const KEEP_MS = {
  idempotencyKeys: DAY,
  deadSessions: 7 * DAY,
  loginFailures: DAY,
  /** Read for somebody who then did not track them. */
  untrackedListings: 7 * DAY,
  /** Long after anybody would look into what they did; and a journal of theirs is taken over by its number. */
  goneEngines: 30 * DAY,
  /** Left by processes that died while they read. */
  firstReads: HOUR,
} as const

/** Throws away what nobody will ask for again. */
export async function cleanUp({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = (keepMs: number) => new Date(clock.now() - keepMs)

  await db.deleteFrom('idempotency_keys').where('created_at', '<', before(KEEP_MS.idempotencyKeys)).execute()
  await db.deleteFrom('login_failures').where('at', '<', before(KEEP_MS.loginFailures)).execute()
  await db
    .deleteFrom('sessions')
    .where(sql<boolean>`least(expires_at, revoked_at) < ${before(KEEP_MS.deadSessions)}`)
    .execute()
  await db.deleteFrom('first_reads').where('claimed_until', '<', before(KEEP_MS.firstReads)).execute()
  await sql`
    delete from engines e
     where coalesce(e.stopped_at, e.heartbeat_at) < ${before(KEEP_MS.goneEngines)}
       and not exists (select from bids b where b.engine_id = e.id)`.execute(db)
  await sql`
    delete from listings l
     where l.last_checked_at < ${before(KEEP_MS.untrackedListings)}
       and not exists (select from tracked_auctions t where t.listing_id = l.id)`.execute(db)
}
