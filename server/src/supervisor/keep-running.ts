import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Clock } from '../platform/clock.ts'
import { lowerPriorityOf } from '../platform/priority.ts'
import { STARTUP_ERROR_EXIT_CODE } from '../platform/startup-error.ts'

export type Program = {
  name: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  /** Once it says that it has started, its CPU priority is below the engine's: a burst of sign-ins must not delay a bid. */
  givesWay?: boolean
}

export type KeptProgram = AsyncDisposable & {
  /** Asks the program to end, and then starts it again. */
  restart(): void
  /** Kills the program for good, without an orderly stop. */
  kill(): void
}

type Deps = {
  clock: Clock
  /** Receives every line that the program writes. */
  onLine: (line: string) => void
  onRestart: (message: string) => void
  /** The program has never run steadily and ended with a StartupError, so that a restart would not help. */
  onStartupError: () => void
}

/** A program that ran for this long is restarted at once. */
const STEADY_AFTER_MS = 10_000
const RESTART_DELAY_MS = { first: 200, max: 10_000 }
const STOP_TIMEOUT_MS = 30_000
/** A young generation of 2 MB instead of 16 MB saves 15 MB per process. */
export const SMALL_HEAP = '--max-semi-space-size=2'
/** The API makes and drops much at once: with a small young generation, collecting it takes a quarter of its time. */
export const HEAP_OF_API = '--max-semi-space-size=16'
/** Two arenas of the C library's allocator, instead of one per thread, save 3 MB. */
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' }
/** Loaded into each program. */
export const EXIT_WITH_PARENT = new URL('exit-with-parent.ts', import.meta.url).href

/**
 * Runs a program in a process of its own, and restarts it whenever it ends, with growing delays while it keeps ending
 * early. Only a StartupError of a program that has never run steadily is final. The program ends with this process, even
 * when this process is killed. Disposing asks it to stop and waits.
 */
export function keepRunning({ name, args, env, givesWay = false }: Program, deps: Deps): KeptProgram {
  const stopping = new AbortController()
  let child: ChildProcess | undefined

  async function runOnce() {
    // Detached, in a session of its own: the supervisor passes a Ctrl-C on, in the order of stopping.
    child = spawn(process.execPath, [SMALL_HEAP, '--import', EXIT_WITH_PARENT, ...args], {
      env: { ...FEW_ARENAS, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const { pid } = child
    if (givesWay && pid !== undefined) child.once('message', () => lowerPriorityOf(pid))
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface(stream).on('line', deps.onLine)
    }
    const [code, signal] = await once(child, 'exit').catch((error: unknown) => [null, error])
    return { code, message: `${name} ended (${signal ?? code}): starting it again` }
  }

  async function run() {
    let wasSteady = false
    for (let earlyEnds = 0; !stopping.signal.aborted;) {
      const startedAt = deps.clock.monotonic()
      const { code, message } = await runOnce()
      if (stopping.signal.aborted) return
      // A file that was broken since must not stop the other programs: they go on with what they read at their start.
      if (code === STARTUP_ERROR_EXIT_CODE && !wasSteady) return deps.onStartupError()
      const isEarly = deps.clock.monotonic() - startedAt < STEADY_AFTER_MS
      wasSteady ||= !isEarly
      earlyEnds = isEarly ? earlyEnds + 1 : 0
      const waitMs = restartDelayMs(earlyEnds)
      deps.onRestart(waitMs === 0 ? message : `${message} in ${waitMs} ms`)
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
      const killing = setTimeout(() => child?.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await running
      clearTimeout(killing)
    },
  }
}

/** The first early end has no delay: it may be an accident. */
const restartDelayMs = (earlyEnds: number) =>
  earlyEnds < 2 ? 0 : Math.min(RESTART_DELAY_MS.first * 2 ** (earlyEnds - 2), RESTART_DELAY_MS.max)
