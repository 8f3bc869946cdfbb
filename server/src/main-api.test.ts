import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { API_BASE, endpoints, EVENTS_PATH } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { freePort } from './platform/database/embedded/free-port.ts'
import { generateKeys } from './platform/keys.ts'
import { awaitHealth } from './supervisor/await-health.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

/** The API as a process of its own, as operators run it. */
async function startProcess() {
  await using stack = new AsyncDisposableStack()
  const { url: DATABASE_URL } = stack.use(await createTestDatabase())
  const port = await freePort()
  const env = { ...process.env, ...generateKeys(), DATABASE_URL, PORT: String(port), LOG_LEVEL: 'silent' }
  const api = spawn(process.execPath, [MAIN, 'api'], { env, stdio: 'inherit' })
  const ended = once(api, 'exit')
  stack.defer(async () => {
    api.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await awaitHealth(`${url}/api/health`, AbortSignal.timeout(20_000))
  const owned = stack.move()
  return { url, api, ended, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

test('every call of the contract is answered, and nothing else', async () => {
  await using it = await startProcess()
  const { paths } = JSON.parse(await (await fetch(`${it.url}/api/openapi.json`)).text())
  const answered = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const promised = endpoints.map(({ method, path }) => `${method} ${API_BASE}${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(answered.toSorted()).toEqual([...promised, `GET ${API_BASE}${EVENTS_PATH}`].toSorted())
})

test('asked to stop, the API ends at once, even with streams open', async () => {
  await using it = await startProcess()
  const registration = {
    email: 'ann@example.com',
    password: 'correct horse battery',
    confirmPassword: 'correct horse battery',
    terms: true,
    termsVersion: 'v1.0',
    privacyVersion: 'v1.0',
  }
  const answer = await fetch(`${it.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(registration),
  })
  const { token } = JSON.parse(await answer.text())
  const stream = await fetch(`${it.url}${API_BASE}${EVENTS_PATH}`, { headers: { Authorization: `Bearer ${token}` } })
  expect(stream.status).toBe(200)

  it.api.kill('SIGTERM')
  expect(await it.ended).toEqual([0, null])
  expect(await stream.text()).toContain('site_time')
})
