import type { Clock } from './clock.ts'
import { neverAborted } from './with-timeout.ts'

type Pace = { everyMs: number; forMs: number; signal?: AbortSignal }

/**
 * Calls `read` until it returns something other than null, and returns that; null after `forMs`. For state that another
 * process changes, where a notification may be missed. Rejects with the signal's reason when aborted.
 */
export async function pollUntil<T>(
  clock: Clock,
  read: () => Promise<T | null>,
  { everyMs, forMs, signal = neverAborted }: Pace,
): Promise<T | null> {
  const deadline = clock.monotonic() + forMs
  for (;;) {
    const result = await read()
    if (result !== null || clock.monotonic() >= deadline) return result
    await clock.sleepUntil(Math.min(clock.monotonic() + everyMs, deadline), signal)
  }
}
