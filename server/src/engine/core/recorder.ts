import type { JournalEntry, OrphanedJournals, Ports } from './ports.ts'
import { neverAborted, TimeoutError, withTimeout } from '../../platform/with-timeout.ts'

/** Writes down what happens: on this machine first, then into the database, in order, for as long as it takes. */
export type Recorder = {
  /**
   * Resolves when the entry is in the journal, or could not be put there: then whether whoever finds that will know that
   * something is missing in it. Never rejects.
   */
  record(entry: JournalEntry): Promise<boolean>
  /** Whether something about this bid is not in the database yet. */
  isPending(bidId: number): boolean
  /** Takes up what earlier engines of this machine left in their journals. */
  replay(orphanedJournals: OrphanedJournals): void
  /** Brings the database up to date; false when it could not be. */
  drain(): Promise<boolean>
  /** Whether the last attempt to write the journal failed. */
  journalFails(): boolean
}

type Queued = { entry: JournalEntry; isJournaled: boolean }

const JOURNAL_MS = 2_000
const STORE_MS = 5_000
const BATCH = 100
/** What happens within this goes into the database together: with a hundred shots a second, each alone is too dear. */
const GATHERED_MS = 50

export function openRecorder({ clock, journal, store, emit }: Ports): Recorder {
  /** In the order in which things happened; an entry goes no further before the journal is done with it. */
  const queue: Queued[] = []
  const appending = new Set<Promise<unknown>>()
  const pending = new Map<number, number>()
  /** Journals of which every entry is in the queue, or was. */
  let adopted: OrphanedJournals[] = []
  let journalFails = false
  /** Something was written into our journal since it was last cleared. */
  let isUsed = false
  let isClearing = false
  let isTrying = false
  let draining: Promise<boolean> | null = null
  let next: Promise<boolean> | null = null
  let isDrainDue = false

  async function append(queued: Queued): Promise<boolean> {
    isUsed = true
    let isWritten = false
    try {
      await withTimeout(clock, JOURNAL_MS, neverAborted, () =>
        trace(queued.entry, () => {
          isWritten = true
        }),
      )
      return true
    } catch (error) {
      noteFailure(error)
      // A disk that hangs with it has it in memory still, where it outlives us.
      return isWritten && error instanceof TimeoutError
    } finally {
      queued.isJournaled = true
    }
  }

  /** Into the journal or, where that fails, on its name. */
  async function trace(entry: JournalEntry, onWritten: () => void) {
    try {
      await journal.append([entry])
      onWritten()
      await journal.sync()
      journalFails = false
    } catch (error) {
      noteFailure(error)
      await journal.markIncomplete()
    }
  }

  /** An engine whose journal failed is given nothing to write: whether it works again, nobody else would find out. */
  async function tryJournal() {
    if (isTrying) return
    isTrying = isUsed = true
    try {
      await withTimeout(clock, JOURNAL_MS, neverAborted, () => journal.append([]))
      await withTimeout(clock, JOURNAL_MS, neverAborted, () => journal.sync())
      journalFails = false
    } catch {
      // As was told when it failed first.
    }
    isTrying = false
  }

  function noteFailure(error: unknown) {
    journalFails = true
    emit({ kind: 'journal_failed', error })
  }

  async function writeAll(): Promise<boolean> {
    // What comes meanwhile is for the next time.
    let left = queue.length
    await Promise.all(appending)
    while (left > 0 && queue[0]?.isJournaled) {
      const waits = queue.findIndex(({ isJournaled }) => !isJournaled)
      const most = Math.min(left, BATCH)
      const batch = queue.slice(0, waits < 0 ? most : Math.min(waits, most)).map(({ entry }) => entry)
      left -= batch.length
      try {
        await withTimeout(clock, STORE_MS, neverAborted, () => store.record(batch))
      } catch (error) {
        emit({ kind: 'store_failed', doing: 'record', error })
        return false
      }
      queue.splice(0, batch.length)
      for (const { bidId } of batch) settle(bidId)
    }
    if (journalFails) void tryJournal()
    // An entry still on its way into the journal would be cleared with the rest.
    if (pending.size === 0 && !isClearing && (isUsed || adopted.length > 0)) void clearJournal()
    return true
  }

  /** Nobody waits for it: what comes meanwhile is written after it, and a slow disk must not hold up a snipe. */
  async function clearJournal() {
    // What is adopted from here on is not in the database.
    const done = adopted
    adopted = []
    isClearing = true
    isUsed = false
    try {
      await withTimeout(clock, JOURNAL_MS, neverAborted, () => journal.clear())
      for (const orphanedJournals of done)
        await withTimeout(clock, JOURNAL_MS, neverAborted, () => orphanedJournals.discard())
    } catch (error) {
      isUsed = true
      emit({ kind: 'journal_failed', error })
    }
    isClearing = false
  }

  function settle(bidId: number) {
    const left = (pending.get(bidId) ?? 0) - 1
    if (left > 0) pending.set(bidId, left)
    else pending.delete(bidId)
  }

  const expect = (bidId: number) => pending.set(bidId, (pending.get(bidId) ?? 0) + 1)

  /** The one under way may have begun before what its caller wants written, so there is at most one more to come. */
  function drain(): Promise<boolean> {
    if (draining) next ??= draining.then(begin, begin)
    return next ?? begin()
  }

  function begin(): Promise<boolean> {
    next = null
    draining = writeAll().finally(() => {
      draining = null
    })
    return draining
  }

  async function drainSoon() {
    if (isDrainDue) return
    isDrainDue = true
    await clock.sleepUntil(clock.monotonic() + GATHERED_MS, neverAborted)
    isDrainDue = false
    await drain()
  }

  return {
    async record(entry) {
      expect(entry.bidId)
      const queued: Queued = { entry, isJournaled: false }
      queue.push(queued)
      const appended = append(queued)
      appending.add(appended)
      const isTraced = await appended
      appending.delete(appended)
      void drainSoon()
      return isTraced
    },
    isPending: (bidId) => pending.has(bidId),
    replay(orphanedJournals) {
      const { entries } = orphanedJournals
      adopted.push(orphanedJournals)
      for (const entry of entries) expect(entry.bidId)
      queue.push(...entries.map((entry) => ({ entry, isJournaled: true })))
    },
    drain,
    journalFails: () => journalFails,
  }
}
