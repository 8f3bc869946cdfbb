import type { Clock } from './clock.ts'

export type PeriodicWork = AsyncDisposable & {
  /** Starts the next run as soon as `minIntervalMs` allows; after the present run, if one is in progress. */
  wake(): void
  /** Like `wake`, without regard to `minIntervalMs`. */
  wakeNow(): void
}

type Options = {
  /** Receives what a run throws, and the next run follows as usual. Without it, an error ends the process. */
  onError?: (error: unknown) => void
  /** The least time between the starts of two runs, however often the work is woken. */
  minIntervalMs?: number
}

/**
 * Runs `work` at once and then every `intervalMs`, measured from start to start, one run at a time, until disposed.
 * Disposing aborts the signal that `work` receives and waits for the run in progress; its errors are dropped then.
 */
export function every(
  clock: Clock,
  intervalMs: number,
  work: (signal: AbortSignal) => unknown,
  { onError, minIntervalMs = 0 }: Options = {},
): PeriodicWork {
  const stopping = new AbortController()
  let interval = new AbortController()
  let minInterval = new AbortController()

  async function runOnce() {
    try {
      await work(stopping.signal)
    } catch (error) {
      if (stopping.signal.aborted) return
      if (!onError) throw error
      onError(error)
    }
  }

  async function repeat() {
    while (!stopping.signal.aborted) {
      interval = new AbortController()
      minInterval = new AbortController()
      const startedAt = clock.monotonic()
      await runOnce()
      await clock.sleepUntil(startedAt + minIntervalMs, minInterval.signal).catch(ignoreWaking)
      await clock.sleepUntil(startedAt + intervalMs, interval.signal).catch(ignoreWaking)
    }
  }

  function wakeNow() {
    minInterval.abort()
    interval.abort()
  }

  const repeating = repeat()
  return {
    wake: () => interval.abort(),
    wakeNow,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      wakeNow()
      await repeating
    },
  }
}

const ignoreWaking = () => {}
