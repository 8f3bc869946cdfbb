import type { Clock } from './clock.ts'
import { neverAborted } from './with-timeout.ts'

type Pace = { everyMs: number; forMs: number; signal?: AbortSignal }

/**
 * Looks until there is something to see, and answers it; null when the time is up. For waiting on what another process
 * writes, where a notification might be missed.
 */
export async function pollUntil<T>(
  clock: Clock,
  look: () => Promise<T | null>,
  { everyMs, forMs, signal = neverAborted }: Pace,
): Promise<T | null> {
  const giveUpAt = clock.monotonic() + forMs
  for (;;) {
    const seen = await look()
    if (seen !== null || clock.monotonic() >= giveUpAt) return seen
    await clock.sleepUntil(Math.min(clock.monotonic() + everyMs, giveUpAt), signal)
  }
}
