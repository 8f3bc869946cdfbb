import { sql } from 'kysely'
import { type BidEventDetail, newBidEvent } from '../bid-log/bid-event.ts'
import { recordBidEvents } from '../bid-log/record-bid-events.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { readPause } from './read-pause.ts'

const BATCH_SIZE = 1_000
const RETRY_INTERVAL_MS = 20
const BATCH_TIMEOUT_MS = 30_000

type PauseEvent = {
  /** The row in `pauses`. Event keys are derived from it, so that repeating the call logs nothing twice. */
  pauseId: number
  /** Null: all accounts. */
  accountId: number | null
  /** Whether the pause leaves out bids that an engine holds. */
  onlyUnclaimed: boolean
  detail: Extract<BidEventDetail, { kind: 'paused' | 'resumed' }>
  /** Epoch ms on the site's clock. */
  at: number
}

/**
 * Logs the start or the end of a pause with every bid that it applies to. Rows that are locked are skipped and retried,
 * so this never waits for a lock and cannot deadlock.
 */
export async function logPause({ db, clock }: { db: Db; clock: Clock }, event: PauseEvent): Promise<void> {
  let afterId: number | null = 0
  while (afterId !== null) {
    const startId: number = afterId
    const done = await pollUntil(clock, () => logBatch(db, event, startId), {
      everyMs: RETRY_INTERVAL_MS,
      forMs: BATCH_TIMEOUT_MS,
    })
    afterId = done?.lastId ?? null
  }
}

/** Logs the event with the next bids after an id. Null when some rows were locked: the batch must be repeated. */
async function logBatch(db: Db, event: PauseEvent, afterId: number): Promise<{ lastId: number | null } | null> {
  const { pauseId, accountId, onlyUnclaimed, detail, at } = event
  const key = sql`md5(${`pause ${pauseId} `}::text || b.id)::uuid`
  const isConcerned = sql`b.status = 'pending' and b.locked_in_at is null
                          and (not ${onlyUnclaimed}::boolean or b.engine_id is null)`
  const { rows } = await sql<{ lastId: number | null; found: number; logged: number }>`
    with batch as (
      select b.id, ${key} as key from bids b
       where b.id > ${afterId} and ${isConcerned} and (${accountId}::bigint is null or b.account_id = ${accountId})
       order by b.id limit ${BATCH_SIZE}
    ), unlocked as (
      select b.id, batch.key from bids b join batch on batch.id = b.id
       where ${isConcerned} for update of b skip locked
    ), inserted as (
      insert into bid_events (key, bid_id, kind, at, detail)
      select key, id, ${detail.kind}, ${new Date(at)}, ${JSON.stringify(detail)}::jsonb from unlocked
          on conflict (key) do nothing
    )
    select max(id) as "lastId", count(*)::int as found, (select count(*) from unlocked)::int as logged
      from batch`.execute(db)
  const [batch] = rows
  return batch && batch.found === batch.logged ? { lastId: batch.lastId } : null
}

/** The id of the latest row in `pauses` of an account, or of the operator; null if there is none. */
export async function findLastPauseId(tx: Tx, accountId: number | null): Promise<number | null> {
  const last = await tx
    .selectFrom('pauses')
    .select('id')
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.id ?? null
}

type NewBid = { accountId: number; bidId: number; /** Epoch ms on the site's clock. */ at: number }

/** Logs the pause that is in force, if any, with a bid that is scheduled during the pause. */
export async function logPauseOfNewBid(tx: Tx, { accountId, bidId, at }: NewBid): Promise<void> {
  const { own, operator } = await readPause(tx, accountId)
  if (own) await recordBidEvents(tx, [newBidEvent(bidId, at, { kind: 'paused', by: 'owner', reason: null })])
  else if (operator) {
    await recordBidEvents(tx, [newBidEvent(bidId, at, { kind: 'paused', by: 'operator', reason: operator.reason })])
  }
}
