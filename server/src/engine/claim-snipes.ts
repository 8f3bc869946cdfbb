import type { GroupHold } from '@bidwell/contract'
import { sql } from 'kysely'
import { isPaused } from '../bidding/pauses/pause-queries.ts'
import { maximumOf } from '../marketplace/maximum.ts'
import type { Db } from '../platform/database/tables.ts'
import { SUSPECT_BEFORE_MS } from './core/decide-step.ts'
import type { ClaimQuery, Snipe } from './core/ports.ts'

type Query = ClaimQuery & { siteId: string; engineId: number }

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
  only_reads: boolean
  taken_over: boolean
  group_id: number | null
  is_granted: boolean
  group_held_because: GroupHold | null
}

/** After a restore, the moments of many bids may have passed: the site is asked about so many at a time. */
export const MAX_RESTORED = 5

/**
 * Claims the snipes that come due, in firing order, and sent snipes whose result is missing. `skip locked` lets engines
 * claim side by side, and skips a bid that its owner is changing at this moment. A peer whose heartbeat has changed
 * since it was called expired keeps its snipes. A paused snipe is claimed only from an expired peer, because that peer
 * may have sent it; otherwise it stays free. A restored bid is claimed once its moment has passed, whatever is paused, and
 * only to be read: nothing sends it. Each of the four selects uses an index of its own, which holds only the few rows that it
 * may return.
 */
export async function claimSnipes(db: Db, query: Query): Promise<Snipe[]> {
  const { siteId, engineId, siteTime, uncertaintyMs, expired, includeBeyondHorizon, capacity } = query
  const earliestSiteTime = new Date(siteTime - uncertaintyMs)
  const latestSiteTime = new Date(siteTime + uncertaintyMs)

  // On `b`, in the four selects.
  const due = new Date(query.dueBefore)
  const isClaimable = sql`(b.engine_id is null or b.engine_id in (select engine_id from expired))`

  // On `bids`, of which `claimed.engine_id` is the last holder, in the update.
  const isRestored = sql`(bids.status = 'pending' and bids.restored_from is not null)`
  // The last holder was to send nothing before that instant, and has no lease any more: its lock-in is void.
  const isLockInVoid = sql`coalesce(bids.not_sent_before > ${latestSiteTime}, false)`
  // Without a grant, it was neither locked in nor sent.
  const isUngranted = sql`(bids.group_id is not null and bids.group_granted_at is null)`
  // Its last holder may have sent it during an outage, of which only its journal would tell. Stored with the claim, so that it is not
  // lost when the new holder releases the bid.
  const isSuspect = sql`(claimed.engine_id is not null and not ${isUngranted} and not claimed.is_journal_replayed and bids.status = 'pending'
                         and bids.fire_at < ${new Date(siteTime + SUSPECT_BEFORE_MS)})`
  const mayHaveBeenSent = sql`(bids.status = 'pending' and not ${isRestored} and not ${isLockInVoid} and (bids.locked_in_at is not null or ${isSuspect}))`
  // An engine may have recorded a move of the end that the listing does not show yet. A sent bid is not moved any more.
  const endsAt = sql`case bids.status when 'pending' then bids.fire_at + make_interval(secs => bids.seconds_before_end)
                                      else least(l.ends_at, l.closed_at) end`
  const { rows } = await sql<ClaimedRow>`
    with expired as (
      select e.id as engine_id, seen."isJournalReplayed" as is_journal_replayed
        from jsonb_to_recordset(${JSON.stringify(expired)}::jsonb)
               as seen ("engineId" bigint, heartbeat bigint, "isJournalReplayed" boolean)
        join engines e on e.id = seen."engineId" and e.heartbeat = seen.heartbeat
    ), pending as (
      select b.id, b.engine_id from bids b join listings l on l.id = b.listing_id
       where b.status = 'pending' and b.fire_at <= ${due} and ${isClaimable} and l.marketplace = ${siteId}
         and b.restored_from is null and (b.engine_id is not null or not ${isPaused})
       order by b.fire_at, b.id limit ${capacity.unsent} for update of b skip locked
    ), orphaned as (
      select b.id, b.engine_id from bids b join listings l on l.id = b.listing_id
       where ${includeBeyondHorizon} and b.status = 'pending' and b.fire_at > ${due} and l.marketplace = ${siteId}
         and b.restored_from is null and b.engine_id in (select engine_id from expired)
       order by b.fire_at, b.id limit ${capacity.unsent} - (select count(*) from pending) for update of b skip locked
    ), restored as (
      select b.id, b.engine_id from bids b join listings l on l.id = b.listing_id
       where b.status = 'pending' and b.restored_from is not null and b.fire_at <= ${earliestSiteTime}
         and ${isClaimable} and l.marketplace = ${siteId}
       -- They take the room of sent bids, as both are only read.
       order by b.fire_at, b.id limit ${Math.min(capacity.sent, MAX_RESTORED)} for update of b skip locked
    ), unsettled as (
      select b.id, b.engine_id from bids b join listings l on l.id = b.listing_id
       where b.status = 'executed' and b.settled_at is null and ${isClaimable} and l.marketplace = ${siteId}
       order by b.fire_at, b.id limit ${capacity.sent} - (select count(*) from restored) for update of b skip locked
    )
    update bids
       set engine_id = ${engineId}, fence = bids.fence + 1,
           -- The lock-in refuses the bid once the login is another one.
           login_version = (select c.version from connections c
                             where c.account_id = bids.account_id and c.marketplace = l.marketplace),
           locked_in_at = case when bids.status <> 'pending' then bids.locked_in_at
                               -- A suspect counts as locked in from now on: its owner can no longer change it.
                               when ${mayHaveBeenSent} then coalesce(bids.locked_in_at, ${new Date(siteTime)})
                               else null end,
           -- The last holder may have sent it up to now.
           uncertain_since = case when ${mayHaveBeenSent} then ${latestSiteTime}::timestamptz end,
           -- It was the promise of the last holder.
           not_sent_before = null
      from (select c.*, coalesce(e.is_journal_replayed, false) as is_journal_replayed
              from (select * from pending union all select * from orphaned
                    union all select * from restored union all select * from unsettled) c
              left join expired e on e.engine_id = c.engine_id) claimed, listings l
     where bids.id = claimed.id and l.id = bids.listing_id
    returning bids.id as bid_id, bids.account_id, l.auction_id, l.seller_id, bids.max_bid_cents,
              bids.seconds_before_end, ${endsAt} as ends_at,
              coalesce(l.closed_reason = 'ended_early', false) as ended_early,
              bids.status, bids.fence, bids.locked_in_at, bids.uncertain_since, ${isRestored} as only_reads,
              claimed.engine_id is not null as taken_over, bids.group_id,
              bids.group_granted_at is not null and bids.group_released_at is null as is_granted,
              bids.group_held_because
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
  onlyReads: row.only_reads,
  takenOver: row.taken_over,
  group: row.group_id === null ? null : { isGranted: row.is_granted, hold: row.group_held_because },
})
