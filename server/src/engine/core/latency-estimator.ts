/** How long a light read takes, to the site and back, from those of all snipes: the way is the same for every line. */
export type LatencyEstimator = {
  /** A light read went well; `at` is a monotonic instant. */
  took(roundTripMs: number, at: number): void
  /** Null until there was one. */
  roundTripMs(): number | null
}

type RoundTrip = { ms: number; at: number }

const KEPT = 32
const USED_FOR_MS = 120_000
/** What is not the way, a busy site or a busy engine, only ever makes it longer: the quickest quarter tells most. */
const QUICKEST = 1 / 4

export function openLatencyEstimator(): LatencyEstimator {
  let roundTrips: RoundTrip[] = []
  let usual: number | null = null

  return {
    took(ms, at) {
      roundTrips = [...roundTrips.filter((known) => at - known.at < USED_FOR_MS), { ms, at }].slice(-KEPT)
      const sorted = roundTrips.map((known) => known.ms).toSorted((a, b) => a - b)
      usual = sorted[Math.floor((sorted.length - 1) * QUICKEST)] ?? null
    },
    roundTripMs: () => usual,
  }
}
