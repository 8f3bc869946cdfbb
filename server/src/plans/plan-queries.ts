import { type ReturnedOutcome, RETURNED_OUTCOMES } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import type { Standing } from './decide-entitlement.ts'
import type { CountWindow } from './month-window.ts'

/** What an account has: reads its trial and the subscription that has not ended. */
export async function readStanding(db: Db, accountId: number): Promise<Standing> {
  const row = await db
    .selectFrom('accounts as a')
    .leftJoin('trials as t', 't.account_id', 'a.id')
    .leftJoin('subscriptions as s', (join) => join.onRef('s.account_id', '=', 'a.id').on('s.status', '<>', 'ended'))
    .select(['a.created_at', 't.started_at as trial_started_at', 't.ends_at as trial_ends_at'])
    .select(['s.plan', 's.started_at', 's.past_due_since'])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { trial_started_at, trial_ends_at, plan, started_at, past_due_since } = row
  return {
    openedAt: row.created_at.getTime(),
    trial: trial_started_at &&
      trial_ends_at && { startedAt: trial_started_at.getTime(), endsAt: trial_ends_at.getTime() },
    subscription:
      plan !== null && started_at
        ? { plan, startedAt: started_at.getTime(), pastDueSince: past_due_since?.getTime() ?? null }
        : null,
  }
}

/** Whether a trial has begun for this person, with whatever account. `people` are the hashes of the person. */
export async function hasSpentTrial(db: Db, people: readonly Buffer[]): Promise<boolean> {
  const spent = await db.selectFrom('used_once').select('hash').where('hash', 'in', people).executeTakeFirst()
  return spent !== undefined
}

/**
 * Whether a bid does not count against its month: it was cancelled, or it was never sent, for a reason that is not its
 * owner's.
 */
const isReturned = sql<boolean>`(
  b.status = 'cancelled'
  or (coalesce(b.outcome, '') in (${sql.join(RETURNED_OUTCOMES.map((outcome) => sql.lit(outcome)))})
      and b.executed_at is null
      and not exists (select from bid_events e where e.bid_id = b.id and e.kind = 'sent')))`

/**
 * The bids of an account that began to count within a window, also those that were deleted from the history. A counter
 * would need a correction wherever a bid ends: in engines, jobs and replayed journals.
 */
const bidsWithin = (db: Db, accountId: number, { start, end }: CountWindow) =>
  db
    .selectFrom('bids as b')
    .where('b.account_id', '=', accountId)
    .where('b.counted_at', '>=', new Date(start))
    .$if(end !== null, (query) => query.where('b.counted_at', '<', new Date(end ?? 0)))

export async function countSnipes(db: Db, accountId: number, window: CountWindow): Promise<number> {
  const { used } = await bidsWithin(db, accountId, window)
    .select((bid) => bid.fn.countAll<number>().as('used'))
    .where((bid) => bid.not(isReturned))
    .executeTakeFirstOrThrow()
  return used
}

/** The newest first. */
export async function findSnipes(db: Db, accountId: number, window: CountWindow, limit: number) {
  return (
    bidsWithin(db, accountId, window)
      .innerJoin('listings as l', 'l.id', 'b.listing_id')
      .select(['b.id', 'b.counted_at', 'l.auction_id', 'l.title', isReturned.as('is_returned')])
      // A bid that is returned has one of these outcomes.
      .select(sql<ReturnedOutcome>`b.outcome`.as('outcome'))
      .orderBy('b.counted_at', 'desc')
      .orderBy('b.id', 'desc')
      .limit(limit)
      .execute()
  )
}

/** Counts the tracked auctions that are open. `siteNow` is epoch ms on the site's clock. */
export async function countOpenAuctions(db: Db, accountId: number, siteNow: number): Promise<number> {
  const { used } = await db
    .selectFrom('tracked_auctions as t')
    .innerJoin('listings as l', 'l.id', 't.listing_id')
    .select((auction) => auction.fn.countAll<number>().as('used'))
    .where('t.account_id', '=', accountId)
    .where('t.removed_at', 'is', null)
    .where('l.closed_at', 'is', null)
    .where('l.ends_at', '>', new Date(siteNow))
    .executeTakeFirstOrThrow()
  return used
}
