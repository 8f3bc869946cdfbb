const MINUTE_MS = 60_000

/** So near its deadline, a problem can come true before it passes by itself. */
export const SOON_MS = 10 * MINUTE_MS

/** The steps in which a deadline comes near. */
export const HORIZONS_MS: readonly number[] = [MINUTE_MS, SOON_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS]

/** How near a deadline is: 0 within the last minute, and one more for each step. Null is no deadline, the farthest. */
export function horizonOf(deadline: number | null, now: number): number {
  const index = deadline === null ? -1 : HORIZONS_MS.findIndex((horizonMs) => deadline - now <= horizonMs)
  return index === -1 ? HORIZONS_MS.length : index
}
