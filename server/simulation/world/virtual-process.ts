import type { EngineClock } from '../../src/engine/core/ports.ts'
import { neverAborted } from '../../src/platform/with-timeout.ts'
import type { Chance } from './chance.ts'
import type { VirtualTime } from './virtual-time.ts'

/**
 * What becomes of one call to the outside. Not done: `fails` says so, `hangs` never answers. Done all the same:
 * `unknown` looks like a failure, `mute` never answers.
 */
export type CallOutcome = {
  outMs: number
  backMs: number
  kind: 'fine' | 'fails' | 'hangs' | 'unknown' | 'mute'
  error?: Error
}

export type VirtualProcess = {
  readonly name: string
  readonly clock: EngineClock
  isAlive(): boolean
  isPaused(): boolean
  /** Nothing that it waits for comes back to it any more. */
  kill(): void
  /** Gets no turn for so long; what was due meanwhile comes all at once. */
  pause(ms: number): void
  stepWall(ms: number): void
  /** Something done outside and answered over a network that may fail; what has left is done even if we die. */
  call<T>(outcome: CallOutcome, effect: () => T): Promise<T>
  /** Gives this process its turn at an instant, later if it is paused, never if it is dead. */
  deliver(instant: number, run: () => void): () => void
}

type Options = { name: string; time: VirtualTime; chance: Chance; driftPpm: number }

/** A process with clocks of its own in a simulated world. */
export function virtualProcess({ name, time, chance, driftPpm }: Options): VirtualProcess {
  const rate = 1 + driftPpm * 1e-6
  const monotonicBase = chance.between(0, 1e9)
  const wallBase = chance.between(-5e3, 5e3) + 1.8e12
  let wallSteps = 0
  let alive = true
  let pausedUntil = -Infinity

  function deliver(instant: number, run: () => void): () => void {
    let callOff = time.at(instant, attempt)
    function attempt() {
      if (!alive) return
      if (time.now() < pausedUntil) callOff = time.at(pausedUntil, attempt)
      else run()
    }
    return () => callOff()
  }

  const base = () => monotonicBase
  const monotonic = () => base() + time.now() * rate
  const instantOf = (monotonicInstant: number) => (monotonicInstant - base()) / rate

  function sleepUntil(instant: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const callOff = deliver(instantOf(instant), () => {
        signal.removeEventListener('abort', abort)
        resolve()
      })
      function abort() {
        callOff()
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
      sleepUntil: async (instant, signal) => sleepUntil(instant, signal),
      sleepUntilPrecise: (instant) => sleepUntil(instant, neverAborted),
      yieldToEventLoop: () => new Promise((resolve) => void deliver(time.now(), resolve)),
    },
    isAlive: () => alive,
    isPaused: () => time.now() < pausedUntil,
    kill() {
      alive = false
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, time.now() + ms)
    },
    stepWall(ms) {
      wallSteps += ms
    },
    deliver,
    call<T>({ outMs, backMs, kind, error }: CallOutcome, effect: () => T) {
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
    },
  }
}
