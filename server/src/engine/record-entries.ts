import { sql } from 'kysely'
import type { BidEvent } from '../bid-log/bid-event.ts'
import { recordBidEvents } from '../bid-log/record-bid-events.ts'
import { announceChanges } from '../changes/announce-change.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { advanceBids } from './advance-bids.ts'
import type { Claim, JournalEntry } from './core/ports.ts'

/**
 * Writes journal entries, each once however often it comes: events by their keys, progress because it only ever goes
 * forward. What happened is logged whoever saw it. What somebody made of it, a verdict or a new moment to fire, counts
 * only while the claim stands, and is logged only then.
 */
export async function recordEntries(db: Db, entries: readonly JournalEntry[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const bids = await lockBids(
      tx,
      entries.map(({ bidId }) => bidId),
    )
    for (const entry of entries) {
      for (const event of entry.events) {
        if (event.detail.kind === 'end_moved' && (await moveEnd(tx, entry, event, event.detail)))
          await recordBidEvents(tx, [event])
      }
    }
    const counted = await advanceBids(tx, entries)
    const told = entries.filter((entry) => entry.progress?.to !== 'finished' || counted.has(entry))
    const events = told.flatMap((entry) => entry.events).filter(({ detail }) => detail.kind !== 'end_moved')
    await recordBidEvents(tx, events)
    await announceChanges(
      tx,
      bids.map((bid) => ({ what: 'bid', accountId: bid.account_id, bidId: bid.id })),
    )
  })
}

/** In one order for all who hold several, so that no two wait for each other. */
const lockBids = (tx: Tx, bidIds: number[]) =>
  tx
    .selectFrom('bids')
    .select(['id', 'account_id'])
    .where('id', '=', sql<number>`any(${[...new Set(bidIds)]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/**
 * Of those who see an end move, the first to write it down logs it: us, or whoever wrote the reading. Next to a line on
 * a move to the same end, ours is no news. A move written down late moves nothing: the listing has been seen since.
 */
async function moveEnd(tx: Tx, { bidId, fence }: Claim, { at }: BidEvent, { to }: { to: number }): Promise<boolean> {
  const told = sql`select (e.detail ->> 'to')::float8 from bid_events e where e.bid_id = b.id and e.kind = 'end_moved'`
  const moment = sql`${new Date(at)}`
  type Row = { status: string; fence: number; seenAt: Date | null; before: number | null; after: number | null }
  const { rows } = await sql<Row>`
    select b.status, b.fence, l.observed_at as "seenAt",
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
