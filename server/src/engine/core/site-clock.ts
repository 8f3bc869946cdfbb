import type { ClockSample } from '../../marketplace/marketplace.ts'

/** How far the site's clock is ahead of a monotonic instant of ours, and by how much that may be wrong. */
export type ClockEstimate = { offsetMs: number; uncertaintyMs: number }

/**
 * The site's time as a function of the monotonic clock. The wall clock takes no part, so setting it moves nothing.
 * `null` until a sample has been seen.
 */
export type SiteClock = {
  add(sample: ClockSample): void
  estimateAt(monotonic: number): ClockEstimate | null
  /** The monotonic instant of the last sample; null when there is none. */
  lastSampleAt(): number | null
  /**
   * When to look next so that the site stamps its answer where it tells most: for a source of whole seconds that is
   * the moment in which, as far as we know, its second turns over, so every look halves what is not known.
   */
  nextLookAt(monotonic: number, roundTripMs: number): number
}

/** A sample proves that the offset lay between `low` and `high` at a monotonic instant. */
type Bounds = { at: number; low: number; high: number }

const KEPT_SAMPLES = 16
const USED_FOR_MS = 30 * 60_000
/** What a quartz clock, ours and the site's together, may gain or lose: 100 ms in 1,000 s. */
const WORST_DRIFT = 100e-6
/** Beyond this it is not drift: somebody has set the clock. */
const IMPOSSIBLE_DRIFT = 1e-3
/** A measured rate is never trusted further: temperature moves it. */
const LEAST_DRIFT_DOUBT = 10e-6
const DRIFT_SPAN_MS = 60_000
/** The clocks part by less than 10 µs in this time: snipes of about one moment need not each work it out anew. */
const SAME_FOR_MS = 100

export function openSiteClock(): SiteClock {
  let samples: Bounds[] = []
  let agreed: { at: number; estimate: ClockEstimate | null } | null = null

  function estimateAt(monotonic: number) {
    const at = Math.floor(monotonic / SAME_FOR_MS) * SAME_FOR_MS
    if (agreed?.at !== at) agreed = { at, estimate: intersectIntervals(samples, at) }
    return agreed.estimate
  }

  return {
    add(sample) {
      agreed = null
      const at = (sample.sentAt + sample.receivedAt) / 2
      // Stamped somewhere between asking and hearing, and cut down to the grain.
      const bounds = {
        at,
        low: sample.siteTime - sample.receivedAt,
        high: sample.siteTime + sample.resolutionMs - sample.sentAt,
      }
      samples = [...samples.filter((known) => at - known.at < USED_FOR_MS), bounds].slice(-KEPT_SAMPLES)
      const [before, last] = samples.slice(-2)
      const older = samples.slice(0, -2)
      // Two in a row that agree with none before them: the site's clock was set, and what was known is void.
      const strangers =
        before && last && older.length > 0 && !older.some((known) => meets(known, last) || meets(known, before))
      if (strangers && meets(before, last)) samples = [before, last]
    },
    estimateAt,
    lastSampleAt: () => samples.at(-1)?.at ?? null,
    nextLookAt(monotonic, roundTripMs) {
      const estimate = estimateAt(monotonic)
      if (!estimate) return monotonic
      const arrival = monotonic + roundTripMs / 2 + estimate.offsetMs
      return monotonic + (Math.ceil(arrival / 1000) * 1000 - arrival)
    },
  }
}

/**
 * Marzullo's rule, as in NTP: the span that most samples allow, each widened by the drift since. One stray sample is
 * outvoted; between equals the newer wins.
 */
function intersectIntervals(samples: readonly Bounds[], monotonic: number): ClockEstimate | null {
  const drift = driftOf(samples)
  const spans = samples.map((sample) => carryTo(monotonic, sample, drift))
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

type Drift = { rate: number; doubt: number }

/** What a sample still proves about the offset at another instant. */
function carryTo(monotonic: number, sample: Bounds, { rate, doubt }: Drift): Bounds {
  const ageMs = monotonic - sample.at
  const moved = rate * ageMs
  const slack = doubt * Math.abs(ageMs)
  return { at: sample.at, low: sample.low + moved - slack, high: sample.high + moved + slack }
}

/** The rate between the tightest early and the tightest late sample, once they are far enough apart to say more than quartz does. */
function driftOf(samples: readonly Bounds[]): Drift {
  const unknown = { rate: 0, doubt: WORST_DRIFT }
  const half = samples.length >> 1
  const early = tightest(samples.slice(0, half))
  const late = tightest(samples.slice(half))
  if (!early || !late || late.at - early.at < DRIFT_SPAN_MS) return unknown
  const spanMs = late.at - early.at
  const rate = (late.low + late.high - early.low - early.high) / 2 / spanMs
  const doubt = (late.high - late.low + early.high - early.low) / 2 / spanMs
  if (doubt >= WORST_DRIFT || Math.abs(rate) > IMPOSSIBLE_DRIFT) return unknown
  return { rate, doubt: Math.max(doubt, LEAST_DRIFT_DOUBT) }
}

const tightest = (samples: readonly Bounds[]) => samples.toSorted((a, b) => a.high - a.low - (b.high - b.low))[0]

function meets(a: Bounds, b: Bounds): boolean {
  const slack = WORST_DRIFT * Math.abs(a.at - b.at)
  return a.low - slack <= b.high && b.low - slack <= a.high
}
