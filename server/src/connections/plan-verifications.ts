import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { enqueue } from '../platform/enqueue.ts'

type PlanDeps = { db: Db; clock: Clock; marketplace: { readonly id: string } }

const HOUR = 3_600_000
/** A login proven within this needs no new proof. */
const PROVEN_FOR_MS = 12 * HOUR
/** Whoever has not looked for longer, and wants nothing done, is not worth a question to the site. */
const SEEN_WITHIN_MS = 7 * 24 * HOUR
/** The site sees one of these at a time, and no more than five a minute. */
const APART_MS = 12_000
const AN_HOURS_WORTH = HOUR / APART_MS

/**
 * Has the background verify, over the coming hour, the connections whose last proof grows old, oldest first. To be
 * called each hour.
 */
export async function planVerifications({ db, clock, marketplace }: PlanDeps): Promise<void> {
  const now = clock.now()
  const due = await findUnproven(db, marketplace.id, now)
  for (const [place, { id: connectionId }] of due.entries()) {
    const [jobKey, runAt] = [`verify-connection:${connectionId}`, now + place * APART_MS]
    await enqueue(db, 'verify-connection', { connectionId }, { jobKey, runAt })
  }
}

/** Connections that somebody relies on and that nothing has proven for a while, save those known to be refused. */
async function findUnproven(db: Db, marketplace: string, now: number): Promise<{ id: number }[]> {
  return db
    .selectFrom('connections as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .select('c.id')
    .where('c.marketplace', '=', marketplace)
    .where('c.state', '<>', 'refused')
    .where((where) =>
      where.or([
        where('c.last_verified_at', 'is', null),
        where('c.last_verified_at', '<', new Date(now - PROVEN_FOR_MS)),
      ]),
    )
    .where((where) =>
      where.or([
        where('a.active_until', '>', new Date(now - SEEN_WITHIN_MS)),
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
    .limit(AN_HOURS_WORTH)
    .execute()
}
