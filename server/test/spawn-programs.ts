import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { api } from '@bidwell/contract'
import { systemClock } from '../src/platform/clock.ts'
import type { ProcessName } from '../src/platform/database/roles.ts'
import { pollUntil } from '../src/platform/poll-until.ts'
import { apiClient } from './api.ts'
import { freePort } from './free-port.ts'
import { as } from './run-on-server.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const EXIT_WITH_PARENT = new URL('../src/supervisor/exit-with-parent.ts', import.meta.url).href
const SHORT_LEASE_ENGINE = fileURLToPath(new URL('./short-lease-engine.ts', import.meta.url))

type Stderr = 'inherit' | 'pipe'
export type Environment = Record<string, string>
type EngineOptions = { env?: Environment; hasShortLease?: boolean }

/** Starts the product's programs as child processes, each with its role in the database, and kills those that are left when disposed. */
export function spawnPrograms(environment: Environment, onSpawn: (name: ProcessName) => void = () => {}) {
  const children = new Set<ChildProcess>()

  function spawnNode(args: string[], name: ProcessName, given: Environment, stderr: Stderr = 'inherit'): ChildProcess {
    const env: Environment = { ...environment, ...given }
    onSpawn(name)
    const child = spawn(process.execPath, ['--import', EXIT_WITH_PARENT, ...args], {
      env: {
        PATH: process.env['PATH'],
        LOG_LEVEL: 'info',
        ...env,
        ...(env['DATABASE_URL'] !== undefined && { DATABASE_URL: as(name, env['DATABASE_URL']) }),
      },
      // The channel ends the programs of a test run that is killed.
      stdio: ['ignore', 'pipe', stderr, 'ipc'],
    })
    child.stdout?.setEncoding('utf8').resume()
    children.add(child)
    return child
  }

  const spawnProgram = (name: ProcessName, env: Environment = {}, stderr?: Stderr) =>
    spawnNode([MAIN, name], name, env, stderr)

  /** Starts an engine, and resolves once it claims snipes. Rejects when it exits first. */
  async function spawnEngine({ env = {}, hasShortLease = false }: EngineOptions = {}): Promise<ChildProcess> {
    const child = hasShortLease ? spawnNode([SHORT_LEASE_ENGINE], 'engine', env) : spawnProgram('engine', env)
    const started = Promise.withResolvers<void>()
    let output = ''
    child.stdout?.on('data', (text: string) => {
      output += text
      if (output.includes('engine started')) started.resolve()
    })
    child.once('exit', () => started.reject(new Error(`The engine ended at its start: ${output}`)))
    await started.promise
    return child
  }

  /** Starts an API, and resolves once it is ready, with a client of it. */
  async function spawnApi() {
    const port = await freePort()
    const child = spawnProgram('api', { PORT: String(port), PLAN_MODE: 'self-hosted' })
    const client = apiClient(`http://127.0.0.1:${port}`)
    const isReady = () =>
      client.call(api.readReady).then(
        ({ status }) => status === 200 || null,
        () => null,
      )
    if ((await pollUntil(systemClock, isReady, { everyMs: 50, forMs: 300_000 })) === null)
      throw new Error('The API did not become ready')
    return { child, client }
  }

  async function kill(child: ChildProcess) {
    children.delete(child)
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  return {
    spawnProgram,
    spawnEngine,
    spawnApi,
    kill,
    findChild: (pid: number) => [...children].find((child) => child.pid === pid),
    async [Symbol.asyncDispose]() {
      await Promise.all([...children].map(kill))
    },
  }
}
