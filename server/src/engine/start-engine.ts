import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { SiteLoginCtx } from '../connections/site-login-ctx.ts'
import { followChanges } from '../platform/changes/follow-changes.ts'
import type { Database } from '../platform/database/open-database.ts'
import { type ReadFreeBytes, watchDisk } from '../platform/watch-disk.ts'
import type { Ports } from './core/ports.ts'
import { type EngineOptions, runEngine } from './core/run-engine.ts'
import { databaseStore } from './database-store.ts'
import { type EngineFolder, type EngineName, openEngineFolder } from './engine-folder.ts'
import { addEngine, findEngines, identityOf, noteStopped } from './engine-queries.ts'
import { openFileJournal } from './file-journal.ts'
import { holdEngineLock } from './hold-engine-lock.ts'
import { logEvent } from './log-event.ts'
import { ownIdentity } from './process-identity.ts'
import { recentWorst } from './recent-worst.ts'
import { reportReads } from './report-reads.ts'
import { sitePort } from './site-port.ts'
import { watchEventLoop } from './watch-event-loop.ts'
import { watchPeers } from './watch-peers.ts'

export type EngineCtx = SiteLoginCtx & {
  database: Database
  dataDir: string
  /** In place of the disk's own figure, in tests. */
  readFreeBytes?: ReadFreeBytes
} & Pick<EngineOptions, 'leaseMs'>

/** Starts an engine. Disposing stops it as `runEngine` describes. Rejects when the database cannot be reached. */
export async function startEngine({
  database,
  dataDir,
  leaseMs,
  readFreeBytes,
  ...ctx
}: EngineCtx): Promise<AsyncDisposable> {
  const { db, clock, log, marketplace, readBudget } = ctx
  const startedAt = clock.now()
  await using parts = new AsyncDisposableStack()
  const inTurn = pLimit(1)
  const path = join(dataDir, 'engine')
  const folder = parts.use(await openEngineFolder({ path, clock, inTurn }))
  const engineId = await addEngine(db, { ...ownIdentity(), folderId: folder.id }, startedAt)
  parts.defer(() => noteStopped(db, engineId, clock.now()).catch(() => {})) // without the note, its lease expires
  const owner = { engineId, startedAt }
  await folder.announce(owner)

  const journal = parts.use(
    openFileJournal({
      folder: path,
      owner,
      inTurn,
      findDeadOwners: (owners) => findDeadOwners(database, folder, owners),
    }),
  )
  const eventLoop = parts.use(watchEventLoop(clock))
  const bids = recentWorst(clock)
  const disk = parts.use(watchDisk(clock, path, readFreeBytes))
  const reads = parts.use(reportReads(marketplace, readBudget, clock))
  const ports: Ports = {
    clock: { ...clock, yieldToEventLoop: () => nextTurn() },
    site: sitePort({
      ...ctx,
      marketplace: reads.marketplace,
      pausedUntil: () => reads.pausedUntil(),
      db,
      process: `engine-${engineId}`,
    }),
    store: databaseStore(
      {
        db,
        clock,
        siteId: marketplace.id,
        isDead: folder.isDead,
        vitals: () => ({ timerMs: eventLoop.worstMs(), bidMs: bids.worst(), freeBytes: disk.freeBytes() }),
      },
      engineId,
    ),
    journal,
    ids: { uuid: randomUUIDv7 },
    emit: (event) => {
      if (event.kind === 'fired' && event.attempt === 1) bids.add(event.lateMs)
      logEvent(log, event)
    },
  }
  parts.use(holdEngineLock(db, clock, engineId))
  const engine = parts.use(
    runEngine(ports, { leaseMs, unfitReason: () => (eventLoop.isLate() ? 'event_loop_late' : null) }),
  )
  parts.use(watchPeers(ctx, engineId, engine.wakeNow))
  const onChange = (change: { what: string }) => {
    if (change.what === 'bid' || change.what === 'pause' || change.what === 'connection') engine.wake()
  }
  parts.use(await followChanges(database, onChange, { onReconnect: engine.wake, log }))
  log.info({ engineId }, 'engine started')
  return parts.move()
}

/** The owners whose engine is in this database, with the same number and start, and whose process has ended. */
async function findDeadOwners<Owner extends EngineName>(
  { db }: Database,
  folder: EngineFolder,
  owners: readonly Owner[],
): Promise<Owner[]> {
  const rows = await findEngines(
    db,
    owners.map(({ engineId }) => engineId),
  )
  const engines = await Promise.all(
    rows.map(identityOf).map(async (engine) => ({ ...engine, isDead: await folder.isDead(engine) })),
  )
  return owners.filter(({ engineId, startedAt }) =>
    engines.some((engine) => engine.isDead && engine.engineId === engineId && engine.startedAt === startedAt),
  )
}
