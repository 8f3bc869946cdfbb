import { once } from 'node:events'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IdParams, login, messages, readClock, readProfile, readHealth } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestApi } from '../../test/api.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/route.ts'

const NOON = Date.UTC(2026, 10, 20, 20)

const thing = {
  method: 'GET',
  path: '/things/:id',
  access: 'anyone',
  summary: 'A thing',
  params: IdParams,
  data: z.object({ id: z.int() }),
} as const

test('a process with a database says that it can serve', async () => {
  await using api = await startTestApi()
  const { status, body } = await api.call(readHealth)
  expect([status, body]).toMatchObject([200, { success: true, data: { status: 'ok', site: { state: 'ok' } } }])
})

test('an answer holds what its endpoint promises and nothing besides', async () => {
  const leaky = route(thing, async () => ({ data: { id: 1, password_hash: 'secret' } }))
  await using api = await startTestApi({ routes: () => [leaky] })
  expect((await api.call(thing, { params: { id: 1 } })).body).toEqual({ success: true, data: { id: 1 } })
})

test('an answer that breaks its own promise is our failure, and tells nothing', async () => {
  const broken = route(thing, async () => ({ data: { id: 0.5 } }))
  await using api = await startTestApi({ routes: () => [broken] })
  const { status, failure } = await api.call(thing, { params: { id: 1 } })
  expect([status, failure]).toEqual([500, { success: false, code: 'internal', message: messages.generic.internal }])
})

test.each([
  ['a plain error', new Error('select * from accounts where password_hash = $1')],
  ['something that is no error', 'secret'],
  ['a rule of the database', Object.assign(new Error('duplicate key'), { code: '23505', detail: 'secret' })],
])('%s tells a caller nothing of what went wrong', async (_, thrown) => {
  const handle = () => Promise.reject(thrown)
  await using api = await startTestApi({ routes: () => [route(thing, handle)] })
  const { status, failure } = await api.call(thing, { params: { id: 1 } })
  expect([status, failure]).toEqual([500, { success: false, code: 'internal', message: messages.generic.internal }])
})

test.each(['ECONNREFUSED', '57P01', '08006', '53300', '53100'])(
  'while the database is away (%s) a caller is asked to come back',
  async (code) => {
    const handle = () => Promise.reject(Object.assign(new Error('no'), { code }))
    await using api = await startTestApi({ routes: () => [route(thing, handle)] })
    const { status, headers, failure } = await api.call(thing, { params: { id: 1 } })
    expect([status, headers.get('retry-after'), failure.code]).toEqual([503, '2', 'unavailable'])
  },
)

test('a database that nobody can reach is such a one', async () => {
  await using nowhere = openDatabase({ url: 'postgres://127.0.0.1:1/none', applicationName: 'test', poolSize: 1 })
  const asking = route(thing, async () => {
    await sql`select 1`.execute(nowhere.db)
    return { data: { id: 1 } }
  })
  await using api = await startTestApi({ routes: () => [asking] })
  expect((await api.call(thing, { params: { id: 1 } })).status).toBe(503)
})

test('what the site did is told in words that fit every call', async () => {
  const failing = (thrown: SiteError) =>
    route(thing, async () => {
      throw thrown
    })
  const refused = new SiteError('login_refused', 'secret', { siteMessage: 'The username or password are incorrect' })
  const down = new SiteError('timeout', 'secret', { retryAfterMs: 7_000 })
  await using refusing = await startTestApi({ routes: () => [failing(refused)] })
  await using away = await startTestApi({ routes: () => [failing(down)] })
  const one = await refusing.call(thing, { params: { id: 1 } })
  expect([one.status, one.failure.code, one.failure.message]).toEqual([422, 'credentials_refused', refused.siteMessage])
  const other = await away.call(thing, { params: { id: 1 } })
  expect([other.status, other.headers.get('retry-after'), other.failure.code]).toEqual([503, '7', 'site_unavailable'])
  expect(JSON.stringify([one, other])).not.toContain('secret')
})

test('a failure on purpose carries its code, its words and how long to wait', async () => {
  const slowly = new AppError('rate_limited', 'Slowly', { retryAfterMs: 1_500 })
  await using api = await startTestApi({ routes: () => [route(thing, () => Promise.reject(slowly))] })
  const { status, headers, failure } = await api.call(thing, { params: { id: 1 } })
  expect([status, headers.get('retry-after')]).toEqual([429, '2'])
  expect(failure).toEqual({ success: false, code: 'rate_limited', message: 'Slowly' })
})

