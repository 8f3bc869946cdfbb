import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How long things are kept once they serve nobody. */
const KEEP_MS = {
  idempotencyKeys: DAY,
  deadSessions: 7 * DAY,
  loginFailures: DAY,
  /** Read for somebody who then did not track them. */
  untrackedListings: 7 * DAY,
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
  await sql`
    delete from listings l
     where l.last_checked_at < ${before(KEEP_MS.untrackedListings)}
       and not exists (select from tracked_auctions t where t.listing_id = l.id)`.execute(db)
}
