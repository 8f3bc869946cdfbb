/** Estimates the round trip to the site from the pages that all snipes read. */
export type LatencyEstimator = {
  /** Adds the round trip of a page that came at a monotonic instant. */
  add(roundTripMs: number, at: number): void
  /** Null before the first page. */
  roundTripMs(): number | null
  /** Forgets all round trips. */
  clear(): void
}

type RoundTrip = { ms: number; at: number }

const MAX_ROUND_TRIPS = 32
const MAX_AGE_MS = 120_000
/** A busy site or engine only adds to a round trip, so the fastest quarter comes closest to the latency. */
const FASTEST_SHARE = 1 / 4

export function openLatencyEstimator(): LatencyEstimator {
  let roundTrips: RoundTrip[] = []
  let estimate: number | null = null

  return {
    add(ms, at) {
      roundTrips = [...roundTrips.filter((known) => at - known.at < MAX_AGE_MS), { ms, at }].slice(-MAX_ROUND_TRIPS)
      const sorted = roundTrips.map((known) => known.ms).toSorted((a, b) => a - b)
      estimate = sorted[Math.floor((sorted.length - 1) * FASTEST_SHARE)] ?? null
    },
    roundTripMs: () => estimate,
    clear() {
      roundTrips = []
      estimate = null
    },
  }
}
