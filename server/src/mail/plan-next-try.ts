const MINUTE_MS = 60_000
const MAX_PAUSE_MS = 60 * MINUTE_MS

type Tries = {
  /** How often it was tried before. */
  attempts: number
  giveUpAt: number
  now: number
}

/**
 * When a mail that is tried now is tried again, unless this try succeeds: after a minute, then two, up to an hour, and never
 * beyond `giveUpAt`. Null means that it is too late for this try. All times are epoch ms.
 */
export function planNextTry({ attempts, giveUpAt, now }: Tries): number | null {
  if (now >= giveUpAt) return null
  const pauseMs = Math.min(MINUTE_MS * 2 ** Math.min(attempts, 10), MAX_PAUSE_MS)
  return Math.min(now + pauseMs, Math.max(giveUpAt, now + MINUTE_MS))
}
