import type { Ctx } from '../context/ctx.ts'
import { activeUntil } from '../identity/accounts/active-accounts.ts'
import type { Db } from '../platform/database/tables.ts'
import { enqueue } from '../platform/enqueue.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'

const HOUR_MS = 3_600_000
/** A login that was verified within this time is not verified again. */
const VERIFIED_FOR_MS = 12 * HOUR_MS
/** An account without open bids or auctions is verified only if its owner had a browser open within this time. */
const ACTIVE_WITHIN_MS = 7 * 24 * HOUR_MS
/** The verifications run one after the other, at most five a minute. */
const INTERVAL_MS = 12_000
const MAX_PER_HOUR = HOUR_MS / INTERVAL_MS

/**
 * Enqueues the verification of the connections that were verified too long ago, oldest first, spread over the coming
 * hour, and warns the owners of logins that could not be verified for long. Called once an hour.
 */
export async function enqueueDueVerifications({ db, clock, marketplace }: Ctx): Promise<void> {
  const now = clock.now()
  await warnOfExpiry(db, marketplace.id, now)
  const due = await findDue(db, marketplace.id, now)
  for (const [place, { id: connectionId }] of due.entries()) {
    const [jobKey, runAt] = [`verify-connection:${connectionId}`, now + place * INTERVAL_MS]
    await enqueue(db, 'verify-connection', { connectionId }, { jobKey, runAt })
  }
}

/** The connections that are in use and were not verified recently, without those whose credentials were refused and whose session is gone. */
async function findDue(db: Db, marketplace: string, now: number): Promise<{ id: number }[]> {
  return db
    .selectFrom('connections as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .select('c.id')
    .where('c.marketplace', '=', marketplace)
    .where((where) => where.or([where('c.state', '<>', 'refused'), where('c.sealed_token', 'is not', null)]))
    .where((where) =>
      where.or([
        where('c.last_verified_at', 'is', null),
        where('c.last_verified_at', '<', new Date(now - VERIFIED_FOR_MS)),
      ]),
    )
    .where((where) =>
      where.or([
        where(activeUntil, '>', new Date(now - ACTIVE_WITHIN_MS)),
        where.exists(
          where
            .selectFrom('bids as b')
            .select('b.id')
            .whereRef('b.account_id', '=', 'a.id')
            .where('b.status', '=', 'pending'),
        ),
        where.exists(
          where
            .selectFrom('tracked_auctions as t')
            .innerJoin('listings as l', 'l.id', 't.listing_id')
            .select('t.id')
            .whereRef('t.account_id', '=', 'a.id')
            .where('t.removed_at', 'is', null)
            .where('l.closed_at', 'is', null),
        ),
      ]),
    )
    .orderBy('c.last_verified_at', (order) => order.asc().nullsFirst())
    .limit(MAX_PER_HOUR)
    .execute()
}
