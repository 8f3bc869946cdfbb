import { systemClock } from './clock.ts'

const SAME_CTRL_C_MS = 1_000

/** One Ctrl-C arrives twice, from the terminal and from npm: only a later second signal forces the end. */
export function stopSignals(): { stopped: AbortSignal; forced: AbortSignal } {
  const [stopped, forced] = [new AbortController(), new AbortController()]
  let stoppedAt = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopped.signal.aborted && systemClock.monotonic() - stoppedAt > SAME_CTRL_C_MS) forced.abort()
      if (!stopped.signal.aborted) stoppedAt = systemClock.monotonic()
      stopped.abort()
    })
  }
  return { stopped: stopped.signal, forced: forced.signal }
}
