import type { ClockDemand } from './ports.ts'
import type { ClockEstimate } from './site-clock.ts'

/** The clock reads of one engine so far. Instants are monotonic. */
export type ClockReads = {
  lastAt: number
  /** How many more reads may follow the last one at once. */
  quickLeft: number
  failures: number
  roundTripMs: number
}

type Known = {
  estimate: ClockEstimate | null
  demand: ClockDemand
  wasBidDue: boolean
  /** Until when the site's breaker pauses reads that can wait. */
  pausedUntil: number
}

/** An estimate is good enough when it is this certain, beyond half a round trip: no further sample improves it much. */
const CERTAIN_MS = 50
const QUICK_INTERVAL_MS = 1_000
const MAX_PAUSE_MS = 5_000

/** With no bid due, an engine reads the clock at most four times an hour: thrice at its start, and each half hour. */
const IDLE = { quickAtStart: 3, quick: 1, intervalMs: 30 * 60_000 }
/** With a bid due, the readings of its item tell the time; the clock is read only while they do not. */
const DUE = { quick: 5, intervalMs: 60_000 }
/** While another engine keeps the shared measurement younger than this, an idle engine leaves the clock to it. */
const SHARED_FOR_MS = 5 * 60_000

export const firstClockReads: ClockReads = {
  lastAt: -Infinity,
  quickLeft: IDLE.quickAtStart,
  failures: 0,
  roundTripMs: 0,
}

/** Whether to read the site's clock now, and the reads with that one counted. Pure. */
export function decideClockRead(before: ClockReads, known: Known, now: number): { isDue: boolean; reads: ClockReads } {
  const { demand, estimate } = known
  const hasChanged = demand.isBidDue !== known.wasBidDue
  const reads = hasChanged ? { ...before, quickLeft: demand.isBidDue ? DUE.quick : 0 } : before
  const isUrgent = demand.isBidDue && estimate === null
  const isNeeded = demand.isBidDue ? !isGood(estimate, reads) : !isLeftToPeer(estimate, demand)
  // Without any estimate no bid can be claimed, so a bid that is due does not wait for the breaker.
  const isPaused = now < known.pausedUntil && !isUrgent
  if (!isNeeded || isPaused) return { isDue: false, reads }

  const isQuick = isUrgent || (reads.quickLeft > 0 && !isGood(estimate, reads))
  const pauseMs = isQuick ? quickPauseMs(reads, isUrgent) : demand.isBidDue ? DUE.intervalMs : IDLE.intervalMs
  if (now < reads.lastAt + pauseMs) return { isDue: false, reads }
  const quickLeft = isQuick ? reads.quickLeft : demand.isBidDue ? DUE.quick : IDLE.quick
  return { isDue: true, reads: { ...reads, quickLeft: Math.max(0, quickLeft - 1) } }
}

const isGood = (estimate: ClockEstimate | null, { roundTripMs }: ClockReads) =>
  estimate !== null && estimate.uncertaintyMs <= CERTAIN_MS + roundTripMs / 2

const isLeftToPeer = (estimate: ClockEstimate | null, { storedAgeMs }: ClockDemand) =>
  estimate === null && storedAgeMs !== null && storedAgeMs < SHARED_FOR_MS

/** Without any estimate nothing can be claimed, so an urgent read is not put off after failures. */
const quickPauseMs = ({ failures }: ClockReads, isUrgent: boolean): number =>
  isUrgent ? QUICK_INTERVAL_MS : Math.min(QUICK_INTERVAL_MS * 2 ** failures, MAX_PAUSE_MS)
