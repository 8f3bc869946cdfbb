import type { BidOutcome } from '../auction/place-bid.ts'

/** One PlaceBid. Instants are epoch ms on the site's clock, with a fraction. */
export type JournalEntry = {
  seq: number
  /** When the first byte of the request was read. */
  firstByteAt: number
  /** The same plus the latency of a `delay` fault. */
  arrivedAt: number
  /** When the house acted on the request; null if it never did. */
  actedAt: number | null
  userName: string | null
  itemId: number | null
  amountCents: number | null
  outcome: BidOutcome | 'not_acted' | 'unauthorized' | 'blocked' | 'malformed' | 'no_such_item'
  /** The fault of the request or its answer. */
  fault: string | null
}

const CAPACITY = 2 ** 16

export type Journal = ReturnType<typeof createJournal>

/** The latest 65,536 PlaceBid requests, in order of arrival. */
export function createJournal() {
  const ring: (JournalEntry | undefined)[] = Array.from({ length: CAPACITY })
  let written = 0
  let cleared = 0

  return {
    open(entry: Omit<JournalEntry, 'seq' | 'actedAt' | 'outcome'>): JournalEntry {
      const opened: JournalEntry = { seq: written, ...entry, actedAt: null, outcome: 'not_acted' }
      ring[written % CAPACITY] = opened
      written += 1
      return opened
    },
    /** The entries from this number on. */
    since(seq: number) {
      const first = Math.max(seq, cleared, written - CAPACITY)
      return Array.from(
        { length: Math.max(0, written - first) },
        (_, index) => ring[(first + index) % CAPACITY],
      ).filter((entry) => entry !== undefined)
    },
    clear() {
      cleared = written
    },
  }
}
