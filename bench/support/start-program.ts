import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { lowerPriorityOf } from '../../server/src/platform/priority.ts'
import { HEAP_OF_API, SMALL_HEAP } from '../../server/src/supervisor/keep-running.ts'
import type { Testbed } from './testbed.ts'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const EXIT_WITH_PARENT = new URL('../../server/src/supervisor/exit-with-parent.ts', import.meta.url).href

/** A line of the engine's log. */
export type LogLine = { msg: string; bidId?: number; attempt?: number; lateMs?: number; durable?: boolean }

export type Program = AsyncDisposable & { child: ChildProcess; pid: number; lines: LogLine[] }

/** As long as the supervisor waits before it kills a program. */
const STOP_TIMEOUT_MS = 30_000

export const startEngineProcess = (testbed: Testbed, env: Record<string, string> = {}) =>
  startProgram(testbed, 'engine', 'engine started', env)

/** Starts one of the product's processes as its supervisor does. Rejects when the process ends before it is ready. */
export async function startProgram(
  { environment }: Testbed,
  name: string,
  readyMessage: string,
  env: Record<string, string> = {},
): Promise<Program> {
  return start({ environment: { ...environment, ...env }, args: [...heapOf(name), MAIN, name], readyMessage })
}

/** Starts a program of the bench in the same kind of process as the API. */
export const startLikeApi = (file: string, readyMessage: string, environment: Record<string, string>) =>
  start({ environment, args: [...heapOf('api'), file], readyMessage })

const heapOf = (name: string) => (name === 'api' ? [HEAP_OF_API] : [])

type Start = { environment: Record<string, string>; args: readonly string[]; readyMessage: string }

async function start({ environment, args, readyMessage }: Start): Promise<Program> {
  const child = spawn(process.execPath, [SMALL_HEAP, '--import', EXIT_WITH_PARENT, ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    // A session of its own, as under the supervisor: with autogroup scheduling, each session gets its share of the CPU.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  if (args.at(-1) !== 'engine' && child.pid !== undefined) lowerPriorityOf(child.pid)
  const lines: LogLine[] = []
  const ready = Promise.withResolvers<void>()
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  if (child.stdout)
    createInterface(child.stdout).on('line', (text) => {
      const line: LogLine = JSON.parse(text)
      lines.push(line)
      if (line.msg.startsWith(readyMessage)) ready.resolve()
    })
  child.once('exit', () => ready.reject(new Error(`${args.at(-1)} ended at its start: ${stderr}`)))
  await ready.promise
  return {
    child,
    pid: child.pid ?? 0,
    lines,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const killing = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await exited
      clearTimeout(killing)
    },
  }
}

/** Kills a process as a crash or the kernel would. Returns the monotonic instant of the kill. */
export async function killEngine({ child }: Program): Promise<number> {
  const exited = once(child, 'exit')
  const killedAt = performance.now()
  child.kill('SIGKILL')
  await exited
  return killedAt
}
