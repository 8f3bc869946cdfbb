import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { readPause } from './read-pause.ts'
import type { BidEventDetail } from '../bid-log/bid-event.ts'
import { recordBidEvents } from '../bid-log/record-bid-events.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { pollUntil } from '../platform/poll-until.ts'

const BATCH = 1_000
const AGAIN_MS = 20
const LONGEST_MS = 30_000

type Told = {
  /** The line in `pauses` that this is about: together they make each event's key, so that none is logged twice. */
  pauseId: number
  /** Null: everybody's. */
  accountId: number | null
  /** Bids that an engine holds are not concerned. */
  onlyFree: boolean
  detail: Extract<BidEventDetail, { kind: 'paused' | 'resumed' }>
  /** Epoch ms on the site's clock. */
  at: number
}

/**
 * Tells the log of every bid that a pause, or its end, concerns: those that are pending and not locked in. A bid that
 * its engine or its owner is at work on in this instant is asked about again, never waited for, so nothing can deadlock.
 */
export async function logPause(deps: { db: Db; clock: Clock }, told: Told): Promise<void> {
  let after: number | null = 0
  while (after !== null) {
    const from: number = after
    const done = await pollUntil(deps.clock, () => logBatch(deps.db, told, from), {
      everyMs: AGAIN_MS,
      forMs: LONGEST_MS,
    })
    after = done?.last ?? null
  }
}

/** The next bids after an id; null while some of them could not be told. */
async function logBatch(db: Db, { pauseId, accountId, onlyFree, detail, at }: Told, after: number) {
  const key = sql`md5(${`pause ${pauseId} `}::text || b.id)::uuid`
  const concerned = sql`b.status = 'pending' and b.locked_in_at is null and (not ${onlyFree}::boolean or b.engine_id is null)`
  const { rows } = await sql<{ last: number | null; asked: number; written: number }>`
    with batch as (
      select b.id, ${key} as key from bids b
       where b.id > ${after} and ${concerned} and (${accountId}::bigint is null or b.account_id = ${accountId})
       order by b.id limit ${BATCH}
    ), free as (
      select b.id, batch.key from bids b join batch on batch.id = b.id
       where ${concerned} for update of b skip locked
    ), told as (
      insert into bid_events (key, bid_id, kind, at, detail)
      select key, id, ${detail.kind}, ${new Date(at)}, ${JSON.stringify(detail)}::jsonb from free
          on conflict (key) do nothing
    )
    select max(id) as last, count(*)::int as asked, (select count(*) from free)::int as written from batch`.execute(db)
  const [batch] = rows
  return batch && batch.asked === batch.written ? { last: batch.last } : null
}

/** The last line in `pauses` of an account, or of everybody; null if there is none. */
export async function lastPause(tx: Tx, accountId: number | null): Promise<number | null> {
  const last = await tx
    .selectFrom('pauses')
    .select('id')
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.id ?? null
}

/** A bid scheduled while bidding is paused says so from its first line on. */
export async function logPauseOfNewBid(tx: Tx, bidId: number, at: number): Promise<void> {
  const { account_id: accountId } = await tx
    .selectFrom('bids')
    .select('account_id')
    .where('id', '=', bidId)
    .executeTakeFirstOrThrow()
  const { own, operator } = await readPause(tx, accountId)
  if (!own && !operator) return
  const detail = own
    ? { kind: 'paused' as const, by: 'owner' as const, reason: null }
    : { kind: 'paused' as const, by: 'operator' as const, reason: operator?.reason ?? null }
  const event = { key: randomUUID(), bidId, at, uncertaintyMs: null, engineId: null, fence: null, detail }
  await recordBidEvents(tx, [event])
}
