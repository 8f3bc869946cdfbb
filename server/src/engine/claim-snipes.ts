import { sql } from 'kysely'
import { isPaused } from '../pauses/is-paused.ts'
import { maximumOf } from '../marketplace/maximum.ts'
import type { Db } from '../platform/database/tables.ts'
import { PROOF_AFTER_MS } from './core/decide-step.ts'
import type { Snipe } from './core/ports.ts'

/** A snipe taken this close to its moment from an engine whose journal we cannot read may have been fired, log or no log. */
const SUSPECT_FROM_MS = 3_000

type Wanted = {
  siteId: string
  engineId: number
  /** Epoch ms on the site's clock. */
  siteTime: number
  uncertaintyMs: number
  dueBefore: number
  expired: readonly { engineId: number; heartbeat: number; isJournalRead: boolean }[]
  includeBeyondHorizon: boolean
  capacity: { unsent: number; sent: number }
}

type ClaimedRow = {
  bid_id: number
  account_id: number
  auction_id: string
  seller_id: string
  max_bid_cents: number
  seconds_before_end: number
  ends_at: Date
  ended_early: boolean
  status: 'pending' | 'executed'
  fence: number
  locked_in_at: Date | null
  uncertain_since: Date | null
  taken_over: boolean
}

/**
 * Takes the snipes that come due, in firing order, and those sent whose end is not known. `skip locked` lets engines
 * claim side by side, and leaves a bid alone that its owner is changing at this moment. An expired engine whose counter
 * has moved since we looked is alive after all: its snipes stay with it. A paused one is taken only from an engine that
 * is gone, for it may have been fired all the same; then it is let go of. Three selects, since each of them alone is
 * served by an index that holds nothing but the few rows it may take.
 */
export async function claimSnipes(db: Db, wanted: Wanted): Promise<Snipe[]> {
  const { siteId, engineId, siteTime, uncertaintyMs, expired, includeBeyondHorizon, capacity } = wanted
  const due = new Date(wanted.dueBefore)
  const latest = new Date(siteTime + uncertaintyMs)
  // Its last holder had yet to send it: a lock-in of theirs is void, and a doubt is as old as it was to them.
  const unfired = sql`coalesce(bids.not_sent_before > ${latest}, false)`
  const isVoid = sql`(${unfired} and bids.uncertain_since is null)`
  // Written with the claim, so that a successor who lets go again cannot forget it.
  const suspect = sql`(claimed.engine_id is not null and not claimed.is_journal_read and bids.status = 'pending'
                       and bids.fire_at < ${new Date(siteTime + SUSPECT_FROM_MS)})`
  const inDoubt = sql`(bids.status = 'pending' and not ${isVoid} and (bids.locked_in_at is not null or ${suspect}))`
  const notSentBefore = new Date(siteTime - uncertaintyMs + PROOF_AFTER_MS)
  const free = sql`(b.engine_id is null or b.engine_id in (select engine_id from expired))`
  const { rows } = await sql<ClaimedRow>`
    with expired as (
      select e.id as engine_id, seen."isJournalRead" as is_journal_read
        from jsonb_to_recordset(${JSON.stringify(expired)}::jsonb)
               as seen ("engineId" bigint, heartbeat bigint, "isJournalRead" boolean)
        join engines e on e.id = seen."engineId" and e.heartbeat = seen.heartbeat
    ), pending as (
      select b.id, b.engine_id from bids b join listings l on l.id = b.listing_id
       where b.status = 'pending' and b.fire_at <= ${due} and ${free} and l.marketplace = ${siteId}
         and (b.engine_id is not null or not ${isPaused})
       order by b.fire_at limit ${capacity.unsent} for update of b skip locked
    ), orphaned as (
      select b.id, b.engine_id from bids b join listings l on l.id = b.listing_id
       where ${includeBeyondHorizon} and b.status = 'pending' and b.fire_at > ${due} and l.marketplace = ${siteId}
         and b.engine_id in (select engine_id from expired)
       limit ${capacity.unsent} for update of b skip locked
    ), unsettled as (
      select b.id, b.engine_id from bids b join listings l on l.id = b.listing_id
       where b.status = 'executed' and ${free} and l.marketplace = ${siteId}
       order by b.fire_at limit ${capacity.sent} for update of b skip locked
    )
    update bids
       set engine_id = ${engineId}, fence = bids.fence + 1,
           locked_in_at = case when ${inDoubt} then coalesce(bids.locked_in_at, ${new Date(siteTime)})
                               when bids.status = 'pending' then null
                               else bids.locked_in_at end,
           uncertain_since = case when not ${inDoubt} then null
                                when ${unfired} then bids.uncertain_since else ${latest} end,
           not_sent_before = case when not ${inDoubt} then null
                                when ${unfired} then bids.not_sent_before else ${notSentBefore} end
      from (select c.*, coalesce(e.is_journal_read, false) as is_journal_read
              from (select * from pending union all select * from orphaned union all select * from unsettled) c
              left join expired e on e.engine_id = c.engine_id) claimed, listings l
     where bids.id = claimed.id and l.id = bids.listing_id
    returning bids.id as bid_id, bids.account_id, l.auction_id, l.seller_id, bids.max_bid_cents,
              bids.seconds_before_end, least(l.ends_at, l.closed_at) as ends_at,
              coalesce(l.closed_reason = 'ended_early', false) as ended_early,
              bids.status, bids.fence, bids.locked_in_at, bids.uncertain_since, claimed.engine_id is not null as taken_over
  `.execute(db)
  return rows.map(snipeOf)
}

const snipeOf = (row: ClaimedRow): Snipe => ({
  bidId: row.bid_id,
  accountId: row.account_id,
  auctionId: row.auction_id,
  sellerId: row.seller_id,
  maximum: maximumOf(row),
  leadMs: row.seconds_before_end * 1_000,
  endsAt: row.ends_at.getTime(),
  endedEarly: row.ended_early,
  status: row.status,
  fence: row.fence,
  lockedInAt: row.locked_in_at?.getTime() ?? null,
  uncertainSince: row.uncertain_since?.getTime() ?? null,
  takenOver: row.taken_over,
})