test('a call whose client has gone away is told so', async () => {
  const started = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const slow = { ...thing, method: 'POST', body: z.object({}) } as const
  const waiting = route(slow, async ({ signal }) => {
    started.resolve()
    signal.addEventListener('abort', () => gone.resolve())
    await gone.promise
    return { data: { id: 1 } }
  })
  await using api = await startTestApi({ routes: () => [waiting] })
  const leaving = new AbortController()
  const call = fetch(`${api.url}/api/things/1`, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
    signal: leaving.signal,
  })
  await started.promise
  leaving.abort()
  await expect(call).rejects.toThrow()
  await gone.promise
})

test('every answer carries the headers that keep a browser safe', async () => {
  await using api = await startTestApi()
  for (const path of ['/api/health', '/api/nothing', '/nothing.js', '/api/profile']) {
    const { headers } = await fetch(api.url + path)
    expect(headers.get('content-security-policy')).toContain("default-src 'none';script-src 'self'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(headers.has('x-powered-by') || headers.has('server')).toBe(false)
    expect(headers.has('access-control-allow-origin')).toBe(false)
    if (path.startsWith('/api/')) expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('an address that calls too often is asked to wait', async () => {
  await using api = await startTestApi({ limits: { callsPerMinute: 3 } })
  for (let calls = 0; calls < 3; calls += 1) expect((await api.call(readHealth)).status).toBe(200)
  const { status, headers, failure } = await api.call(readHealth)
  expect([status, failure.code]).toEqual([429, 'rate_limited'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await api.call(readProfile)).status).toBe(429) // strangers are counted like everybody else
  const spoofed = await api.call(readHealth, { headers: { 'X-Forwarded-For': '203.0.113.5' } })
  expect(spoofed.status).toBe(429)
})

test('an address may try to sign in only so often, whatever else it asks', async () => {
  await using api = await startTestApi({ limits: { signInsPerMinute: 2 } })
  const attempt = () => api.call(login, { body: { email: 'nobody@example.com', password: 'a guess' } })
  expect([(await attempt()).status, (await attempt()).status]).toEqual([401, 401])
  const { status, failure } = await attempt()
  expect([status, failure.code]).toEqual([429, 'rate_limited'])
  expect((await api.call(readHealth)).status).toBe(200)
})

test('a path written another way counts as the same call, and is kept no longer', async () => {
  await using api = await startTestApi({ limits: { callsPerMinute: 2 } })
  for (const path of ['/api/health', '/%61pi/health']) {
    const { status, headers } = await fetch(api.url + path)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  }
  expect((await fetch(`${api.url}/%61p%69/health`)).status).toBe(429)
})

test("the site's time is its last measurement, less sure the older that is, whatever the machine's own clock", async () => {
  const clock = manualClock(NOON)
  await using api = await startTestApi({ clock })
  expect((await api.call(readClock)).body.data).toEqual({ now: new Date(NOON).toISOString(), uncertainty_ms: null })

  const measured_at = new Date(systemClock.now() - 600_000)
  await api.db
    .insertInto('site_clocks')
    .values({ marketplace: 'shopgoodwill', offset_ms: -250_000, uncertainty_ms: 12, measured_at })
    .execute()
  const { now, uncertainty_ms } = (await api.call(readClock)).body.data
  expect(Math.abs(Date.parse(now) - (systemClock.now() - 250_000))).toBeLessThan(5_000)
  expect(uncertainty_ms).toBeGreaterThanOrEqual(72)
  expect(uncertainty_ms).toBeLessThan(2_000) // asking the database took a moment
})

test('a step of the wall clock neither frees a caller of a limit nor keeps one in it', async () => {
  const clock = manualClock(NOON)
  await using api = await startTestApi({ clock, limits: { callsPerMinute: 1 } })
  const call = async () => {
    const { status, headers } = await fetch(`${api.url}/api/health`)
    return [status, headers.get('retry-after')]
  }
  expect(await call()).toEqual([200, null])
  clock.stepWall(86_400_000)
  expect(await call()).toEqual([429, '60'])
  clock.stepWall(-2 * 86_400_000)
  await clock.advanceBy(20_000)
  expect(await call()).toEqual([429, '40'])
  await clock.advanceBy(40_000)
  expect(await call()).toEqual([200, null])
})

test('any path but a file or a call is a page of the web app', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bidwell-web-'))
  const webRoot = join(folder, 'assets', 'dist') // which says nothing about what is in it
  try {
    await mkdir(join(webRoot, 'assets'), { recursive: true })
    await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>Bidwell</title>')
    await writeFile(join(webRoot, 'assets', 'app-1a2b.js'), 'void 0')
    await using api = await startTestApi({ webRoot })
    const get = async (path: string) => {
      const { status, headers } = await fetch(api.url + path)
      return [status, headers.get('content-type')?.split(';')[0], headers.get('cache-control')]
    }
    for (const path of ['/', '/dashboard', '/settings?tab=credentials', '/bids/12']) {
      expect(await get(path)).toEqual([200, 'text/html', 'no-cache'])
    }
    expect(await get('/assets/app-1a2b.js')).toEqual([
      200,
      'application/javascript',
      'public, max-age=31536000, immutable',
    ])
    expect(await get('/assets/gone.js')).toEqual([404, 'application/json', null])
    expect(await get('/api/nothing')).toEqual([404, 'application/json', 'no-store'])
    expect(await get('/..%2f..%2fetc/passwd')).not.toContain('text/plain')
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** More than what lies between the two ends of a line can hold. */
const LARGE_BYTES = 32 * 1024 * 1024

/** An app with a large file to send; `close` closes it while that is under way. */
async function startWithLargeFile() {
  const webRoot = await mkdtemp(join(tmpdir(), 'bidwell-web-'))
  await writeFile(join(webRoot, 'large.bin'), Buffer.alloc(LARGE_BYTES))
  const api = await startTestApi({ webRoot })
  const close = async () => {
    await api[Symbol.asyncDispose]()
    await rm(webRoot, { recursive: true })
  }
  return { url: api.url, close }
}

test('an answer under way when the app is closed is sent to its end, and its line is not kept open after it', async () => {
  const { url, close } = await startWithLargeFile()
  const answer = await fetch(`${url}/large.bin`)
  const closed = close()
  expect((await answer.arrayBuffer()).byteLength).toBe(LARGE_BYTES)
  await closed
})

test('whoever takes their answer too slowly does not keep the app from closing', async () => {
  const { url, close } = await startWithLargeFile()
  const { hostname, port } = new URL(url)
  const line = connect(Number(port), hostname)
  line.write('GET /large.bin HTTP/1.1\r\nHost: bidwell\r\n\r\n')
  // Something of it has come, and nobody takes it.
  await once(line, 'readable')
  await close()
  line.destroy()
})

test('the description of the API tells each call, and people can read it', async () => {
  await using api = await startTestApi({ routes: () => [route(thing, async () => ({ data: { id: 1 } }))] })
  const description = JSON.parse(await (await fetch(`${api.url}/api/openapi.json`)).text())
  expect(description.openapi).toBe('3.1.0')
  expect(description.paths['/api/things/{id}'].get.summary).toBe('A thing')
  expect(description.paths['/api/auth/login'].post.requestBody.content['application/json'].schema.required).toEqual([
    'email',
    'password',
  ])
  const page = await fetch(`${api.url}/api/docs/`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = page.headers.get('content-security-policy')
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

test('no secret that a call carries gets into the log or into an answer', async () => {
  const lines: string[] = []
  await using api = await startTestApi({ log: { write: (line: string) => void lines.push(line) } })
  const { token, email, password } = await api.signUp()
  const answers = [
    await api.call(login, { body: { email, password: `${password} canary-1` } }),
    await api.call(login, { body: { email, password, canary: 'canary-2' } }),
    await api.call(readHealth, { token, headers: { Cookie: 'canary-3' } }),
    await api.call(readHealth, { query: { token: 'canary-4' } }),
  ]
  const log = lines.join('')
  expect(log).toContain('/api/auth/login')
  for (const secret of [
    password,
    token,
    token.split('.')[2]!,
    'canary-1',
    'canary-2',
    'canary-3',
    'canary-4',
    '$argon2',
  ]) {
    expect(log).not.toContain(secret)
    expect(JSON.stringify(answers.map(({ failure }) => failure))).not.toContain(secret)
  }
})

test('a line of the log cannot be forged by what a caller sends', async () => {
  const lines: string[] = []
  await using api = await startTestApi({ log: { write: (line: string) => void lines.push(line) } })
  await fetch(`${api.url}/api/x%0a{"level":50,"msg":"forged"}`)
  expect(lines.every((line) => line.endsWith('}\n') && line.indexOf('\n') === line.length - 1)).toBe(true)
  expect(lines.join('')).not.toContain('forged')
})
