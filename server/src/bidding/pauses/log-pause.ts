import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type BidEvent, type BidEventDetail, newBidEvent } from '../../bids/log/bid-event.ts'
import type { Db, Tx } from '../../platform/database/tables.ts'
import { pollUntil } from '../../platform/poll-until.ts'
import type { PauseParts } from './await-release.ts'
import { readPause } from './pause-queries.ts'

const BATCH_SIZE = 1_000
const RETRY_INTERVAL_MS = 20
const TIMEOUT_MS = 30_000

export type PauseEvent = {
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

/** Logs the start or the end of an account's pause with every bid that it applies to. */
export async function logPause({ db, clock }: PauseParts, event: PauseEvent): Promise<void> {
  let afterId = 0
  const logRest = async () => {
    for (;;) {
      const batch = await logBatch(db, event, afterId)
      afterId = batch.upTo
      if (batch.isLast) return true
      if (batch.hasLockedRows) return null
    }
  }
  await pollUntil(clock, logRest, { everyMs: RETRY_INTERVAL_MS, forMs: TIMEOUT_MS })
}

type Batch = {
  /** The bids up to this number have the event. */
  upTo: number
  /** Whether the batch ended before a row that another transaction has locked. */
  hasLockedRows: boolean
  isLast: boolean
}

/**
 * Logs the event with the next bids after a number, in their order. Rows that are locked are skipped and left to the
 * next batch, so this never waits for a lock and cannot deadlock.
 */
export async function logBatch(db: Db, event: PauseEvent, afterId: number): Promise<Batch> {
  const { pauseId, accountId, detail, at } = event
  const { rows } = await sql<{ lastId: number | null; firstLockedId: number | null }>`
    with batch as (
      select b.id from bids b
       where b.id > ${afterId} and ${isConcerned(event)} and (${accountId}::bigint is null or b.account_id = ${accountId})
       order by b.id limit ${BATCH_SIZE}
    ), unlocked as (
      select b.id from bids b join batch on batch.id = b.id
       where ${isConcerned(event)} for update of b skip locked
    ), inserted as (
      insert into bid_events (key, bid_id, kind, at, detail)
      select md5(${keyText(pauseId, '')}::text || id)::uuid, id, ${detail.kind}, ${new Date(at)},
             ${JSON.stringify(detail)}::jsonb
        from unlocked
          on conflict (key) do nothing
    )
    select max(id) as "lastId", min(id) filter (where id not in (select id from unlocked)) as "firstLockedId"
      from batch`.execute(db)
  const { lastId = null, firstLockedId = null } = rows[0] ?? {}
  return {
    upTo: firstLockedId === null ? (lastId ?? afterId) : firstLockedId - 1,
    hasLockedRows: firstLockedId !== null,
    isLast: lastId === null,
  }
}

/**
 * Whether an event is logged with bid `b`: for a pause, if it stopped the bid, even if the bid was cancelled since; for
 * its end, if the bid was there.
 */
function isConcerned({ detail: { kind }, onlyUnclaimed, at }: PauseEvent) {
  const instant = sql`${new Date(at)}::timestamptz`
  const isOpen = sql`b.status = 'pending' and b.locked_in_at is null`
  if (kind === 'resumed') return sql`(${isOpen} and b.created_at <= ${instant})`
  if (onlyUnclaimed) return sql`(${isOpen} and b.engine_id is null)`
  return sql`(${isOpen} or b.status = 'cancelled' and b.locked_in_at is null and b.settled_at > ${instant})`
}

/** The text whose MD5 hash is the key of a pause's event with a bid. */
const keyText = (pauseId: number, bidId: number | '') => `pause ${pauseId} ${bidId}`

/** The id of the latest row in `pauses` of an account, or of the operator; null if there is none. */
export async function findLastPauseId(tx: Tx, accountId: number | null): Promise<number | null> {
  const last = await tx
    .selectFrom('pauses')
    .select('id')
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('account_pseudonym', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.id ?? null
}

type NewBid = { accountId: number; bidId: number; /** Epoch ms on the site's clock. */ at: number }

/**
 * The pause that is in force, if any, as an event of a bid that is scheduled during the pause, under the key under which the
 * pause is logged with every other bid.
 */
export async function pauseEventsOfNewBid(tx: Tx, { accountId, bidId, at }: NewBid): Promise<BidEvent[]> {
  const { own, operator } = await readPause(tx, accountId)
  const detail = own
    ? ({ kind: 'paused', by: 'owner', reason: null } as const)
    : operator && ({ kind: 'paused', by: 'operator', reason: operator.reason } as const)
  if (!detail) return []
  const pauseId = (await findLastPauseId(tx, own ? accountId : null)) ?? 0
  const key = createHash('md5').update(keyText(pauseId, bidId)).digest('hex')
  return [{ ...newBidEvent(bidId, at, detail), key }]
}
