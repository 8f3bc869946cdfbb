import type { ClockSample } from '../../marketplace/marketplace.ts'

/** The longest time that a reading may take to arrive. If the site's time goes back by more, its clock was set. */
const MAX_DELAY_MS = 60_000

/** Whether a listing that was observed at `observedAt`, epoch ms on the site's clock, comes from a later reading. */
export function isStale(observedAt: number | null, clock: Pick<ClockSample, 'siteTime' | 'resolutionMs'>): boolean {
  const lateByMs = (observedAt ?? 0) - clock.siteTime
  return lateByMs > clock.resolutionMs && lateByMs < MAX_DELAY_MS
}
