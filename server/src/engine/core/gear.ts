import type { BidLine, PreparedBid, SiteSession, WarmReading } from '../../marketplace/marketplace.ts'

/** What a snipe holds open while it is carried: its own session and line, which nobody else waits for. */
export type Gear = AsyncDisposable & {
  session: SiteSession | null
  line: BidLine | null
  /** Built at lock-in, used once. */
  prepared: PreparedBid | null
  /** What the light reads last gave as the end: another value means that it has moved. */
  warmEndsAt: number | null
  sawRoundTrip(warm: WarmReading): void
  /** Null until there was one. */
  roundTripMs(): number | null
}

const KEPT_ROUND_TRIPS = 5

export function openGear(): Gear {
  let roundTrips: number[] = []
  return {
    session: null,
    line: null,
    prepared: null,
    warmEndsAt: null,
    sawRoundTrip({ roundTripMs }) {
      roundTrips = [...roundTrips, roundTripMs].slice(-KEPT_ROUND_TRIPS)
    },
    /** The median: the shot is timed for the usual way, not for the best. */
    roundTripMs: () => roundTrips.toSorted((a, b) => a - b)[roundTrips.length >> 1] ?? null,
    async [Symbol.asyncDispose]() {
      await this.line?.[Symbol.asyncDispose]()
    },
  }
}
