/** One request for the site's time. `sentAt` and `receivedAt` are monotonic ms, `siteNow` is epoch ms. */
export type ClockSample = ServerTime & { sentAt: number }

/** A time from the server. `siteUncertaintyMs` is null when the server has not measured the site's clock. */
type ServerTime = { siteNow: number; siteUncertaintyMs: number | null; receivedAt: number }

/** Site time = monotonic time + `offsetMs` ± `uncertaintyMs`; null when the server has not measured the site's clock. */
export type ClockEstimate = { offsetMs: number; uncertaintyMs: number | null; takenAt: number }

/** How fast or slow a browser's monotonic clock may run. */
const MAX_DRIFT = 100 / 1_000_000

export const WARN_ABOVE_MS = 500

/** Uses the sample with the shortest round trip, because it leaves the smallest error. */
export function estimateFrom(samples: readonly [ClockSample, ...ClockSample[]]): ClockEstimate {
  const best = samples.reduce((a, b) => (roundTripMs(b) < roundTripMs(a) ? b : a))
  return {
    offsetMs: best.siteNow - (best.sentAt + best.receivedAt) / 2,
    uncertaintyMs: best.siteUncertaintyMs === null ? null : roundTripMs(best) / 2 + best.siteUncertaintyMs,
    takenAt: best.receivedAt,
  }
}

const roundTripMs = (sample: ClockSample) => sample.receivedAt - sample.sentAt

/** The estimate's uncertainty including the drift since it was taken, ms. */
export function uncertaintyAt(estimate: ClockEstimate, monotonicNow: number): number | null {
  if (estimate.uncertaintyMs === null) return null
  return estimate.uncertaintyMs + (monotonicNow - estimate.takenAt) * MAX_DRIFT
}

/** Whether the server has measured the site's clock since the estimate was taken. */
export const resolvesUncertainty = (estimate: ClockEstimate, pushed: ServerTime): boolean =>
  estimate.uncertaintyMs === null && pushed.siteUncertaintyMs !== null

/**
 * Whether a time that the server has pushed proves that the estimate is behind. A pushed time can only arrive late, so
 * the site's time is at least that. Browsers' monotonic clocks fall behind while a laptop sleeps.
 */
export function provesBehind(estimate: ClockEstimate, pushed: ServerTime): boolean {
  const latest = pushed.receivedAt + estimate.offsetMs + (uncertaintyAt(estimate, pushed.receivedAt) ?? WARN_ABOVE_MS)
  return pushed.siteNow - (pushed.siteUncertaintyMs ?? WARN_ABOVE_MS) > latest
}

/** Readings of the device's two clocks at one moment, ms. */
export type ClockReading = { wall: number; monotonic: number }

/** Whether the device slept between two readings, or its wall clock was set: the two clocks advanced differently. */
export function detectSleep(before: ClockReading, after: ClockReading): boolean {
  return Math.abs(after.wall - before.wall - (after.monotonic - before.monotonic)) > 1_000
}

/** `±40 ms`, shown next to the clock. */
export function uncertaintyText(uncertaintyMs: number | null): string {
  if (uncertaintyMs === null) return 'not measured yet'
  if (uncertaintyMs < 1_000) return `±${Math.max(1, Math.round(uncertaintyMs))} ms`
  return `±${(uncertaintyMs / 1_000).toFixed(1)} s`
}
