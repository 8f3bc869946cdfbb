import { sql } from 'kysely'
import { isCoveredByPause } from '../bidding/pauses/pause-queries.ts'
import { hasLoginChanged } from '../connections/login-version.ts'
import { BEATS } from '../health/engine-sends.ts'
import type { Db, EngineRow } from '../platform/database/tables.ts'
import type { ClockDemand, HeldBid } from './core/ports.ts'
import type { EngineIdentity, EngineName } from './engine-folder.ts'

/** The class of the advisory locks that engines hold, each on its engine number. */
export const ENGINE_LOCKS = 0x42_69_64_77

/** Adds an engine and returns its number. `now` is epoch ms on this process's clock, here and below. */
export async function addEngine(
  db: Db,
  { host, pid, pidStarted, folderId }: EngineIdentity,
  now: number,
): Promise<number> {
  const engine = await db
    .insertInto('engines')
    .values({ host, pid, pid_started: pidStarted, folder_id: folderId, started_at: new Date(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return engine.id
}

/**
 * What an engine measures of itself for the operator: how late timers fire and bids leave, ms, and the free bytes of the disk
 * of its journal; null where nothing was measured.
 */
export type Vitals = { timerMs: number | null; bidMs: number | null; freeBytes: number | null }

/** Raises the engine's heartbeat. Throws when the engine's row was deleted. */
export async function renewEngine(db: Db, engineId: number, { timerMs, bidMs, freeBytes }: Vitals): Promise<void> {
  await db
    .updateTable('engines')
    .set((engine) => ({
      heartbeat: engine('heartbeat', '+', 1),
      heartbeat_at: sql`clock_timestamp()`,
      timer_late_ms: timerMs,
      bid_late_ms: bidMs,
      free_bytes: freeBytes,
    }))
    .where('id', '=', engineId)
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function noteFitness(db: Db, engineId: number, unfitReason: string | null): Promise<void> {
  await db.updateTable('engines').set({ unfit_reason: unfitReason }).where('id', '=', engineId).execute()
}

export async function noteStopped(db: Db, engineId: number, now: number): Promise<void> {
  await db
    .updateTable('engines')
    .set({ stopped_at: new Date(now) })
    .where('id', '=', engineId)
    .execute()
}

export type PeerRow = EngineRow & {
  /** The engine holds its advisory lock. A host that lost its power holds it until the database notices. */
  connected: boolean
  /** The engine has raised its heartbeat within the last seconds. */
  beating: boolean
}

/** The engine that a row stands for. */
export const identityOf = (row: EngineRow): EngineName & EngineIdentity => ({
  engineId: row.id,
  startedAt: row.started_at.getTime(),
  host: row.host,
  pid: row.pid,
  pidStarted: row.pid_started,
  folderId: row.folder_id,
})

/** The other engines that hold bids or their advisory lock. */
export async function findPeers(db: Db, engineId: number): Promise<PeerRow[]> {
  const { rows } = await sql<PeerRow>`
    with connected as materialized (
      select objid::bigint as engine_id from pg_locks
       where locktype = 'advisory' and classid = ${ENGINE_LOCKS} and granted
         and database = (select oid from pg_database where datname = current_database())
    )
    select e.*, e.id in (select engine_id from connected) as connected,
           ${BEATS} as beating
      from engines e
     where e.id <> ${engineId}
       and (e.id in (select engine_id from connected) or exists (select from bids where bids.engine_id = e.id))
  `.execute(db)
  return rows
}

/**
 * The bids that an engine holds. In one text value: an engine with a thousand bids runs this several times a second.
 */
export async function bidsHeldBy(db: Db, engineId: number): Promise<HeldBid[]> {
  const { rows } = await sql<{ claims: string | null }>`
    select string_agg(concat_ws(' ', held.id, held.fence, held.release_request), ',') as claims
      from (select b.id, b.fence,
                   case when b.locked_in_at is not null or b.status = 'executed' then null
                        when b.pending ->> 'kind' = 'cancel' then 'cancelled'
                        when b.pending is not null then 'changed'
                        when ${isCoveredByPause} and b.restored_from is null then 'paused'
                        when ${hasLoginChanged} then 'login_changed' end as release_request
              from bids b where b.engine_id = ${engineId}) held`.execute(db)
  return rows[0]?.claims?.split(',').map(parseHeldBid) ?? []
}

const RELEASE_REQUESTS = ['changed', 'cancelled', 'paused', 'login_changed'] as const

function parseHeldBid(text: string): HeldBid {
  const [bidId, fence, request] = text.split(' ')
  const releaseRequest = RELEASE_REQUESTS.find((known) => known === request) ?? null
  return { bidId: Number(bidId), fence: Number(fence), releaseRequest }
}

export async function findEngines(db: Db, engineIds: readonly number[]): Promise<EngineRow[]> {
  if (engineIds.length === 0) return []
  return db.selectFrom('engines').selectAll().where('id', 'in', engineIds).execute()
}

/** With a bid due this soon, engines keep a good estimate of the site's clock. */
const DUE_WITHIN = sql`interval '10 minutes'`

/**
 * Bids are dated on the site's clock, so the stored offset of that clock is added to the database's time. The soonest bid is
 * read by the index: for whether any bid is due before an instant that it has to compute, PostgreSQL reads all bids.
 */
export async function readClockDemand(db: Db, siteId: string): Promise<ClockDemand> {
  const horizon = sql`now() + make_interval(secs => coalesce(c.offset_ms, 0) / 1000) + ${DUE_WITHIN}`
  const { rows } = await sql<ClockDemand>`
    select coalesce((select b.fire_at from bids b join listings l on l.id = b.listing_id
                      where b.status = 'pending' and l.marketplace = ${siteId} order by b.fire_at limit 1) <= ${horizon}, false)
           or exists (select from bids b join listings l on l.id = b.listing_id
                       where b.status = 'executed' and l.marketplace = ${siteId}) as "isBidDue",
           (extract(epoch from clock_timestamp() - c.measured_at) * 1000)::float8 as "storedAgeMs"
      from (select) site left join site_clocks c on c.marketplace = ${siteId}`.execute(db)
  return rows[0] ?? { isBidDue: false, storedAgeMs: null }
}
