import { uptime } from 'node:os'

/** The only access to time. Epoch ms are for people and records, monotonic ms for deciding when to act. */
export type Clock = {
  /** Epoch ms, counted from the wall clock at the process start, which may have been wrong: never for firing. */
  now(): number
  /** Ms with a fraction since an arbitrary start; never steps, means nothing outside this process. */
  monotonic(): number
  /** Resolves at a monotonic instant, never before it; rejects with the signal's reason when aborted. */
  sleepUntil(monotonicInstant: number, signal: AbortSignal): Promise<void>
}

const MAX_TIMER_MS = 2 ** 31 - 1 // Node fires a longer timer at once

/** The machine's wall clock at this moment, epoch ms. It is compared with `now`, and used for nothing else. */
export const wallClock = () => Date.now()

/** The wall clock is read once, so that setting it later ends no session and makes no listing due. */
const startedAt = wallClock() - performance.now()
const bootedBefore = uptime() * 1_000 - performance.now()
const MIN_SUSPENSION_MS = 5_000

export const systemClock: Clock = {
  now: () => Math.round(startedAt + performance.now() + suspendedMs()),
  monotonic: () => performance.now(),
  async sleepUntil(monotonicInstant, signal) {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let timer: NodeJS.Timeout | undefined
    signal.addEventListener('abort', cancel, { once: true })
    check()
    return promise

    /** Checking again also corrects timers that fire a little early. */
    function check() {
      const leftMs = monotonicInstant - performance.now()
      if (leftMs > 0) timer = setTimeout(check, Math.min(leftMs, MAX_TIMER_MS))
      else {
        signal.removeEventListener('abort', cancel)
        resolve()
      }
    }
    function cancel() {
      clearTimeout(timer)
      reject(signal.reason)
    }
  },
}

/** How long the machine was suspended, which its uptime counts and the monotonic clock does not. Small values are noise. */
function suspendedMs(): number {
  const ms = uptime() * 1_000 - performance.now() - bootedBefore
  return ms > MIN_SUSPENSION_MS ? ms : 0
}
