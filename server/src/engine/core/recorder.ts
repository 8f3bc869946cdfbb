import { coalesce } from '../../platform/coalesce.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import { callStore } from './call-store.ts'
import { openJournalWriter } from './journal-writer.ts'
import type { JournalEntry, OrphanedJournals, Ports } from './ports.ts'

/**
 * Records what happens: first in the journal of this machine, then in the database, in order, until it has everything.
 */
export type Recorder = {
  /** Resolves when the journal is written, or cannot be. Never rejects. */
  record(entry: JournalEntry): Promise<void>
  /** Whether an entry about this bid is not in the database yet. */
  isPending(bidId: number): boolean
  /** Adds the entries that earlier engines of this machine left in their journals. */
  replay(orphaned: OrphanedJournals): void
  /** Writes all entries so far into the database; false when that failed. */
  drain(): Promise<boolean>
  /** Whether the last attempt to write the journal failed. */
  isJournalFailing(): boolean
}

const MAX_BATCH = 100
/**
 * Entries of this interval go into the database together: at a hundred shots per second, single writes cost too much.
 */
const BATCH_INTERVAL_MS = 50

export function openRecorder(ports: Ports): Recorder {
  const { clock, store } = ports
  const journal = openJournalWriter(ports)
  /** What the database does not have yet, in the order in which it happened. */
  const queue: JournalEntry[] = []
  const appending = new Set<Promise<void>>()
  let isDrainDue = false

  /** False when the database does not answer. Of a rejected batch, each entry is tried alone. */
  async function writeBatch(batch: readonly JournalEntry[]): Promise<boolean> {
    const result = await callStore(ports, 'record', () => store.record(batch))
    if (result !== 'rejected') return result !== null
    const [first] = batch
    if (batch.length === 1 && first) return setAside(first)
    for (const entry of batch) if (!(await writeBatch([entry]))) return false
    return true
  }

  /**
   * Takes a rejected entry out of the queue, where it would hold up every other entry, claim and cancellation. What it
   * changes in the bid's row may still be accepted without its events.
   */
  async function setAside(entry: JournalEntry): Promise<boolean> {
    ports.emit({ kind: 'entry_rejected', entry })
    await journal.setAside(entry)
    const alarm = { kind: 'entry_rejected', subject: `bid ${entry.bidId}` } as const
    await callStore(ports, 'raise an alarm', () => store.raiseAlarm(alarm))
    if (entry.progress === null) return true
    return (await callStore(ports, 'record', () => store.record([{ ...entry, events: [] }]))) !== null
  }

  async function writeToStore(): Promise<boolean> {
    // Entries that come meanwhile, and may still be on their way into the journal, are left for the next run.
    let left = queue.length
    await Promise.all(appending)
    while (left > 0) {
      const batch = queue.slice(0, Math.min(left, MAX_BATCH))
      left -= batch.length
      if (!(await writeBatch(batch))) return false
      queue.splice(0, batch.length)
    }
    journal.testIfFailing()
    if (queue.length === 0) journal.clear()
    return true
  }

  const drain = coalesce(writeToStore)

  async function drainSoon() {
    if (isDrainDue) return
    isDrainDue = true
    await clock.sleepUntil(clock.monotonic() + BATCH_INTERVAL_MS, neverAborted)
    isDrainDue = false
    await drain()
  }

  return {
    async record(entry) {
      queue.push(entry)
      const appended = journal.append(entry)
      appending.add(appended)
      await appended
      appending.delete(appended)
      void drainSoon()
    },
    isPending: (bidId) => queue.some((entry) => entry.bidId === bidId),
    replay(orphaned) {
      journal.discardLater(orphaned)
      queue.push(...orphaned.entries)
    },
    drain,
    isJournalFailing: () => journal.isFailing(),
  }
}
