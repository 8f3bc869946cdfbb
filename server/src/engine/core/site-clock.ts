import type { ClockSample } from '../../marketplace/marketplace.ts'

/** How far the site's clock (epoch ms) is ahead of the monotonic clock, and by how much the offset may be wrong. */
export type ClockEstimate = { offsetMs: number; uncertaintyMs: number }

/** The site's time as a function of the monotonic clock. Setting the machine's wall clock has no effect. */
export type SiteClock = {
  add(sample: ClockSample): void
  /** Null before the first sample. After a suspension a guess, good enough for records, until the next sample. */
  estimateAt(monotonic: number): ClockEstimate | null
  /** Whether the site's clock has been sampled since the start and since the last suspension. */
  isMeasured(): boolean
  /** Voids all samples: the machine was suspended for `ms`, which was noticed at a monotonic instant. */
  suspend(ms: number, monotonic: number): void
  /** When to sample next, from `monotonic` on. A sample at the turn of the site's second halves the uncertainty. */
  nextSampleAt(monotonic: number, roundTripMs: number): number
}

/** A sample proves that the offset lay between `low` and `high` at a monotonic instant. */
type Bounds = { at: number; low: number; high: number }

const MAX_SAMPLES = 16
const MAX_SAMPLE_AGE_MS = 2 * 3_600_000
/** What two quartz clocks may gain or lose against each other: 100 ms in 1,000 s. */
const MAX_DRIFT = 100e-6
/** A larger rate is no drift: a clock was set. */
const MAX_MEASURED_DRIFT = 1e-3
/** The least uncertainty of a measured rate: temperature changes it. */
const MIN_DRIFT_UNCERTAINTY = 10e-6
/** A rate is measured only between samples at least this far apart. */
const MIN_DRIFT_SPAN_MS = 60_000
/** The clocks drift by less than 10 µs in this time, so snipes that fire together share one estimate. */
const ESTIMATE_REUSE_MS = 100
/** The machine's own clock may be wrong by this much about the length of a suspension. */
const SUSPENSION_ERROR_MS = 2_000

export function openSiteClock(): SiteClock {
  let samples: Bounds[] = []
  let cached: { at: number; estimate: ClockEstimate | null } | null = null
  let guess: ClockEstimate | null = null
  let resumedAt = -Infinity

  function estimateAt(monotonic: number) {
    const at = Math.floor(monotonic / ESTIMATE_REUSE_MS) * ESTIMATE_REUSE_MS
    if (cached?.at !== at) cached = { at, estimate: intersectIntervals(samples, at) ?? guess }
    return cached.estimate
  }

  return {
    add(sample) {
      // The time of the suspension is missing between the request and the answer.
      if (sample.sentAt <= resumedAt) return
      cached = null
      const at = (sample.sentAt + sample.receivedAt) / 2
      // The site stamps between request and answer, and rounds down to `resolutionMs`.
      const bounds = {
        at,
        low: sample.siteTime - sample.receivedAt,
        high: sample.siteTime + sample.resolutionMs - sample.sentAt,
      }
      samples = [...samples.filter((known) => at - known.at < MAX_SAMPLE_AGE_MS), bounds].slice(-MAX_SAMPLES)
      const [before, last] = samples.slice(-2)
      const older = samples.slice(0, -2)
      // Two samples in a row that contradict all earlier ones: the site's clock was set, so the earlier ones are void.
      const isClockSet =
        before && last && older.length > 0 && !older.some((known) => overlaps(known, last) || overlaps(known, before))
      if (isClockSet && overlaps(before, last)) samples = [before, last]
    },
    estimateAt,
    isMeasured: () => samples.length > 0,
    suspend(ms, monotonic) {
      const last = estimateAt(monotonic)
      guess = last && { offsetMs: last.offsetMs + ms, uncertaintyMs: last.uncertaintyMs + SUSPENSION_ERROR_MS }
      samples = []
      cached = null
      resumedAt = monotonic
    },
    nextSampleAt(monotonic, roundTripMs) {
      const estimate = estimateAt(monotonic)
      if (!estimate) return monotonic
      const arrival = monotonic + roundTripMs / 2 + estimate.offsetMs
      return monotonic + (Math.ceil(arrival / 1000) * 1000 - arrival)
    },
  }
}

/**
 * Marzullo's algorithm, as in NTP: the interval that most samples allow, each widened by the drift since. A single
 * wrong sample is outvoted; between equal counts the newer samples win.
 */
function intersectIntervals(samples: readonly Bounds[], monotonic: number): ClockEstimate | null {
  const drift = driftOf(samples)
  const spans = samples.map((sample) => boundsAt(monotonic, sample, drift))
  let best: Bounds[] = []
  for (const { low } of spans) {
    const together = spans.filter((span) => span.low <= low && low <= span.high)
    const newer = (together.at(-1)?.at ?? 0) > (best.at(-1)?.at ?? 0)
    if (together.length > best.length || (together.length === best.length && newer)) best = together
  }
  if (best.length === 0) return null
  const low = Math.max(...best.map((span) => span.low))
  const high = Math.min(...best.map((span) => span.high))
  return { offsetMs: (low + high) / 2, uncertaintyMs: (high - low) / 2 }
}

type Drift = { rate: number; uncertainty: number }

/** The bounds that a sample proves for another instant. */
function boundsAt(monotonic: number, sample: Bounds, { rate, uncertainty }: Drift): Bounds {
  const ageMs = monotonic - sample.at
  const moved = rate * ageMs
  const slack = uncertainty * Math.abs(ageMs)
  return { at: sample.at, low: sample.low + moved - slack, high: sample.high + moved + slack }
}

/** The drift between the tightest early and the tightest late sample, or the worst case when it cannot be measured. */
function driftOf(samples: readonly Bounds[]): Drift {
  const unknown = { rate: 0, uncertainty: MAX_DRIFT }
  const half = samples.length >> 1
  const early = tightest(samples.slice(0, half))
  const late = tightest(samples.slice(half))
  if (!early || !late || late.at - early.at < MIN_DRIFT_SPAN_MS) return unknown
  const spanMs = late.at - early.at
  const rate = (late.low + late.high - early.low - early.high) / 2 / spanMs
  const uncertainty = (late.high - late.low + early.high - early.low) / 2 / spanMs
  if (uncertainty >= MAX_DRIFT || Math.abs(rate) > MAX_MEASURED_DRIFT) return unknown
  return { rate, uncertainty: Math.max(uncertainty, MIN_DRIFT_UNCERTAINTY) }
}

const tightest = (samples: readonly Bounds[]) => samples.toSorted((a, b) => a.high - a.low - (b.high - b.low))[0]

function overlaps(a: Bounds, b: Bounds): boolean {
  const slack = MAX_DRIFT * Math.abs(a.at - b.at)
  return a.low - slack <= b.high && b.low - slack <= a.high
}
