import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { cuttableProxy } from '../test/cuttable-proxy.ts'
import { createTestDatabase } from '../test/database.ts'
import { freePort } from '../test/free-port.ts'
import { as } from '../test/run-on-server.ts'
import { generateKeys } from './config/keys.ts'
import { systemClock } from './platform/clock.ts'
import { pollUntil } from './platform/poll-until.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

/** An API process behind a proxy to its database. `ready` is the status and what failed. */
async function startApiProcess(settings: Record<string, string> = {}) {
  await using stack = new AsyncDisposableStack()
  const { url: databaseUrl } = stack.use(await createTestDatabase())
  const proxy = stack.use(await cuttableProxy(new URL(as('api', databaseUrl))))
  const port = String(await freePort())
  const env = {
    ...process.env,
    ...generateKeys(),
    DATABASE_URL: proxy.url,
    PORT: port,
    LOG_LEVEL: 'silent',
    ...settings,
  }
  const server = spawn(process.execPath, [MAIN, 'api'], { env, stdio: 'inherit' })
  const ended = once(server, 'exit')
  stack.defer(async () => {
    server.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  const ready = async (): Promise<string> => {
    try {
      const answer = await fetch(`${url}/api/ready`)
      const { message } = JSON.parse(await answer.text())
      return answer.ok ? 'ready' : `${answer.status} ${message}`
    } catch {
      return 'refused'
    }
  }
  const until = (wanted: string) =>
    pollUntil(systemClock, async () => ((await ready()) === wanted ? true : null), { everyMs: 50, forMs: 60_000 })
  const owned = stack.move()
  return { url, proxy, server, ended, ready, until, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

test('A process is not ready while its database is cut off or silent, says so, and recovers', async () => {
  await using it = await startApiProcess()
  expect(await it.until('ready')).toBe(true)
  it.proxy.cut()
  expect(await it.until('503 Not ready: database')).toBe(true)
  it.proxy.mend()
  expect(await it.until('ready')).toBe(true)
  it.proxy.silence()
  expect(await it.ready()).toBe('503 Not ready: database')
  it.proxy.mend()
  expect(await it.until('ready')).toBe(true)
})

test('Until a process can serve, its port is closed; after SIGTERM it ends', async () => {
  await using it = await startApiProcess()
  const seen = new Set<string>()
  while (!seen.has('ready')) seen.add(await it.ready())
  // On a busy machine, so are it and its database.
  const busy = ['503 Not ready: busy', '503 Not ready: database']
  expect(seen.difference(new Set(busy))).toEqual(new Set(['refused', 'ready']))
  it.server.kill('SIGTERM')
  expect(await it.ended).toEqual([0, null])
})

/** Holds up the event loop for three seconds once its delay is watched. */
const HELD_UP = `
  import hooks from 'node:perf_hooks'
  const { monitorEventLoopDelay } = hooks
  hooks.monitorEventLoopDelay = (options) => {
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000))
    return monitorEventLoopDelay(options)
  }`

test('A process that its start held up opens its port once it is no longer busy, and refuses no call', async () => {
  await using it = await startApiProcess({
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(HELD_UP)}`,
  })
  const seen: string[] = []
  const askReady = async () => {
    seen.push(await it.ready())
    return seen.at(-1) === 'ready' || null
  }
  expect(await pollUntil(systemClock, askReady, { everyMs: 20, forMs: 180_000 })).toBe(true)
  expect(seen[0]).toBe('refused')
  expect(seen.slice(seen.findIndex((one) => one !== 'refused'))).not.toContain('refused')
})

test('A process with a token for its metrics publishes those of the installation', async () => {
  const token = 'token-of-more-than-thirty-two-characters'
  await using it = await startApiProcess({ METRICS_TOKEN: token })
  expect(await it.until('ready')).toBe(true)
  expect((await fetch(`${it.url}/metrics`)).status).toBe(401)
  const answer = await fetch(`${it.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(await answer.text()).toMatch(/^bidwell_engines\{state="fit"\} 0$/m)
})
