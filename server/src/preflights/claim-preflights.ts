import type { PreflightFinding } from '@bidwell/contract'
import { sql } from 'kysely'
import { DUE_NOW, GROUPING_WINDOW_MS, CUTOFF_MS } from '../bid-log/plan-preflight.ts'
import type { Db } from '../platform/database/tables.ts'

/** Longer than any check takes: after it, whoever was checking is taken to have died. */
const CHECK_TAKES_AT_MOST_MS = 3 * 60_000

export type ClaimedPreflight = {
  bidId: number
  accountId: number
  auctionId: string
  maxBidCents: number
  fireAt: Date
  endsAt: Date
  /** The end that it was scheduled or last changed for, if that has moved since; epoch ms. */
  endedBefore: number | null
  checkedAt: Date | null
  found: PreflightFinding[] | null
  /** What `preflight_due_at` says while it is ours. */
  claim: Date
}

/**
 * Takes the bids whose check is due, nearest their moment first, with those of the same accounts that will be due in a
 * moment. `skip locked` lets processes share the work. Left alone: what an engine holds or is about to take. `now` is
 * epoch ms on the site's clock.
 */
export async function claimPreflights(db: Db, siteId: string, limit: number, now: number): Promise<ClaimedPreflight[]> {
  const claim = new Date(now + CHECK_TAKES_AT_MOST_MS)
  const dueBy = (at: number) => sql`b.status = 'pending' and b.preflight_due_at <= ${new Date(at)}
    and b.engine_id is null and b.fire_at > ${new Date(now + CUTOFF_MS)}`
  const { rows } = await sql<ClaimedPreflight>`
    with due as (
      select b.account_id from bids b where ${dueBy(now)} order by b.fire_at limit ${limit}
    ), taken as (
      select b.id from bids b join listings l on l.id = b.listing_id
       where b.account_id in (select account_id from due) and ${dueBy(now + GROUPING_WINDOW_MS)} and l.marketplace = ${siteId}
       order by b.fire_at limit ${limit} for update of b skip locked
    )
    update bids
       set preflight_due_at = ${claim}
      from taken join bids b on b.id = taken.id join listings l on l.id = b.listing_id
     where bids.id = taken.id
    returning b.id as "bidId", b.account_id as "accountId", l.auction_id as "auctionId",
              b.max_bid_cents as "maxBidCents", b.fire_at as "fireAt", l.ends_at as "endsAt",
              ${endedBefore} as "endedBefore", b.preflight_at as "checkedAt", b.preflight_findings as found,
              ${claim}::timestamptz as claim`.execute(db)
  return rows.toSorted((a, b) => a.fireAt.getTime() - b.fireAt.getTime())
}

/** From the first move that its owner has not seen while scheduling or changing it. */
const endedBefore = sql<number | null>`(
  select (moved.detail ->> 'from')::float8
    from bid_events moved
   where moved.bid_id = b.id and moved.kind = 'end_moved'
     and moved.id > coalesce((select max(wish.id) from bid_events wish
                               where wish.bid_id = b.id and wish.kind in ('scheduled', 'changed')), 0)
   order by moved.id limit 1)`

/** Gives a bid back unchecked: it stays due. */
export async function unclaimPreflight(db: Db, { bidId, claim }: ClaimedPreflight): Promise<void> {
  await db
    .updateTable('bids')
    .set({ preflight_due_at: DUE_NOW })
    .where('id', '=', bidId)
    .where('preflight_due_at', '=', claim)
    .execute()
}
