import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'

export type Program = { name: string; args: readonly string[]; env: NodeJS.ProcessEnv }

export type KeptProgram = AsyncDisposable & {
  /** Ends it; it starts again at once. */
  restart(): void
  /** Ends it for good, without waiting for what it has in hand. */
  kill(): void
}

type Deps = {
  clock: Clock
  /** Every line that the program writes. */
  onLine: (line: string) => void
  onRestart: (how: string) => void
  /** It said that it cannot run with this configuration, so starting it again would not help. */
  onRefusal: () => void
}

export const REFUSED = 78
const STEADY_AFTER_MS = 10_000
const BACK_OFF_MS = { first: 200, most: 10_000 }
const STOP_PATIENCE_MS = 30_000
/** Young objects in 2 MB, not 16: 15 MB less for each process. */
export const LEAN = '--max-semi-space-size=2'
/** One heap of the C library for each thread would be 3 MB more, most of it never used. */
const FEW_HEAPS = { MALLOC_ARENA_MAX: '2' }
const FOLLOW_PARENT = new URL('follow-parent.ts', import.meta.url).href

/**
 * Runs a program in a process of its own, again whenever it ends: at once if it had run steadily, later and later if
 * it keeps dying young. It ends with us, even when we are killed. Disposing asks it to stop, and waits.
 */
export function keepRunning({ name, args, env }: Program, deps: Deps): KeptProgram {
  const stopping = new AbortController()
  let child: ChildProcess | undefined

  async function runOnce() {
    // A session of its own: a Ctrl-C in the terminal is for us to pass on, when it is its turn.
    child = spawn(process.execPath, [LEAN, '--import', FOLLOW_PARENT, ...args], {
      env: { ...FEW_HEAPS, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface(stream).on('line', deps.onLine)
    }
    const [code, signal] = await once(child, 'exit').catch((error: unknown) => [null, error])
    return { code, how: `${name} ended (${signal ?? code}): starting it again` }
  }

  async function run() {
    for (let youngDeaths = 0; !stopping.signal.aborted;) {
      const startedAt = deps.clock.monotonic()
      const { code, how } = await runOnce()
      if (stopping.signal.aborted) return
      if (code === REFUSED) return deps.onRefusal()
      youngDeaths = deps.clock.monotonic() - startedAt < STEADY_AFTER_MS ? youngDeaths + 1 : 0
      const waitMs = youngDeaths < 2 ? 0 : Math.min(BACK_OFF_MS.first * 2 ** (youngDeaths - 2), BACK_OFF_MS.most)
      deps.onRestart(waitMs === 0 ? how : `${how} in ${waitMs} ms`)
      await deps.clock.sleepUntil(deps.clock.monotonic() + waitMs, stopping.signal).catch(() => {})
    }
  }

  const running = run()
  return {
    restart: () => void child?.kill('SIGTERM'),
    kill() {
      stopping.abort()
      child?.kill('SIGKILL')
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      child?.kill('SIGTERM')
      const tooLong = delay(STOP_PATIENCE_MS, undefined, { ref: false }).then(() => child?.kill('SIGKILL'))
      await Promise.race([running, tooLong])
      await running
    },
  }
}
