import type { ClockSample } from '../../marketplace/marketplace.ts'

/** How far the site's clock (epoch ms) is ahead of the monotonic clock, and by how much the offset may be wrong. */
export type ClockEstimate = { offsetMs: number; uncertaintyMs: number }

/** The site's time as a function of the monotonic clock. Setting the machine's wall clock has no effect. */
export type SiteClock = {
  add(sample: ClockSample): void
  /** Null before the first sample. After a suspension a guess, good enough for records, until the next sample. */
  estimateAt(monotonic: number): ClockEstimate | null
  /**
   * Whether the site's clock has been sampled since the start and since the last suspension: once, or, after samples that
   * contradict each other, until two agree.
   */
  isMeasured(): boolean
  /** Voids all samples: the machine was suspended for `ms`, which was noticed at a monotonic instant. */
  suspend(ms: number, monotonic: number): void
  /** The round trip to the site; null before the first sample and after a suspension. */
  roundTripMs(): number | null
  /** When to sample next, from `monotonic` on. A sample at the turn of the site's second halves the uncertainty. */
  nextSampleAt(monotonic: number): number
}

/** A sample proves that the offset lay between `low` and `high` at a monotonic instant. */
type Bounds = { at: number; low: number; high: number; roundTripMs: number }

/** So many of the newest samples are kept, which tell whether the site's clock was set, and as many older ones. */
const NEWEST = 8
/**
 * Of older samples that agree within this time, the most exact one is kept: bids that are due together read their pages
 * together, and slow each other down.
 */
const TOGETHER_MS = 500
const MAX_SAMPLE_AGE_MS = 2 * 3_600_000
/** What two quartz clocks may gain or lose against each other: 100 ms in 1,000 s. */
const MAX_DRIFT = 100e-6
/** So many samples confirm a time. One alone may be a cached page, or a page with a wrong time. */
const CONFIRMED_BY = 2
/** So many samples in a row that contradict all earlier ones mean that the site's clock was set. */
const SET_AFTER = 4
/** The clocks of the servers behind one address differ by no more. A time further away is a mistake. */
const MAX_APART_MS = 60_000
/** A busy site or engine only adds to a round trip, so the fastest quarter comes closest to the latency. */
const FASTEST_SHARE = 1 / 4
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
    if (cached?.at !== at) cached = { at, estimate: estimateFrom(samples, at) ?? guess }
    return cached.estimate
  }

  function roundTripMs() {
    const sorted = samples.map((sample) => sample.roundTripMs).toSorted((a, b) => a - b)
    return sorted[Math.floor((sorted.length - 1) * FASTEST_SHARE)] ?? null
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
        roundTripMs: sample.receivedAt - sample.sentAt,
      }
      const all = [...samples.filter((known) => at - known.at < MAX_SAMPLE_AGE_MS), bounds]
      samples = [...mostExact(all.slice(0, -NEWEST)).slice(-NEWEST), ...all.slice(-NEWEST)]
    },
    estimateAt,
    isMeasured: () => samples.length === 1 || (groupsOf(samples)[0]?.spans.length ?? 0) >= CONFIRMED_BY,
    suspend(ms, monotonic) {
      const last = estimateAt(monotonic)
      guess = last && { offsetMs: last.offsetMs + ms, uncertaintyMs: last.uncertaintyMs + SUSPENSION_ERROR_MS }
      samples = []
      cached = null
      resumedAt = monotonic
    },
    roundTripMs,
    nextSampleAt(monotonic) {
      const estimate = estimateAt(monotonic)
      if (!estimate) return monotonic
      const arrival = monotonic + (roundTripMs() ?? 0) / 2 + estimate.offsetMs
      return monotonic + (Math.ceil(arrival / 1000) * 1000 - arrival)
    },
  }
}

/**
 * The site's clock by its samples. The servers behind one address may have clocks that differ, and any of them may judge
 * the close: then the estimate spans all of them.
 */
