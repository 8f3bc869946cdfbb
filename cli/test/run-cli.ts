import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

type Options = { env?: Record<string, string>; input?: string }

/** Runs the program, as a user of a machine without any settings does, and waits for its end. */
export async function runCli(args: readonly string[], { env = {}, input = '' }: Options = {}) {
  const program = startCli(args, env)
  program.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve))
  const [out, err, code] = await Promise.all([text(program.stdout), text(program.stderr), ended])
  return { code, out, err }
}

/** Starts the program. */
export function startCli(args: readonly string[], env: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return spawn(process.execPath, [MAIN, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, TZ: 'UTC', XDG_CONFIG_HOME: '/nonexistent', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** The settings of a user; `url` is where Bidwell is. */
export const settingsOf = (url: string, token: string) => ({ BIDWELL_URL: url, BIDWELL_TOKEN: token })

/** Runs a command that prints JSON, and reads it. */
export async function runForJson(args: readonly string[], env: Record<string, string>) {
  const { code, out, err } = await runCli([...args, '--json'], { env })
  return { code, data: out === '' ? null : JSON.parse(out), failure: err === '' ? null : JSON.parse(err) }
}
