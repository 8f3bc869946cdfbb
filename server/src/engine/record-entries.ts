import { sql, type UpdateObject } from 'kysely'
import type { BidEvent } from '../bid-log/bid-event.ts'
import { recordBidEvents } from '../bid-log/record-bid-events.ts'
import { announceChange } from '../changes/announce-change.ts'
import type { Db, Tables, Tx } from '../platform/database/tables.ts'
import type { JournalEntry, Progress } from './core/ports.ts'

/**
 * Writes journal entries, each once however often it comes: events by their keys, progress because it only ever goes
 * forward. What happened is logged whoever saw it; what it makes of the bid counts only while the claim stands.
 */
export async function recordEntries(db: Db, entries: readonly JournalEntry[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const news: BidEvent[] = []
    for (const entry of entries) {
      for (const event of entry.events) if (await isNews(tx, entry, event)) news.push(event)
      if (entry.progress) await advance(tx, entry, entry.progress)
    }
    await recordBidEvents(tx, news)
    await announce(tx, new Set(entries.map(({ bidId }) => bidId)))
  })
}

/**
 * Of those who see an end move, the one who moves the bid with it logs it: us, or whoever wrote the reading first. Once
 * the claim is gone it is for others to see; once the bid is sent it moves no more, and we alone say so.
 */
async function isNews(tx: Tx, { bidId, fence }: JournalEntry, { detail }: BidEvent): Promise<boolean> {
  if (detail.kind !== 'end_moved') return true
  const bid = await tx
    .selectFrom('bids')
    .select(['status', 'fence', 'fire_at', 'seconds_before_end'])
    .where('id', '=', bidId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (bid?.status !== 'pending') return true
  const fireAt = new Date(detail.to - bid.seconds_before_end * 1_000)
  if (bid.fence !== fence || bid.fire_at.getTime() === fireAt.getTime()) return false
  await tx.updateTable('bids').set({ fire_at: fireAt }).where('id', '=', bidId).execute()
  return true
}

async function advance(tx: Tx, { bidId, fence }: JournalEntry, progress: Progress) {
  const bid = await tx
    .updateTable('bids')
    .set({ ...changesFor(progress), ...nothingWanted, updated_at: new Date(progress.at) })
    .where('id', '=', bidId)
    .where('fence', '=', fence)
    .where('status', 'in', progress.to === 'finished' ? ['pending', 'executed'] : ['pending'])
    .returning(['tracked_auction_id', 'account_id'])
    .executeTakeFirst()
  if (!bid || progress.to !== 'finished') return
  const { status } = progress
  if (status !== 'won' && status !== 'lost' && status !== 'outbid') return
  await tx
    .updateTable('tracked_auctions')
    .set({ status, updated_at: new Date(progress.at) })
    .where('id', '=', bid.tracked_auction_id)
    .execute()
  await announceChange(tx, { what: 'auction', accountId: bid.account_id, auctionId: bid.tracked_auction_id })
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
  for (const bid of bids) await announceChange(tx, { what: 'bid', accountId: bid.account_id, bidId: bid.id })
}
