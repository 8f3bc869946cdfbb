type Entry = { at: number; run: (at: number) => void }

export type Agenda = ReturnType<typeof createAgenda>

/**
 * The future events of the house: bids of rivals, new items and closings. No timer runs them: each request first runs
 * the events that are due, so the state that it sees depends only on the seed and the clock.
 */
export function createAgenda() {
  /** Sorted by time; at equal times in the order of adding. */
  const entries: Entry[] = []

  return {
    add(at: number, run: (at: number) => void) {
      entries.splice(placeAfter(entries, at), 0, { at, run })
    },
    /** Runs what is due in order, each entry with its planned time, including entries that are added meanwhile. */
    runUntil(now: number) {
      for (let first = entries[0]; first && first.at <= now; first = entries[0]) {
        entries.shift()
        first.run(first.at)
      }
    },
  }
}

/** The index after all entries at or before an instant, by binary search. */
function placeAfter(entries: Entry[], at: number) {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle]?.at ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low
}
