import { uptime } from 'node:os'

/** The only door to time. Epoch milliseconds for what people read, monotonic milliseconds for deciding when to act. */
export type Clock = {
  /** Epoch ms by this machine's wall clock at the start, which may have been wrong: for records, never for firing. */
  now(): number
  /** Ms with a fraction since an arbitrary start; never steps, means nothing outside this process. */
  monotonic(): number
  /** Resolves at a monotonic instant, never before it; rejects with the signal's reason when aborted. */
  sleepUntil(monotonicInstant: number, signal: AbortSignal): Promise<void>
}

const LONGEST_TIMER_MS = 2 ** 31 - 1 // beyond this, Node fires the timer at once

/** What the machine's clock says at this moment, epoch ms. Nothing goes by it. */
export const wallClock = () => Date.now()

/** The wall clock is read once, so that setting it later moves nothing: no session ends, no listing falls due. */
const startedAt = wallClock() - performance.now()
const bootedBefore = uptime() * 1_000 - performance.now()
const LEAST_SLEEP_MS = 5_000

export const systemClock: Clock = {
  now: () => Math.round(startedAt + performance.now() + sleptMs()),
  monotonic: () => performance.now(),
  async sleepUntil(monotonicInstant, signal) {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let timer: NodeJS.Timeout | undefined
    signal.addEventListener('abort', wake, { once: true })
    look()
    return promise

    /** Looking again also absorbs timers that fire a little early. */
    function look() {
      const leftMs = monotonicInstant - performance.now()
      if (leftMs > 0) timer = setTimeout(look, Math.min(leftMs, LONGEST_TIMER_MS))
      else {
        signal.removeEventListener('abort', wake)
        resolve()
      }
    }
    function wake() {
      clearTimeout(timer)
      reject(signal.reason)
    }
  },
}

/** A machine that sleeps stops the monotonic clock, and not its uptime. Less than some seconds is how that is counted. */
function sleptMs(): number {
  const ms = uptime() * 1_000 - performance.now() - bootedBefore
  return ms > LEAST_SLEEP_MS ? ms : 0
}
