/** One request for the site's time. `sentAt` and `receivedAt` are monotonic ms. */
export type ClockSample = {
  sentAt: number
  receivedAt: number
  siteNow: number
  /** How sure the server is of `siteNow`; null while it has not measured. */
  siteUncertaintyMs: number | null
}

/** Site time = monotonic time + `offsetMs`, ± `uncertaintyMs`; null when the server has not measured the site's clock. */
export type ClockEstimate = { offsetMs: number; uncertaintyMs: number | null; takenAt: number }

/** A browser's monotonic clock may run this much fast or slow. */
const DRIFT = 100 / 1_000_000

export const WARN_ABOVE_MS = 500

/** The best of several samples taken together: the shortest round trip leaves the least room for error. */
export function estimateFrom(samples: readonly [ClockSample, ...ClockSample[]]): ClockEstimate {
  const best = samples.reduce((a, b) => (roundTrip(b) < roundTrip(a) ? b : a))
  return {
    offsetMs: best.siteNow - (best.sentAt + best.receivedAt) / 2,
    uncertaintyMs: best.siteUncertaintyMs === null ? null : roundTrip(best) / 2 + best.siteUncertaintyMs,
    takenAt: best.receivedAt,
  }
}

const roundTrip = (sample: ClockSample) => sample.receivedAt - sample.sentAt

/** The uncertainty as it has grown since the estimate was made, ms. */
export function uncertaintyAt(estimate: ClockEstimate, monotonicNow: number): number | null {
  if (estimate.uncertaintyMs === null) return null
  return estimate.uncertaintyMs + (monotonicNow - estimate.takenAt) * DRIFT
}

type ToldTime = { siteNow: number; siteUncertaintyMs: number | null; receivedAt: number }

/** Whether the server has measured the site's clock since our estimate was made. */
export const resolvesUncertainty = (estimate: ClockEstimate, told: ToldTime): boolean =>
  estimate.uncertaintyMs === null && told.siteUncertaintyMs !== null

/**
 * Whether a time that the server sent unasked proves the estimate wrong. It can only arrive late, so it bounds the
 * site's time from below: an estimate behind it has lost time, as browsers' monotonic clocks do while a laptop sleeps.
 */
export function provesBehind(estimate: ClockEstimate, told: ToldTime): boolean {
  const latest = told.receivedAt + estimate.offsetMs + (uncertaintyAt(estimate, told.receivedAt) ?? WARN_ABOVE_MS)
  return told.siteNow - (told.siteUncertaintyMs ?? WARN_ABOVE_MS) > latest
}

/** Whether the machine slept between two looks: wall time went on and monotonic time did not. */
export function detectSleep(before: { wall: number; monotonic: number }, after: { wall: number; monotonic: number }) {
  return Math.abs(after.wall - before.wall - (after.monotonic - before.monotonic)) > 1_000
}

/** `±40 ms`, as shown beside the clock. */
export function uncertaintyText(uncertaintyMs: number | null): string {
  if (uncertaintyMs === null) return 'not measured yet'
  if (uncertaintyMs < 1_000) return `±${Math.max(1, Math.round(uncertaintyMs))} ms`
  return `±${(uncertaintyMs / 1_000).toFixed(1)} s`
}
