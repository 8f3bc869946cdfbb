import { sql } from 'kysely'
import { isCoveredByPause } from '../pauses/is-paused.ts'
import type { Db, EngineRow } from '../platform/database/tables.ts'
import type { HeldBid } from './core/ports.ts'
import type { ProcessIdentity } from './process-identity.ts'

/** The class of the advisory locks that engines hold, each on its own number. */
export const ENGINE_LOCKS = 0x42_69_64_77

/** Gives a starting engine its number. `now` is epoch ms on the wall clock, here and below. */
export async function addEngine(db: Db, { host, pid, pidStarted }: ProcessIdentity, now: number): Promise<number> {
  const at = new Date(now)
  const engine = await db
    .insertInto('engines')
    .values({ host, pid, pid_started: pidStarted, started_at: at, heartbeat_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return engine.id
}

/** Raises the engine's counter. Throws when there is no such engine any more. */
export async function renewEngine(db: Db, engineId: number, now: number): Promise<void> {
  await db
    .updateTable('engines')
    .set((engine) => ({ heartbeat: engine('heartbeat', '+', 1), heartbeat_at: new Date(now) }))
    .where('id', '=', engineId)
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function noteFitness(db: Db, engineId: number, unfitBecause: string | null): Promise<void> {
  await db.updateTable('engines').set({ unfit_reason: unfitBecause }).where('id', '=', engineId).execute()
}

export async function noteStopped(db: Db, engineId: number, now: number): Promise<void> {
  await db
    .updateTable('engines')
    .set({ stopped_at: new Date(now) })
    .where('id', '=', engineId)
    .execute()
}

export type PeerRow = Pick<EngineRow, 'id' | 'heartbeat' | 'host' | 'pid' | 'pid_started' | 'unfit_reason'> & {
  connected: boolean
}

/** The other engines that hold bids or their lock, which is asked for without touching it. */
export async function findPeers(db: Db, engineId: number): Promise<PeerRow[]> {
  const { rows } = await sql<PeerRow>`
    with connected as materialized (
      select objid::bigint as engine_id from pg_locks
       where locktype = 'advisory' and classid = ${ENGINE_LOCKS} and granted
         and database = (select oid from pg_database where datname = current_database())
    )
    select e.id, e.heartbeat, e.host, e.pid, e.pid_started, e.unfit_reason,
           e.id in (select engine_id from connected) as connected
      from engines e
     where e.id <> ${engineId}
       and (e.id in (select engine_id from connected) or exists (select from bids where bids.engine_id = e.id))
  `.execute(db)
  return rows
}

/** In one row, since an engine that carries a thousand bids asks for them several times a second. */
export async function bidsHeldBy(db: Db, engineId: number): Promise<HeldBid[]> {
  const { rows } = await sql<{ claims: string | null }>`
    select string_agg(concat_ws(' ', held.id, held.fence, held.asked), ',') as claims
      from (select b.id, b.fence,
                   case when b.locked_in_at is not null then null
                        when b.pending_change = 'cancel' then 'cancelled'
                        when b.pending_change = 'change' then 'changed'
                        when ${isCoveredByPause} then 'paused' end as asked
              from bids b where b.engine_id = ${engineId}) held`.execute(db)
  return rows[0]?.claims?.split(',').map(heldBidIn) ?? []
}

const ASKED = ['changed', 'cancelled', 'paused'] as const

function heldBidIn(text: string): HeldBid {
  const [bidId, fence, asked] = text.split(' ')
  return { bidId: Number(bidId), fence: Number(fence), asked: ASKED.find((change) => change === asked) ?? null }
}

/** Engines that were started at these moments under these numbers, and so are the ones meant. */
export async function findEngines(db: Db, engineIds: readonly number[]): Promise<EngineRow[]> {
  if (engineIds.length === 0) return []
  return db.selectFrom('engines').selectAll().where('id', 'in', engineIds).execute()
}
