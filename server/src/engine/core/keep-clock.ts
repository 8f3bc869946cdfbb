import { withTimeout } from '../../platform/with-timeout.ts'
import { callStore } from './call-store.ts'
import type { EngineState } from './snipe-context.ts'

/** Certain enough to sample rarely; the readings of each snipe improve the estimate. */
const CERTAIN_MS = 50
const SAMPLE_INTERVAL_MS = 30_000
const QUICK_SAMPLE_INTERVAL_MS = 1_000
/** After so many quick samples, the remaining uncertainty is the site's latency. */
const MAX_QUICK_SAMPLES = 10
const SAMPLE_TIMEOUT_MS = 5_000

export type ClockKeeper = AsyncDisposable & {
  /** Takes the next sample now. */
  wake(): void
}

/** Samples the site's clock and stores the estimate for the other processes, until disposed. */
export function startClockKeeper(engine: EngineState): ClockKeeper {
  const stopping = new AbortController()
  let pause = new AbortController()
  const keeping = keepClock(engine, stopping.signal, () => (pause = new AbortController()).signal)
  const wake = () => pause.abort()
  return {
    wake,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      wake()
      await keeping
    },
  }
}

async function keepClock({ ports, siteClock }: EngineState, stop: AbortSignal, nextPause: () => AbortSignal) {
  const { clock, site, store, emit } = ports
  let roundTripMs = 0
  for (let quickSamples = 0; !stop.aborted;) {
    const startedAt = clock.monotonic()
    const pause = nextPause()
    try {
      const sample = await withTimeout(clock, SAMPLE_TIMEOUT_MS, stop, (signal) => site.sampleClock(signal))
      roundTripMs = sample.receivedAt - sample.sentAt
      siteClock.add(sample)
    } catch (error) {
      if (!stop.aborted) emit({ kind: 'site_failed', bidId: null, doing: 'sample the clock', error })
    }
    const now = clock.monotonic()
    const estimate = siteClock.estimateAt(now)
    if (estimate) {
      const { offsetMs, uncertaintyMs } = estimate
      // In terms of the wall clock, which this process shares with the others.
      const aheadMs = now + offsetMs - clock.now()
      void callStore(ports, 'note the clock', () => store.noteClock({ aheadMs, uncertaintyMs }))
    }
    const isQuick = estimate === null || (estimate.uncertaintyMs > CERTAIN_MS && quickSamples < MAX_QUICK_SAMPLES)
    quickSamples = isQuick ? quickSamples + 1 : 0
    const next = isQuick
      ? siteClock.nextSampleAt(startedAt + QUICK_SAMPLE_INTERVAL_MS, roundTripMs)
      : startedAt + SAMPLE_INTERVAL_MS
    await clock.sleepUntil(next, pause).catch(() => {}) // cut short by `wake`
  }
}
