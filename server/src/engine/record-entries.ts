import { sql, type UpdateObject } from 'kysely'
import type { BidEvent } from '../bid-log/bid-event.ts'
import { recordBidEvents } from '../bid-log/record-bid-events.ts'
import { announceChange, announceChanges } from '../changes/announce-change.ts'
import type { Db, Tables, Tx } from '../platform/database/tables.ts'
import type { Claim, JournalEntry, Progress } from './core/ports.ts'

/**
 * Writes journal entries, each once however often it comes: events by their keys, progress because it only ever goes
 * forward. What happened is logged whoever saw it. What somebody made of it, a verdict or a new moment to fire, counts
 * only while the claim stands, and is logged only then.
 */
export async function recordEntries(db: Db, entries: readonly JournalEntry[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    let told: BidEvent[] = []
    // In one order for all who hold several bids, so that no two wait for each other.
    for (const entry of entries.toSorted((a, b) => a.bidId - b.bidId)) {
      const counts = entry.progress === null || (await advance(tx, entry, entry.progress))
      for (const event of entry.events) {
        if (event.detail.kind === 'end_moved') {
          await recordBidEvents(tx, told)
          told = (await moveEnd(tx, entry, event, event.detail)) ? [event] : []
        } else if (counts || entry.progress?.to !== 'finished') told.push(event)
      }
    }
    await recordBidEvents(tx, told)
    await announce(tx, new Set(entries.map(({ bidId }) => bidId)))
  })
}

/**
 * Of those who see an end move, the first to write it down logs it: us, or whoever wrote the reading. Next to a line on
 * a move to the same end, ours is no news. A move written down late moves nothing: the listing has been seen since.
 */
async function moveEnd(tx: Tx, { bidId, fence }: Claim, { at }: BidEvent, { to }: { to: number }): Promise<boolean> {
  const told = sql`select (e.detail ->> 'to')::float8 from bid_events e where e.bid_id = b.id and e.kind = 'end_moved'`
  const moment = sql`${new Date(at)}`
  type Row = { status: string; fence: number; seenAt: Date | null; before: number | null; after: number | null }
  const { rows } = await sql<Row>`
    select b.status, b.fence, l.seen_at as "seenAt",
           (${told} and e.at <= ${moment} order by e.at desc, e.id desc limit 1) as before,
           (${told} and e.at > ${moment} order by e.at, e.id limit 1) as after
      from bids b join listings l on l.id = b.listing_id
     where b.id = ${bidId}
       for no key update of b`.execute(tx)
  const [bid] = rows
  if (!bid || bid.fence !== fence || bid.before === to || bid.after === to) return false
  if (bid.status !== 'pending' || at < (bid.seenAt?.getTime() ?? 0)) return true
  const fireAt = sql<Date>`${new Date(to)}::timestamptz - make_interval(secs => seconds_before_end)`
  await tx.updateTable('bids').set({ fire_at: fireAt }).where('id', '=', bidId).execute()
  return true
}

/** What an entry makes of its bid; false when that is no longer for its claim to say. */
async function advance(tx: Tx, { bidId, fence }: Claim, progress: Progress): Promise<boolean> {
  const bid = await tx
    .updateTable('bids')
    .set({ ...changesFor(progress), ...nothingWanted, updated_at: new Date(progress.at) })
    .where('id', '=', bidId)
    .where('fence', '=', fence)
    .where('status', 'in', progress.to === 'finished' ? ['pending', 'executed'] : ['pending'])
    .returning(['tracked_auction_id', 'account_id'])
    .executeTakeFirst()
  if (!bid) return false
  if (progress.to !== 'finished') return true
  const { status } = progress
  if (status !== 'won' && status !== 'lost' && status !== 'outbid') return true
  await tx
    .updateTable('tracked_auctions')
    .set({ status, updated_at: new Date(progress.at) })
    .where('id', '=', bid.tracked_auction_id)
    .execute()
  await announceChange(tx, { what: 'auction', accountId: bid.account_id, auctionId: bid.tracked_auction_id })
  return true
}

/** A wish that came before any of these can no longer be granted. */
const nothingWanted = { wanted: null, wanted_max_bid_cents: null, wanted_seconds_before_end: null }

function changesFor(progress: Progress): UpdateObject<Tables, 'bids'> {
  const at = new Date(progress.at)
  switch (progress.to) {
    case 'locked_in':
      return { locked_in_at: sql<Date>`coalesce(locked_in_at, ${at})` }
    case 'executed':
      return { status: 'executed', executed_at: at }
    case 'finished': {
      const { status, outcome, priceCents, words } = progress
      const settled = status === 'won' || status === 'lost'
      return {
        status,
        outcome,
        final_price_cents: settled ? priceCents : null,
        error_detail: words || null,
        settled_at: at,
        engine_id: null,
      }
    }
  }
}

async function announce(tx: Tx, bidIds: ReadonlySet<number>) {
  const bids = await tx
    .selectFrom('bids')
    .select(['id', 'account_id'])
    .where('id', 'in', [...bidIds])
    .execute()
  await announceChanges(
    tx,
    bids.map((bid) => ({ what: 'bid', accountId: bid.account_id, bidId: bid.id })),
  )
}
