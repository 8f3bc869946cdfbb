import { neverAborted, withTimeout } from '../../platform/with-timeout.ts'
import type { JournalEntry, OrphanedJournals, Ports } from './ports.ts'

/** Writes this engine's journal. No method rejects: failures are reported as events. */
export type JournalWriter = {
  /** Resolves once the entry is in the journal, the journal is marked as incomplete, or the disk allows neither. */
  append(entry: JournalEntry): Promise<void>
  /** Whether the last attempt to write failed. */
  isFailing(): boolean
  /** Tests a failing journal in the background: an engine that claims nothing has nothing to append. */
  testIfFailing(): void
  /** Discards orphaned journals with the next `clear`. */
  discardLater(orphaned: OrphanedJournals): void
  /** Empties the journal in the background, because the database has all its entries. */
  clear(): void
  /** Keeps an entry that the database rejects outside the journal. */
  setAside(entry: JournalEntry): Promise<void>
}

const JOURNAL_TIMEOUT_MS = 2_000

export function openJournalWriter({ clock, journal, emit }: Ports): JournalWriter {
  let toDiscard: OrphanedJournals[] = []
  let isFailing = false
  /** Something was written since the journal was last cleared. */
  let isUsed = false
  let isClearing = false
  let isTesting = false

  const withinTimeout = (work: () => Promise<void>) => withTimeout(clock, JOURNAL_TIMEOUT_MS, neverAborted, work)

  function noteFailure(error: unknown) {
    isFailing = true
    emit({ kind: 'journal_failed', error })
  }

  async function write(entries: readonly JournalEntry[]) {
    await journal.append(entries)
    await journal.sync()
    isFailing = false
  }

  async function giveUp(error: unknown) {
    noteFailure(error)
    await journal.markIncomplete()
  }

  async function append(entry: JournalEntry): Promise<void> {
    isUsed = true
    await withinTimeout(() => write([entry]).catch(giveUp)).catch(noteFailure)
  }

  async function test() {
    isTesting = isUsed = true
    await withinTimeout(() => write([])).catch(() => {}) // the first failure was reported
    isTesting = false
  }

  async function clear() {
    // A journal that is added from here on is not yet in the database.
    const discarded = toDiscard
    toDiscard = []
    isClearing = true
    isUsed = false
    try {
      await withinTimeout(() => journal.clear())
      for (const orphaned of discarded) await withinTimeout(() => orphaned.discard())
    } catch (error) {
      isUsed = true
      emit({ kind: 'journal_failed', error })
    }
    isClearing = false
  }

  return {
    append,
    isFailing: () => isFailing,
    testIfFailing() {
      if (isFailing && !isTesting) void test()
    },
    discardLater: (orphaned) => void toDiscard.push(orphaned),
    clear() {
      if (!isClearing && (isUsed || toDiscard.length > 0)) void clear()
    },
    setAside: (entry) => withinTimeout(() => journal.setAside(entry)).catch(noteFailure),
  }
}
