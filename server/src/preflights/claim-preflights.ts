import type { PreflightFinding } from '@bidwell/contract'
import { sql } from 'kysely'
import { CUTOFF_MS, DUE_NOW, GROUPING_WINDOW_MS } from '../bids/preflight-due.ts'
import type { Db } from '../platform/database/tables.ts'

/** Longer than any preflight takes. After it, the process that holds the claim is assumed dead. */
const CLAIM_MS = 3 * 60_000

export type ClaimedPreflight = {
  bidId: number
  accountId: number
  auctionId: string
  maxBidCents: number
  fireAt: Date
  endsAt: Date
  /** The auction's end when the owner scheduled or last changed the bid, if the end has moved since; epoch ms. */
  previousEnd: number | null
  /** The time and the findings of the previous preflight. */
  checkedAt: Date | null
  findings: PreflightFinding[] | null
  /** The value of `preflight_due_at` while this claim is valid. */
  claim: Date
}

/**
 * Claims due preflights, soonest bid first, together with preflights of the same accounts that are due within the
 * grouping window. Leaves out bids that an engine holds or is about to arm. Several processes can claim at once, because
 * locked rows are skipped. `now` is epoch ms on the site's clock.
 */
export async function claimPreflights(db: Db, siteId: string, limit: number, now: number): Promise<ClaimedPreflight[]> {
  const claim = new Date(now + CLAIM_MS)
  const isDueBy = (at: number) => sql`b.status = 'pending' and b.preflight_due_at <= ${new Date(at)}
    and b.engine_id is null and b.fire_at > ${new Date(now + CUTOFF_MS)}`
  const { rows } = await sql<ClaimedPreflight>`
    with due as (
      select b.account_id from bids b where ${isDueBy(now)} order by b.fire_at limit ${limit}
    ), grouped as (
      select b.id from bids b join listings l on l.id = b.listing_id
       where b.account_id in (select account_id from due) and ${isDueBy(now + GROUPING_WINDOW_MS)}
         and l.marketplace = ${siteId}
       order by b.fire_at limit ${limit} for update of b skip locked
    )
    update bids
       set preflight_due_at = ${claim}
      from grouped join bids b on b.id = grouped.id join listings l on l.id = b.listing_id
     where bids.id = grouped.id
    returning b.id as "bidId", b.account_id as "accountId", l.auction_id as "auctionId",
              b.max_bid_cents as "maxBidCents", b.fire_at as "fireAt", l.ends_at as "endsAt",
              ${previousEnd} as "previousEnd", b.preflight_at as "checkedAt", b.preflight_findings as findings,
              ${claim}::timestamptz as claim`.execute(db)
  return rows.toSorted((a, b) => a.fireAt.getTime() - b.fireAt.getTime())
}

/** From the first move of the end since the owner scheduled or last changed bid `b`. */
const previousEnd = sql<number | null>`(
  select (moved.detail ->> 'from')::float8
    from bid_events moved
   where moved.bid_id = b.id and moved.kind = 'end_moved'
     and moved.id > coalesce((select max(e.id) from bid_events e
                               where e.bid_id = b.id and e.kind in ('scheduled', 'changed')), 0)
   order by moved.id limit 1)`

/** Releases claims, so that the preflights are due again. */
export async function unclaimPreflights(db: Db, claimed: readonly ClaimedPreflight[]): Promise<void> {
  for (const { bidId, claim } of claimed) {
    await db
      .updateTable('bids')
      .set({ preflight_due_at: DUE_NOW })
      .where('id', '=', bidId)
      .where('preflight_due_at', '=', claim)
      .execute()
  }
}
