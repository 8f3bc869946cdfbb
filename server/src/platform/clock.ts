import { setTimeout as delay } from 'node:timers/promises'

/** The only door to time. Epoch milliseconds for what people read, monotonic milliseconds for deciding when to act. */
export type Clock = {
  /** Epoch ms by this machine's wall clock, which may be wrong and may step: for records, never for firing. */
  now(): number
  /** Ms with a fraction since an arbitrary start; never steps, means nothing outside this process. */
  monotonic(): number
  /** Resolves at a monotonic instant, never before it; rejects with the signal's reason when aborted. */
  sleepUntil(monotonicInstant: number, signal: AbortSignal): Promise<void>
}

const LONGEST_TIMER_MS = 2 ** 31 - 1 // beyond this, Node fires the timer at once

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleepUntil(monotonicInstant, signal) {
    signal.throwIfAborted()
    // Looping also absorbs timers that fire a little early.
    for (;;) {
      const leftMs = monotonicInstant - performance.now()
      if (leftMs <= 0) return
      await delay(Math.min(leftMs, LONGEST_TIMER_MS), undefined, { signal })
    }
  },
}
