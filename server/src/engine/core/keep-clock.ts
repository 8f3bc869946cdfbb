import { every, type PeriodicWork } from '../../platform/every.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { callStore } from './call-store.ts'
import { type ClockReads, decideClockRead, firstClockReads } from './decide-clock-read.ts'
import type { ClockDemand } from './ports.ts'
import type { EngineState } from './snipe-context.ts'

const POLL_INTERVAL_MS = 1_000
const MIN_POLL_INTERVAL_MS = 250
const NOTE_INTERVAL_MS = 30_000
const SAMPLE_TIMEOUT_MS = 5_000

type ClockKeeper = PeriodicWork & {
  /** Whether a bid needs the site's clock soon, as far as known. */
  isBidDue(): boolean
  /** Starts over, because the samples so far are void. */
  restart(): void
}

/**
 * Samples the site's clock when the snipes' own readings do not tell it, and stores the estimate for the other processes,
 * until disposed. `decideClockRead` says when: an idle engine hardly reads the clock.
 */
export function keepClock({ ports, siteClock }: EngineState): ClockKeeper {
  const { clock, site, store, emit } = ports
  let demand: ClockDemand = { isBidDue: false, storedAgeMs: null }
  let reads = firstClockReads
  let notedAt = -Infinity

  async function poll(stop: AbortSignal) {
    const before = demand
    demand = (await callStore(ports, 'read who needs the clock', () => store.clockDemand())) ?? demand
    const now = clock.monotonic()
    const estimate = siteClock.isMeasured() ? siteClock.estimateAt(now) : null
    const known = { estimate, pausedUntil: site.pausedUntil() }
    const decision = decideClockRead(reads, { ...known, demand, wasBidDue: before.isBidDue }, now)
    reads = decision.reads
    if (decision.isDue) {
      // The turn of the site's second tells the most.
      await clock.sleepUntil(siteClock.nextSampleAt(now), stop)
      reads = await sample(reads, stop)
    }
    if (decision.isDue || clock.monotonic() >= notedAt + NOTE_INTERVAL_MS) noteEstimate()
  }

  async function sample(before: ClockReads, stop: AbortSignal): Promise<ClockReads> {
    const lastAt = clock.monotonic()
    try {
      const sampled = await withTimeout(clock, SAMPLE_TIMEOUT_MS, stop, (signal) => site.sampleClock(signal))
      siteClock.add(sampled)
      return { ...before, lastAt, failures: 0, roundTripMs: sampled.receivedAt - sampled.sentAt }
    } catch (error) {
      if (!stop.aborted) emit({ kind: 'site_failed', bidId: null, doing: 'sample the clock', error })
      return { ...before, lastAt, failures: before.failures + 1 }
    }
  }

  /** Relative to the wall clock, which this process shares with the others. */
  function noteEstimate() {
    const now = clock.monotonic()
    const estimate = siteClock.estimateAt(now)
    if (!estimate || !siteClock.isMeasured()) return
    notedAt = now
    const { offsetMs, uncertaintyMs } = estimate
    const aheadMs = now + offsetMs - clock.now()
    void callStore(ports, 'note the clock', () => store.noteClock({ aheadMs, uncertaintyMs }))
  }

  const polling = every(clock, POLL_INTERVAL_MS, poll, { minIntervalMs: MIN_POLL_INTERVAL_MS })
  return {
    ...polling,
    isBidDue: () => demand.isBidDue,
    restart() {
      reads = firstClockReads
      polling.wakeNow()
    },
  }
}