function estimateFrom(samples: readonly Bounds[], monotonic: number): ClockEstimate | null {
  const groups = groupsOf(samples.map((sample) => boundsAt(monotonic, sample)))
  const current = groups.filter((group) => !groups.some((other) => isReplaced(group, other, groups)))
  const confirmed = current.filter(({ spans }) => spans.length >= CONFIRMED_BY)
  // Until two agree, the earliest: by a later one, an auction may seem over.
  const trusted = confirmed.length > 0 ? confirmed : groups.toSorted((a, b) => a.low - b.low)
  if (trusted.length === 0) return null
  // Two servers outvote a mistake together.
  const together = trusted
    .map((main) => trusted.filter(({ low, high }) => low < main.high + MAX_APART_MS && high > main.low - MAX_APART_MS))
    .reduce((best, it) => (sizeOf(it) > sizeOf(best) ? it : best))
  const low = Math.min(...together.map((group) => group.low))
  const high = Math.max(...together.map((group) => group.high))
  return { offsetMs: (low + high) / 2, uncertaintyMs: (high - low) / 2 }
}

/** Samples that agree, the oldest first, and what all of them allow. */
type Group = { low: number; high: number; spans: Bounds[] }

const sizeOf = (groups: readonly Group[]) => groups.reduce((sum, { spans }) => sum + spans.length, 0)

/**
 * Marzullo's algorithm, as in NTP: the interval that most samples allow. What disagrees with it is grouped likewise. The
 * largest group comes first; of equal ones, the one that was confirmed first.
 */
function groupsOf(spans: readonly Bounds[]): Group[] {
  let best: Bounds[] = []
  for (const { low } of spans) {
    const together = spans.filter((span) => span.low <= low && low <= span.high)
    if (together.length > best.length) best = together
  }
  if (best.length === 0) return []
  const low = Math.max(...best.map((span) => span.low))
  const high = Math.min(...best.map((span) => span.high))
  return [{ low, high, spans: best }, ...groupsOf(spans.filter((span) => !best.includes(span)))]
}

/**
 * Whether the clock was set from one time to the other: where samples tell the two apart, they do not alternate. A wide
 * sample that allows a third time too tells nothing: it may be older than both.
 */
function isReplaced(group: Group, by: Group, groups: readonly Group[]): boolean {
  const third = groups.filter((it) => it !== group && it !== by && it.spans.length >= CONFIRMED_BY)
  const isTelling = (span: Bounds, other: Group) => !overlaps(span, other) && !third.some((it) => overlaps(span, it))
  const telling = group.spans.filter((span) => isTelling(span, by))
  const last = Math.max(...telling.map(({ at }) => at))
  const contradicting = by.spans.filter((span) => !overlaps(span, group))
  const isAlternating = contradicting.some((span) => span.at <= last && isTelling(span, group))
  // Of two requests that were under way at once, either may have been answered first.
  const isLast = (span: Bounds) => telling.every((earlier) => answeredAt(earlier) < askedAt(span))
  return !isAlternating && contradicting.filter(isLast).length >= SET_AFTER
}

const mostExact = (samples: readonly Bounds[]) =>
  samples.filter((sample) => !samples.some((other) => isMoreExact(other, sample)))

const isMoreExact = (a: Bounds, b: Bounds) =>
  Math.abs(a.at - b.at) < TOGETHER_MS && overlaps(a, b) && a.high - a.low < b.high - b.low

const askedAt = ({ at, roundTripMs }: Bounds) => at - roundTripMs / 2
const answeredAt = ({ at, roundTripMs }: Bounds) => at + roundTripMs / 2
const overlaps = (a: Pick<Bounds, 'low' | 'high'>, b: Pick<Bounds, 'low' | 'high'>) =>
  a.low <= b.high && b.low <= a.high

/** The bounds that a sample proves for another instant, as far as the clocks may have drifted since. */
function boundsAt(monotonic: number, sample: Bounds): Bounds {
  const slack = MAX_DRIFT * Math.abs(monotonic - sample.at)
  return { ...sample, low: sample.low - slack, high: sample.high + slack }
}
