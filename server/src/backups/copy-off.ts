import { spawn } from 'node:child_process'
import { once } from 'node:events'

const KILLED_AFTER_MS = 60 * 60_000
const MOST_SAID = 500

export type CopyOptions = {
  /** The path of a program. */
  command: string
  /** Its environment. */
  env: NodeJS.ProcessEnv
  /** How long it may take. */
  withinMs?: number
  stop?: AbortSignal
}

/**
 * Runs the operator's program with the path of a backup as its argument. Null when it exits with 0; else why the copy does not
 * count, in words. A program that takes too long is killed.
 */
export async function copyOff(
  path: string,
  { command, env, withinMs = KILLED_AFTER_MS, stop }: CopyOptions,
): Promise<string | null> {
  const limit = AbortSignal.timeout(withinMs)
  const signal = stop ? AbortSignal.any([limit, stop]) : limit
  let said = ''
  try {
    const child = spawn(command, [path], { env, stdio: ['ignore', 'ignore', 'pipe'], signal, killSignal: 'SIGKILL' })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-MOST_SAID)))
    // Not `close`: a process that the program has left behind may keep its output open.
    const [code, killedBy] = (await once(child, 'exit')) as [number | null, string | null]
    if (code === 0) return null
    const end = code === null ? `was ended by ${killedBy}` : `exited with ${code}`
    return `${command} ${end}${said.trim() === '' ? '' : `: ${said.trim()}`}`
  } catch (error) {
    if (limit.aborted) return `${command} took longer than ${withinMs / 1_000} s, and was killed`
    return `${command} did not run: ${error instanceof Error ? error.message : String(error)}`
  }
}
