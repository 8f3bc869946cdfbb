import { uptime } from 'node:os'

/** The only access to time. Epoch ms are for people and records, monotonic ms for deciding when to act. */
export type Clock = {
  /** Epoch ms, counted from the wall clock at the process start, which may have been wrong: never for firing. */
  now(): number
  /** Ms with a fraction since an arbitrary start; never steps, means nothing outside this process. */
  monotonic(): number
  /**
   * Ms for which the machine was suspended since the process started, when `monotonic` stood still. It never falls, and
   * misses less than 1.5 s. A clock that is set changes nothing.
   */
  suspendedMs(): number
  /** Resolves at a monotonic instant, never before it; rejects with the signal's reason when aborted. */
  sleepUntil(monotonicInstant: number, signal: AbortSignal): Promise<void>
}

const MAX_TIMER_MS = 2 ** 31 - 1 // Node fires a longer timer at once

/** The machine's wall clock at this moment, epoch ms. It is compared with `now`, and used for nothing else. */
export const wallClock = () => Date.now()

/** The wall clock is read once, so that setting it later ends no session and makes no listing due. */
const startedAt = wallClock() - performance.now()
export const systemClock: Clock = {
  now: () => Math.round(startedAt + performance.now() + suspendedMs()),
  monotonic: () => performance.now(),
  suspendedMs,
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

/**
 * The uptime counts while the machine is suspended, the monotonic clock does not. Linux gives the uptime in hundredths of
 * a second, other systems and containers without `/proc` in whole seconds, so a smaller difference is rounding.
 */
const MIN_SUSPENSION_MS = 1_500
const UPTIME_INTERVAL_MS = 1_000
const MAX_WALL_STEP_MS = 500
const bootedBefore = uptimeAheadMs()
let suspended = 0
let measured = { at: -Infinity, wallAhead: 0 }

/**
 * Reading the uptime takes some microseconds, too long for each of two hundred bids at one instant. A machine that wakes up
 * also sets its wall clock forward, so between two readings the uptime is read again only if the wall clock was set.
 */
function suspendedMs(): number {
  const at = performance.now()
  const wallAhead = wallClock() - at
  const isWallSet = Math.abs(wallAhead - measured.wallAhead) > MAX_WALL_STEP_MS
  if (!isWallSet && at - measured.at < UPTIME_INTERVAL_MS) return suspended
  measured = { at, wallAhead }
  const ms = uptimeAheadMs() - bootedBefore
  if (ms > suspended + MIN_SUSPENSION_MS) suspended = ms
  return suspended
}

/** The uptime is read first: a process that is stopped between the two readings does not look suspended. */
function uptimeAheadMs() {
  const uptimeMs = uptime() * 1_000
  return uptimeMs - performance.now()
}
