import type { EngineClock } from '../../src/engine/core/ports.ts'
import type { Chance } from './chance.ts'
import type { VirtualTime } from './virtual-time.ts'

/**
 * How one call to the outside ends. Without effect: `fails` rejects, `hangs` never settles. With its effect: `fine`
 * resolves, `unknown` rejects as if it had failed, `unanswered` never settles.
 */
export type CallOutcome = {
  outMs: number
  backMs: number
  kind: 'fine' | 'fails' | 'hangs' | 'unknown' | 'unanswered'
  error?: Error
}

export type VirtualProcess = {
  readonly name: string
  readonly clock: EngineClock
  isAlive(): boolean
  isPaused(): boolean
  /** The instant until which it was last paused or suspended. */
  pausedUntil(): number
  /** The instant until which its machine was last suspended. */
  suspendedUntil(): number
  /** From now on, nothing that it waits for settles. */
  kill(): void
  /** Runs nothing for so long; whatever falls due meanwhile runs at the end, all at once. */
  pause(ms: number): void
  /** Suspends its machine for so long: it runs nothing, and its monotonic clock stands still. */
  suspend(ms: number): void
  stepWall(ms: number): void
  /** Does something outside of the process. It takes effect even if the process dies meanwhile. */
  call<T>(outcome: CallOutcome, effect: () => T): Promise<T>
  /** Runs something in this process at an instant: later if the process is paused, never if it is dead. Returns how to cancel. */
  deliver(instant: number, run: () => void): () => void
}

type Options = { name: string; time: VirtualTime; chance: Chance; driftPpm: number }

const LEAST_WAIT_MS = 0.000_1

/** A process with its own clocks in a simulated world. */
export function virtualProcess({ name, time, chance, driftPpm }: Options): VirtualProcess {
  const rate = 1 + driftPpm * 1e-6
  const monotonicBase = chance.between(0, 1e9)
  const wallBase = chance.between(-5e3, 5e3) + 1.8e12
  let wallSteps = 0
  let alive = true
  let pausedUntil = -Infinity
  /** How long the machine was suspended, and until when the present suspension lasts. */
  let suspended = 0
  let suspendedUntil = -Infinity

  function deliver(instant: number, run: () => void): () => void {
    let cancel = time.at(instant, attempt)
    function attempt() {
      if (!alive) return
      if (time.now() < pausedUntil) cancel = time.at(pausedUntil, attempt)
      else run()
    }
    return () => cancel()
  }

  const base = () => monotonicBase
  const suspendedMs = () => suspended - Math.max(0, suspendedUntil - time.now())
  const monotonic = () => base() + (time.now() - suspendedMs()) * rate
  const instantOf = (monotonicInstant: number) => (monotonicInstant - base()) / rate + suspended

  function sleepUntil(instant: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      let cancel = deliver(instantOf(instant), wake)
      function wake() {
        // A suspension moves the instants of the monotonic clock, and rounding may come to one that it has not reached.
        if (monotonic() < instant) {
          cancel = deliver(Math.max(instantOf(instant), time.now() + LEAST_WAIT_MS), wake)
          return
        }
        signal.removeEventListener('abort', abort)
        resolve()
      }
      function abort() {
        cancel()
        reject(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
    })
  }

  return {
    name,
    clock: {
      now: () => wallBase + wallSteps + time.now(),
      monotonic,
      suspendedMs,
      sleepUntil: async (instant, signal) => sleepUntil(instant, signal),
      yieldToEventLoop: () => new Promise((resolve) => void deliver(time.now(), resolve)),
    },
    isAlive: () => alive,
    isPaused: () => time.now() < pausedUntil,
    pausedUntil: () => pausedUntil,
    suspendedUntil: () => suspendedUntil,
    kill() {
      alive = false
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, time.now() + ms)
    },
    suspend(ms) {
      const until = Math.max(suspendedUntil, time.now() + ms)
      suspended += until - Math.max(suspendedUntil, time.now())
      suspendedUntil = until
      pausedUntil = Math.max(pausedUntil, until)
    },
    stepWall(ms) {
      wallSteps += ms
    },
    deliver,
    call: (outcome, effect) => callOutside({ time, deliver }, outcome, effect),
  }
}

type Outside = { time: VirtualTime; deliver: VirtualProcess['deliver'] }

/** Something outside of the process has its effect, and its answer comes back, in the ways of `CallOutcome`. */
function callOutside<T>({ time, deliver }: Outside, { outMs, backMs, kind, error }: CallOutcome, effect: () => T) {
  return new Promise<T>((resolve, reject) => {
    const later = (run: () => void) => void deliver(time.now() + backMs, run)
    time.at(time.now() + outMs, () => {
      if (kind === 'hangs') return
      if (kind === 'fails') return later(() => reject(error ?? new Error('refused')))
      try {
        const result = effect()
        if (kind === 'fine') later(() => resolve(result))
        if (kind === 'unknown') later(() => reject(error ?? new Error('the connection was lost')))
      } catch (thrown) {
        later(() => reject(thrown))
      }
    })
  })
}
