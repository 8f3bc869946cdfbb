import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { SMALL_HEAP } from '../../server/src/supervisor/keep-running.ts'
import { ENGINE_HEAP } from '../../server/src/supervisor/programs.ts'
import type { World } from './world.ts'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const FOLLOW_PARENT = new URL('../../server/src/supervisor/follow-parent.ts', import.meta.url).href

/** A line of the engine's log. */
export type LogLine = { msg: string; bidId?: number; attempt?: number; lateMs?: number; durable?: boolean }

export type Program = AsyncDisposable & { child: ChildProcess; pid: number; lines: LogLine[] }

export const startEngineProcess = (world: World, env: Record<string, string> = {}) =>
  startProgram(world, 'engine', 'engine started', env)

/** One of the product's processes, started as its supervisor starts it. Rejects when it ends before it is up. */
export async function startProgram(
  { environment }: World,
  name: string,
  upWhen: string,
  env: Record<string, string> = {},
): Promise<Program> {
  const heap = name === 'engine' ? [SMALL_HEAP, ...ENGINE_HEAP] : [SMALL_HEAP]
  const child = spawn(process.execPath, [...heap, '--import', FOLLOW_PARENT, MAIN, name], {
    env: { PATH: process.env['PATH'], ...environment, ...env },
    // A session of its own, as there: where sessions share the processors out, it has a share of its own.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const lines: LogLine[] = []
  const up = Promise.withResolvers<void>()
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  if (child.stdout)
    createInterface(child.stdout).on('line', (text) => {
      const line: LogLine = JSON.parse(text)
      lines.push(line)
      if (line.msg.startsWith(upWhen)) up.resolve()
    })
  child.once('exit', () => up.reject(new Error(`The ${name} ended at its start: ${complaint}`)))
  await up.promise
  return {
    child,
    pid: child.pid ?? 0,
    lines,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Ends it as a crash or the kernel would, and answers the monotonic instant. */
export async function killHard({ child }: Program): Promise<number> {
  const gone = once(child, 'exit')
  const killedAt = performance.now()
  child.kill('SIGKILL')
  await gone
  return killedAt
}
