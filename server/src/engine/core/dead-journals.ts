import { neverAborted, withTimeout } from '../../platform/with-timeout.ts'
import { callStore } from './call-store.ts'
import type { OrphanedJournals, Peer } from './ports.ts'
import type { EngineState } from './snipe-context.ts'

/** Brings the journals of this machine's dead engines into the database. */
export type DeadJournals = {
  /** Reads all orphaned journals once. Retries a failing disk until `stopping` is aborted. */
  replayAll(stopping: AbortSignal): Promise<void>
  /** Brings the journals of dead peers into the database, unless disk or database are slow. */
  replayFor(dead: readonly Peer[]): Promise<void>
  /** Writes all entries so far into the database; false when that failed. */
  drain(): Promise<boolean>
  /** Whether the database has everything that a dead engine did. */
  isReplayed(engineId: number): boolean
}

const RETRY_INTERVAL_MS = 1_000
/** A slow disk must not delay a takeover for longer. */
const TAKEOVER_READ_TIMEOUT_MS = 250

export function openDeadJournals({ ports, recorder }: EngineState): DeadJournals {
  const { clock, journal, store, emit } = ports
  /** Engines whose complete journals the recorder has, and those of them whose entries the database has. */
  const inRecorder = new Set<number>()
  const inDatabase = new Set<number>()
  const reported = new Set<string>()

  function reportUnreadable(file: string) {
    if (reported.has(file)) return
    reported.add(file)
    emit({ kind: 'journal_unreadable', file })
    const alarm = { kind: 'journal_unreadable', subject: file } as const
    void callStore(ports, 'raise an alarm', () => store.raiseAlarm(alarm))
  }

  function replay(orphaned: OrphanedJournals) {
    recorder.replay(orphaned)
    orphaned.unreadable.forEach(reportUnreadable)
    for (const engineId of orphaned.completeFor) inRecorder.add(engineId)
  }

  async function drain(): Promise<boolean> {
    const drained = [...inRecorder]
    if (!(await recorder.drain())) return false
    for (const engineId of drained) inDatabase.add(engineId)
    return true
  }

  return {
    async replayAll(stopping) {
      while (!stopping.aborted) {
        const orphaned = await callStore(ports, 'find the owners of the orphaned journals', () =>
          journal.orphanedJournals(),
        )
        if (orphaned) return replay(orphaned)
        await clock.sleepUntil(clock.monotonic() + RETRY_INTERVAL_MS, stopping).catch(() => {}) // cut short by stopping
      }
    },
    async replayFor(dead) {
      if (dead.every(({ engineId }) => inDatabase.has(engineId))) return
      const orphaned = await withTimeout(clock, TAKEOVER_READ_TIMEOUT_MS, neverAborted, () =>
        journal.orphanedJournals(),
      ).catch(() => null)
      if (!orphaned) return
      replay(orphaned)
      await drain()
    },
    drain,
    isReplayed: (engineId) => inDatabase.has(engineId),
  }
}
