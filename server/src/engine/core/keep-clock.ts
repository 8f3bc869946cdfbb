import type { EngineState } from './engine-state.ts'
import type { Ports } from './ports.ts'
import type { ClockEstimate } from './site-clock.ts'
import { neverAborted, withTimeout } from '../../platform/with-timeout.ts'

/** Certain enough to leave the site alone for a while; a shot's own readings sharpen it. */
const CERTAIN_MS = 50
const EVERY_MS = 30_000
const QUICKLY_MS = 1_000
/** Looks in quick succession, before a slow way to the site is taken for what it is. */
const QUICK_LOOKS = 10
const SAMPLE_MS = 5_000
const NOTE_MS = 5_000

/** Keeps the site's clock known, with few and light looks, and tells everybody what it is, until stopped. */
export async function keepClock({ ports, siteClock }: EngineState, stop: AbortSignal): Promise<void> {
  const { clock, site, emit } = ports
  let roundTripMs = 0
  for (let quickLooks = 0; !stop.aborted;) {
    const begun = clock.monotonic()
    try {
      const sample = await withTimeout(clock, SAMPLE_MS, stop, (signal) => site.sampleClock(signal))
      roundTripMs = sample.receivedAt - sample.sentAt
      siteClock.add(sample)
    } catch (error) {
      if (!stop.aborted) emit({ kind: 'site_failed', bidId: null, doing: 'sample the clock', error })
    }
    const known = siteClock.estimateAt(clock.monotonic())
    if (known) void share(ports, known)
    const quick = known === null || (known.uncertaintyMs > CERTAIN_MS && quickLooks < QUICK_LOOKS)
    quickLooks = quick ? quickLooks + 1 : 0
    const next = quick ? siteClock.nextLookAt(begun + QUICKLY_MS, roundTripMs) : begun + EVERY_MS
    await clock.sleepUntil(next, stop).catch(() => {}) // cut short by stop
  }
}

/** In terms of the wall clock, which is all that other processes have in common with this one. */
async function share({ clock, store, emit }: Ports, { offsetMs, uncertaintyMs }: ClockEstimate) {
  const aheadMs = clock.monotonic() + offsetMs - clock.now()
  try {
    await withTimeout(clock, NOTE_MS, neverAborted, () => store.noteClock({ aheadMs, uncertaintyMs }))
  } catch (error) {
    emit({ kind: 'store_failed', doing: 'note the clock', error })
  }
}
