import { type Carried, estimateAt } from './carried.ts'
import type { Facts } from './facts.ts'
import type { Timeline } from './timeline.ts'

/** All that a shot needs is at hand, and all that helps it as far as the site gives it. */
export function tellArmed({ engine, snipe, log }: Carried, { endsAt, price }: Facts, timeline: Timeline) {
  const { clock, tell } = engine.ports
  const now = clock.monotonic()
  const { offsetMs, uncertaintyMs } = estimateAt(engine, now)
  const roundTripMs = engine.wayToSite.roundTripMs()
  tell({ news: 'armed', bidId: snipe.bidId, firesInMs: timeline.fireAt - now, uncertaintyMs, roundTripMs })
  void log({
    kind: 'armed',
    endsAt,
    plannedAt: timeline.plannedSiteTime,
    priceCents: price?.currentCents ?? null,
    minimumBidCents: price?.minimumCents ?? null,
    clockOffsetMs: now + offsetMs - clock.now(),
    roundTripMs,
  })
}
