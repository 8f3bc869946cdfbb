import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { EXIT_WITH_PARENT, type Program, SMALL_HEAP } from './keep-running.ts'

/** The engines are asked to stop after it. */
const STOP_TIMEOUT_MS = 5_000

/** `problem` is the last line of the program's standard error, or how it ended. */
type Failure = { code: number | null; problem: string }

/** Runs a program to its end, which an abort asks for. Null when it succeeds. */
export async function runToEnd(
  { args, env }: Program,
  signal: AbortSignal,
  onLine: (line: string, isError: boolean) => void,
): Promise<Failure | null> {
  const child = spawn(process.execPath, [SMALL_HEAP, '--import', EXIT_WITH_PARENT, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let killing: NodeJS.Timeout | undefined
  const stop = () => {
    child.kill('SIGTERM')
    killing = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  let problem = ''
  if (child.stdout) createInterface(child.stdout).on('line', (line) => onLine(line, false))
  if (child.stderr) {
    createInterface(child.stderr).on('line', (line) => {
      problem = line
      onLine(line, true)
    })
  }
  const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null]
  signal.removeEventListener('abort', stop)
  clearTimeout(killing)
  return code === 0 ? null : { code, problem: problem || `the process ended with ${killedBy ?? code}` }
}
