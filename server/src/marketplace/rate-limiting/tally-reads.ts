const HOUR_MS = 3_600_000

/** Who waits for a read: a user, what is done by a schedule, or a bid. */
export type Purpose = 'people' | 'schedule' | 'bids'
/** What was used of a site's reads within an hour. `hour` is its beginning, epoch ms on the database's clock. */
export type ReadUse = { hour: number; pausedMs: number } & Record<Purpose, number>

export type Tally = ReturnType<typeof tallyReads>

/** Counts in memory what a process uses of a site's reads, until somebody takes the counts to store them. */
export function tallyReads() {
  let uses = new Map<number, ReadUse>()

  function rowOf(at: number): ReadUse {
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS
    const use = uses.get(hour) ?? emptyUse(hour)
    uses.set(hour, use)
    return use
  }

  return {
    /** Reads at an instant; those that were given back are negative. */
    add(at: number, purpose: Purpose, reads: number): void {
      if (reads !== 0) rowOf(at)[purpose] += reads
    },

    /** A time in which failures of the site paused its reads, and which is over. */
    addPause(from: number, to: number): void {
      for (const { hour, ms } of splitByHour(from, to)) rowOf(hour).pausedMs += ms
    },

    /** What was counted since it was taken last. */
    take(): ReadUse[] {
      const taken = [...uses.values()]
      uses = new Map()
      return taken
    },

    /** Returns what was taken and could not be stored. */
    putBack(taken: readonly ReadUse[]): void {
      for (const { hour, pausedMs, people, schedule, bids } of taken) {
        const use = rowOf(hour)
        use.people += people
        use.schedule += schedule
        use.bids += bids
        use.pausedMs += pausedMs
      }
    },
  }
}

export const emptyUse = (hour: number): ReadUse => ({ hour, people: 0, schedule: 0, bids: 0, pausedMs: 0 })

/** How much of a time falls into each hour, epoch ms. */
export function splitByHour(from: number, to: number): { hour: number; ms: number }[] {
  const parts: { hour: number; ms: number }[] = []
  for (let hour = Math.floor(from / HOUR_MS) * HOUR_MS; hour < to; hour += HOUR_MS) {
    parts.push({ hour, ms: Math.min(to, hour + HOUR_MS) - Math.max(from, hour) })
  }
  return parts
}
