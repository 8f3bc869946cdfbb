import { sql } from 'kysely'
import { afterBidChange } from '../bids/log/after-bid-change.ts'
import type { BidEvent } from '../bids/log/bid-event.ts'
import { recordBidEvents } from '../bids/log/record-bid-events.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { advanceBids } from './advance-bids.ts'
import type { Claim, JournalEntry } from './core/ports.ts'

/**
 * Writes journal entries, each once however often it is passed: events have unique keys, and progress only moves
 * forward. Observations are always logged. A verdict or a new moment to fire is applied and logged only while the
 * entry's fence is current.
 */
export async function recordEntries(db: Db, entries: readonly JournalEntry[]): Promise<void> {
  await db.transaction().execute((tx) => recordEntriesIn(tx, entries))
}

export async function recordEntriesIn(tx: Tx, entries: readonly JournalEntry[]): Promise<void> {
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
  const applied = await advanceBids(tx, entries)
  const logged = entries.filter((entry) => entry.progress?.to !== 'finished' || applied.has(entry))
  const events = logged.flatMap((entry) => entry.events).filter(({ detail }) => detail.kind !== 'end_moved')
  await afterBidChange(
    tx,
    bids.map((bid) => ({ bidId: bid.id, accountId: bid.account_id })),
    events,
  )
}

/** Always in the order of their numbers, so that two transactions cannot deadlock. */
const lockBids = (tx: Tx, bidIds: number[]) =>
  tx
    .selectFrom('bids')
    .select(['id', 'account_id'])
    .where('id', '=', sql<number>`any(${[...new Set(bidIds)]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/**
 * Whether a moved end is to be logged, and moves the bid's moment to fire. False when the log already has the same
 * move, written with a reading or by another engine. A move that is older than the listing's last reading changes
 * nothing.
 */
async function moveEnd(tx: Tx, { bidId, fence }: Claim, { at }: BidEvent, { to }: { to: number }): Promise<boolean> {
  const loggedEnd = sql`select (e.detail ->> 'to')::float8 from bid_events e where e.bid_id = b.id and e.kind = 'end_moved'`
  const moment = sql`${new Date(at)}`
  type Row = { status: string; fence: number; observedAt: Date | null; before: number | null; after: number | null }
  const { rows } = await sql<Row>`
    select b.status, b.fence, l.observed_at as "observedAt",
           (${loggedEnd} and e.at <= ${moment} order by e.at desc, e.id desc limit 1) as before,
           (${loggedEnd} and e.at > ${moment} order by e.at, e.id limit 1) as after
      from bids b join listings l on l.id = b.listing_id
     where b.id = ${bidId}
       for no key update of b`.execute(tx)
  const [bid] = rows
  if (!bid || bid.fence !== fence || bid.before === to || bid.after === to) return false
  if (bid.status !== 'pending' || at < (bid.observedAt?.getTime() ?? 0)) return true
  const fireAt = sql<Date>`${new Date(to)}::timestamptz - make_interval(secs => seconds_before_end)`
  await tx.updateTable('bids').set({ fire_at: fireAt }).where('id', '=', bidId).execute()
  return true
}
