const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const PAUSES_MS = [10 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]
/** Deliveries that failed together do not all come back at one instant. */
const JITTER = 0.2

type Tries = {
  /** How often it has been tried. */
  attempts: number
  giveUpAt: number
  /** When the other side asked to be tried again. */
  retryAt: number | null
  now: number
  /** From 0 to 1. */
  random: number
}

/**
 * When a delivery that has failed is tried again: after 10 s, 30 s, 2 min, 10 min and then hourly, up to a fifth later, and not
 * before the other side asked for it. The last try is just before `giveUpAt`; null means that there is none any more. Epoch ms.
 */
export function decideNextTry({ attempts, giveUpAt, retryAt, now, random }: Tries): number | null {
  const pauseMs = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? SECOND_MS
  const wanted = Math.max(now + pauseMs * (1 + JITTER * random), retryAt ?? -Infinity)
  const last = giveUpAt - SECOND_MS
  if (wanted <= last) return wanted
  return last > now + SECOND_MS && (retryAt ?? -Infinity) <= last ? last : null
}
