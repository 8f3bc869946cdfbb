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

type QueuedEntry = { entry: JournalEntry; isJournaled: boolean }

const MAX_BATCH = 100
/**
 * Entries of this interval go into the database together: at a hundred shots per second, single writes cost too much.
 */
const BATCH_INTERVAL_MS = 50

export function openRecorder(ports: Ports): Recorder {
  const { clock, store } = ports
  const journal = openJournalWriter(ports)
  /** In the order in which things happened. An entry leaves the queue only after the journal is written. */
  const queue: QueuedEntry[] = []
  const appending = new Set<Promise<void>>()
  const pendingByBid = new Map<number, number>()
  let isDrainDue = false

  function addPending(bidId: number, count: 1 | -1) {
    const pending = (pendingByBid.get(bidId) ?? 0) + count
    if (pending > 0) pendingByBid.set(bidId, pending)
    else pendingByBid.delete(bidId)
  }

  /** The first entries of the queue that the journal is done with. */
  function nextBatch(maxEntries: number): JournalEntry[] {
    const firstUnjournaled = queue.findIndex(({ isJournaled }) => !isJournaled)
    const size = Math.min(maxEntries, MAX_BATCH, firstUnjournaled < 0 ? Infinity : firstUnjournaled)
    return queue.slice(0, size).map(({ entry }) => entry)
  }

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
    // Entries that come meanwhile are left for the next run.
    let left = queue.length
    await Promise.all(appending)
    while (left > 0 && queue[0]?.isJournaled) {
      const batch = nextBatch(left)
      left -= batch.length
      if (!(await writeBatch(batch))) return false
      queue.splice(0, batch.length)
      for (const { bidId } of batch) addPending(bidId, -1)
    }
    journal.testIfFailing()
    // An entry on its way into the journal must not be cleared with the others.
    if (pendingByBid.size === 0) journal.clear()
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
      addPending(entry.bidId, 1)
      const queued: QueuedEntry = { entry, isJournaled: false }
      queue.push(queued)
      const appended = journal.append(entry).finally(() => {
        queued.isJournaled = true
      })
      appending.add(appended)
      await appended
      appending.delete(appended)
      void drainSoon()
    },
    isPending: (bidId) => pendingByBid.has(bidId),
    replay(orphaned) {
      const { entries } = orphaned
      journal.discardLater(orphaned)
      for (const { bidId } of entries) addPending(bidId, 1)
      queue.push(...entries.map((entry) => ({ entry, isJournaled: true })))
    },
    drain,
    isJournalFailing: () => journal.isFailing(),
  }
}
