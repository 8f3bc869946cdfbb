import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { followChanges } from '../changes/follow-changes.ts'
import type { SessionDeps } from '../connections/open-site-session.ts'
import { logSiteState } from '../marketplace/rate-limiting/log-site-state.ts'
import { openReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import type { Database } from '../platform/database/open-database.ts'
import type { Log } from '../platform/log.ts'
import type { Ports } from './core/ports.ts'
import { type EngineOptions, runEngine } from './core/run-engine.ts'
import { databaseStore } from './database-store.ts'
import { addEngine, findEngines, noteStopped } from './engine-queries.ts'
import { type JournalOwner, openFileJournal } from './file-journal.ts'
import { holdEngineLock } from './hold-engine-lock.ts'
import { logEvent } from './log-event.ts'
import { meterReads } from './meter-reads.ts'
import { preciseClock } from './precise-clock.ts'
import { isDeadHere, ownIdentity } from './process-identity.ts'
import { sitePort } from './site-port.ts'
import { watchEventLoop } from './watch-event-loop.ts'
import { watchPeers } from './watch-peers.ts'

export type EngineDeps = Omit<SessionDeps, 'db' | 'process'> & {
  database: Database
  dataDir: string
  readsPerSecond: number
  log: Log
} & Pick<EngineOptions, 'leaseMs'>

/** Starts an engine. Disposing stops it as `runEngine` describes. Rejects when the database cannot be reached. */
export async function startEngine({
  database,
  dataDir,
  readsPerSecond,
  log,
  leaseMs,
  ...deps
}: EngineDeps): Promise<AsyncDisposable> {
  const { db } = database
  const { clock, marketplace } = deps
  const startedAt = clock.now()
  const engineId = await addEngine(db, ownIdentity(), startedAt)
  await using parts = new AsyncDisposableStack()
  parts.defer(() => noteStopped(db, engineId, clock.now()).catch(() => {})) // without the note, its lease expires

  const journal = parts.use(
    await openFileJournal({
      folder: join(dataDir, 'engine'),
      owner: { engineId, startedAt },
      findDeadOwners: (owners) => findDeadOwners(database, owners),
    }),
  )
  const reads = openReadBudget({
    db,
    siteId: marketplace.id,
    readsPerSecond,
    onChange: (state) => logSiteState(log, state),
  })
  const metered = parts.use(meterReads(marketplace, reads, clock))
  const ports: Ports = {
    clock: preciseClock(clock),
    site: sitePort({ ...deps, marketplace: metered.marketplace, db, process: `engine-${engineId}` }),
    store: databaseStore({ db, clock, siteId: marketplace.id }, engineId),
    journal,
    ids: { uuid: randomUUID },
    emit: (event) => logEvent(log, event),
  }
  parts.use(holdEngineLock(db, clock, engineId))
  const eventLoop = parts.use(watchEventLoop(clock))
  const engine = parts.use(
    runEngine(ports, { leaseMs, unfitReason: () => (eventLoop.isLate() ? 'event_loop_late' : null) }),
  )
  parts.use(watchPeers({ db, clock }, engineId, engine.wakeNow))
  const onChange = (change: { what: string }) => {
    if (change.what === 'bid' || change.what === 'pause' || change.what === 'connection') engine.wake()
  }
  parts.use(await followChanges(database, onChange, { onReconnect: engine.wake }))
  log.info({ engineId }, 'engine started')
  return parts.move()
}

/** The owners whose engine is in this database, with the same number and start, and whose process has ended. */
async function findDeadOwners<Owner extends JournalOwner>(
  { db }: Database,
  owners: readonly Owner[],
): Promise<Owner[]> {
  const engines = await findEngines(
    db,
    owners.map(({ engineId }) => engineId),
  )
  const dead = engines.filter(({ host, pid, pid_started }) => isDeadHere({ host, pid, pidStarted: pid_started }))
  return owners.filter(({ engineId, startedAt }) =>
    dead.some((engine) => engine.id === engineId && engine.started_at.getTime() === startedAt),
  )
}
