import { type SnipeContext, estimateAt } from './snipe-context.ts'
import type { SnipeState } from './snipe-state.ts'
import type { Timeline } from './timeline.ts'

/** All that a shot needs is at hand, and all that helps it as far as the site gives it. */
export function emitArmed({ engine, snipe, log }: SnipeContext, { endsAt, price }: SnipeState, timeline: Timeline) {
  const { clock, emit } = engine.ports
  const now = clock.monotonic()
  const { offsetMs, uncertaintyMs } = estimateAt(engine, now)
  const roundTripMs = engine.latencyEstimator.roundTripMs()
  emit({ kind: 'armed', bidId: snipe.bidId, firesInMs: timeline.fireAt - now, uncertaintyMs, roundTripMs })
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
