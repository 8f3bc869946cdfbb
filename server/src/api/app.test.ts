import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { api, type Endpoint, IdParams, messages, WebhookAlert } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestApi, type TestApi } from '../../test/api.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { type Call, route } from '../http/route.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { AppError } from '../platform/errors.ts'
import { VERSION } from '../platform/release.ts'

const NOON = Date.UTC(2026, 10, 20, 20)

const thing = {
  method: 'GET',
  path: '/things/:id',
  access: 'anyone',
  scope: 'open',
  summary: 'A thing',
  params: IdParams,
  data: z.object({ id: z.int() }),
} as const
const ownThing = { ...thing, path: '/own/:id', access: 'signed-in', scope: 'read' } as const
const adminThing = { ...thing, path: '/admin/things/:id', access: 'admin', scope: 'people' } as const
const slowThing = { ...thing, method: 'POST', body: z.object({}) } as const

type Handle = (call: Pick<Call<Endpoint>, 'signal'>) => Promise<{ data: { id: number } }>

/** What the route of `thing` does in the present test. */
let handle: Handle
const logLines: string[] = []
let server: TestApi

beforeAll(async () => {
  server = await startTestApi({
    routes: () => [route(thing, (call) => handle(call)), route(slowThing, (call) => handle(call))],
    log: { write: (line: string) => void logLines.push(line) },
    supportEmail: 'help@example.com',
    mailboxPath: '/dev/mailbox/secret',
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const callThing = (doing: Handle) => {
  handle = doing
  return server.call(thing, { params: { id: 1 } })
}
const fail = (error: unknown) =>
  callThing(async () => {
    throw error
  })

test('The health of a process with a database is ok', async () => {
  const { status, body } = await server.call(api.readHealth)
  expect([status, body]).toMatchObject([200, { success: true, data: { status: 'ok', site: { state: 'ok' } } }])
})

test('Everybody is told the address of the operator, and whether there is a mailbox, and nobody its address', async () => {
  const both = { support_email: 'help@example.com', takes_messages: true, has_mailbox: true }
  expect((await server.call(api.readOperator)).body.data).toEqual(both)
  await using silent = await startTestApi()
  expect((await silent.call(api.readOperator)).body.data).toEqual({
    support_email: null,
    takes_messages: false,
    has_mailbox: false,
  })
})

test('A reply holds the fields of its schema, and no others', async () => {
  const leaky = { id: 1, password_hash: 'secret' }
  expect((await callThing(async () => ({ data: leaky }))).body).toEqual({ success: true, data: { id: 1 } })
})

test('A reply that breaks its schema becomes an internal error without details', async () => {
  const { status, failure } = await callThing(async () => ({ data: { id: 0.5 } }))
  expect([status, failure]).toEqual([
    500,
    { success: false, code: 'internal', message: messages.generic.internalError },
  ])
})

test.each([
  ['a plain error', new Error('select * from accounts where password_hash = $1')],
  ['a string', 'secret'],
  ['a database error', Object.assign(new Error('duplicate key'), { code: '23505', detail: 'secret' })],
])('%s becomes an internal error without details', async (_, thrown) => {
  const { status, failure } = await fail(thrown)
  expect([status, failure]).toEqual([
    500,
    { success: false, code: 'internal', message: messages.generic.internalError },
  ])
})

test.each(['ECONNREFUSED', '57P01', '08006', '53300', '53100'])(
  'An unavailable database (%s) asks the caller to try again',
  async (code) => {
    const { status, headers, failure } = await fail(Object.assign(new Error('no'), { code }))
    expect([status, headers.get('retry-after'), failure.code]).toEqual([503, '2', 'unavailable'])
  },
)

test('A database that cannot be reached counts as unavailable', async () => {
  await using nowhere = openDatabase({ url: 'postgres://127.0.0.1:1/none', applicationName: 'test', poolSize: 1 })
  const { status } = await callThing(async () => {
    await sql`select 1`.execute(nowhere.db)
    return { data: { id: 1 } }
  })
  expect(status).toBe(503)
})

test("The site's refusal of a login is shown, and the other text of a site error is not", async () => {
  const refused = await fail(new SiteError('login_refused', 'secret', { siteMessage: 'The password is incorrect' }))
  expect([refused.status, refused.failure.code]).toEqual([422, 'credentials_refused'])
  expect(refused.failure.message).toBe('The password is incorrect')
  const down = await fail(new SiteError('timeout', 'secret', { retryAfterMs: 7_000 }))
  expect([down.status, down.headers.get('retry-after'), down.failure.code]).toEqual([503, '7', 'site_unavailable'])
  expect(JSON.stringify([refused, down])).not.toContain('secret')
})

test('An AppError is answered with its code, its message and its retry time', async () => {
  const { status, headers, failure } = await fail(new AppError('rate_limited', 'Slowly', { retryAfterMs: 1_500 }))
  expect([status, headers.get('retry-after')]).toEqual([429, '2'])
  expect(failure).toEqual({ success: false, code: 'rate_limited', message: 'Slowly' })
  // The draft wants no window beside it that ends later.
  expect([headers.has('ratelimit-policy'), headers.has('ratelimit')]).toEqual([true, false])
})

test("A call's signal aborts when its client disconnects", async () => {
  const started = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  handle = async ({ signal }) => {
    started.resolve()
    signal.addEventListener('abort', () => aborted.resolve())
    await aborted.promise
    return { data: { id: 1 } }
  }
  const leaving = new AbortController()
  const call = fetch(`${server.url}/api/things/1`, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
    signal: leaving.signal,
  })
  await started.promise
  leaving.abort()
  await expect(call).rejects.toThrow()
  await aborted.promise
})

test('The OpenAPI document describes each call, and has a readable page', async () => {
  const description = JSON.parse(await (await fetch(`${server.url}/api/openapi.json`)).text())
  expect([description.openapi, description.info.version]).toEqual(['3.1.0', VERSION])
  expect(description.paths['/api/things/{id}'].get.summary).toBe('A thing')
  expect(description.paths['/api/auth/login'].post.requestBody.content['application/json'].schema.required).toEqual([
    'email',
    'password',
  ])
  const alert = description.webhooks.alert.post.requestBody.content['application/json'].schema
  expect(Object.keys(alert.properties.data.properties)).toEqual(Object.keys(WebhookAlert.shape.data.shape))
  const page = await fetch(`${server.url}/api/docs/`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const html = await page.text()
  expect(html).toContain('<h2>GET /api/things/{id}</h2>')
  expect(html).toContain('Sign in by e-mail and password')
  expect(html).toContain('No API token can do this.')
  const webhook = html.split('<h2>Webhook: POST alert</h2>')[1]
  for (const text of [
    'webhook-signature (header)',
    'one of them fits the secret',
    '<p>Answer 410: Bidwell switches the webhook off</p>',
  ])
    expect(webhook).toContain(text)
  expect(html).toContain('<a href="#webhook-post-alert">')
})

test.each(['/api/docs', '/api/docs/', '/api/openapi.json'])(
  '%s comes compressed as far as it goes, and as it is for programs that do not read Brotli',
  async (path) => {
    const packed = await server.app.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } })
    const plain = await server.app.inject({ url: path, headers: { 'accept-encoding': 'gzip' } })
    expect([packed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['br', undefined])
    expect(packed.headers.vary).toContain('accept-encoding')
    expect(packed.rawPayload).toEqual(brotliCompressSync(plain.body))
  },
)

test('The readable page of the API runs no code', async () => {
  for (const path of ['/api/docs', '/api/docs/']) {
    const page = await fetch(`${server.url}${path}`)
    expect(await page.text()).not.toMatch(/<script|javascript:|\son\w+=/i)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'/)
    expect(policy).not.toMatch(/script-src|unsafe/)
  }
})

test('The secrets of a call appear neither in the log nor in a failure', async () => {
  const { token, email, password } = await server.signUp()
  const answers = [
    await server.call(api.signIn, { body: { email, password: `${password} canary-1` } }),
    await server.call(api.signIn, { body: { email, password, canary: 'canary-2' } }),
    await server.call(api.readHealth, { token, headers: { Cookie: 'canary-3' } }),
    await server.call(api.readHealth, { query: { token: 'canary-4' } }),
  ]
  const log = logLines.join('')
  expect(log).toContain('/api/auth/login')
  const canaries = ['canary-1', 'canary-2', 'canary-3', 'canary-4', '$argon2']
  for (const secret of [password, token, token.split('.')[2]!, ...canaries]) {
    expect(log).not.toContain(secret)
    expect(JSON.stringify(answers.map(({ failure }) => failure))).not.toContain(secret)
  }
})

test('A caller cannot forge a line of the log', async () => {
  await fetch(`${server.url}/api/x%0a{"level":50,"msg":"forged"}`)
  expect(logLines.length).toBeGreaterThan(0)
  expect(logLines.every((line) => line.endsWith('}\n') && line.indexOf('\n') === line.length - 1)).toBe(true)
  expect(logLines.join('')).not.toContain('forged')
})

test('An address that exceeds the call limit is refused until the window ends', async () => {
  await using server = await startTestApi({ limits: { callsPerMinute: 3 } })
  for (let calls = 0; calls < 3; calls += 1) expect((await server.call(api.readHealth)).status).toBe(200)
  const { status, headers, failure } = await server.call(api.readHealth)
  expect([status, failure.code]).toEqual([429, 'rate_limited'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await server.call(api.readProfile)).status).toBe(429) // a call without a sign-in counts too
  const spoofed = await server.call(api.readHealth, { headers: { 'X-Forwarded-For': '203.0.113.5' } })
  expect(spoofed.status).toBe(429)
})

test('The files of the app have a limit of their own, which leaves the calls of the address alone', async () => {
  const webRoot = await mkdtemp(join(tmpdir(), 'bidwell-web-'))
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>Bidwell</title>')
  await writeFile(join(webRoot, 'app.js'), 'started()')
  await using own = await startTestApi({ web: { root: webRoot, pages: null }, limits: { filesPerMinute: 3 } })
  const statusOf = async (path: string) => (await fetch(own.url + path)).status
  expect([await statusOf('/app.js'), await statusOf('/'), await statusOf('/gone.js')]).toEqual([200, 200, 404])
  expect([await statusOf('/app.js'), await statusOf('/dashboard'), await statusOf('/gone.js')]).toEqual([429, 429, 429])
  expect((await own.call(api.readHealth)).status).toBe(200)
  await rm(webRoot, { recursive: true })
})

test('Refused sign-ins and what a caller may not see are marked as lines of security, and mere noise is not', async () => {
  const lines: string[] = []
  await using own = await startTestApi({
    routes: () => [thing, ownThing, adminThing].map((endpoint) => route(endpoint, (call) => handle(call))),
    log: { write: (line: string) => void lines.push(line) },
  })
  const { token, email } = await own.signUp()
  const marked = () =>
    lines.splice(0).flatMap((line) => {
      const { security, route: path, status } = JSON.parse(line)
      return security === true ? [[path, status]] : []
    })
  marked()
  await own.call(api.signIn, { body: { email, password: 'not this one' } })
  expect(marked()).toEqual([['/api/auth/login', 401]])
  handle = async () => {
    throw new AppError('not_found', messages.generic.notFound)
  }
  await own.call(ownThing, { token, params: { id: 1 } })
  await own.call(adminThing, { token, params: { id: 1 } })
  handle = async () => {
    throw new AppError('forbidden', messages.generic.notFound)
  }
  await own.call(ownThing, { token, params: { id: 1 } })
  expect(marked()).toEqual([
    ['/api/own/:id', 404],
    ['/api/admin/things/:id', 404],
    ['/api/own/:id', 403],
  ])

  handle = async () => {
    throw new AppError('not_found', messages.generic.notFound)
  }
  await fetch(`${own.url}/api/nothing`)
  // Anybody can send as many of these as the limits allow.
  await own.call(thing, { params: { id: 1 } })
  await own.call(adminThing, { params: { id: 1 } })
  await own.call(adminThing, { token: 'bwp_none', params: { id: 1 } })
  await own.call(api.readProfile)
  await own.call(api.readProfile, { token })
  await own.call(api.readHealth)
  expect(lines.length).toBeGreaterThanOrEqual(4)
  expect(marked()).toEqual([])
})

test('Each answer says in the form of the IETF what is left of the limit, and a refusal when to try again', async () => {
  await using own = await startTestApi({ limits: { callsPerMinute: 2 } })
  const read = async () => (await own.call(api.readHealth)).headers
  const [first, second, refused] = [await read(), await read(), await read()]
  for (const [headers, left] of [
    [first, 1],
    [second, 0],
    [refused, 0],
  ] as const) {
    expect(headers.get('ratelimit-policy')).toBe('"network";q=2;w=60')
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"network";r=${left};t=[1-6]?[0-9]$`))
  }
  expect(refused.get('retry-after')).toMatch(/^[1-6]?[0-9]$/)
})

test('The sign-in limit of an address is separate from its call limit', async () => {
  await using server = await startTestApi({ limits: { signInsPerMinute: 2 } })
  const attempt = () => server.call(api.signIn, { body: { email: 'nobody@example.com', password: 'a guess' } })
  expect([(await attempt()).status, (await attempt()).status]).toEqual([401, 401])
  const { status, failure } = await attempt()
  expect([status, failure.code]).toEqual([429, 'rate_limited'])
  expect((await server.call(api.readHealth)).status).toBe(200)
})

test('An API path in percent-encoding is rate limited and uncached like the plain path', async () => {
  await using server = await startTestApi({ limits: { callsPerMinute: 2 } })
  for (const path of ['/api/health', '/%61pi/health']) {
    const { status, headers } = await fetch(server.url + path)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  }
  expect((await fetch(`${server.url}/%61p%69/health`)).status).toBe(429)
})

test("The site's time comes from its last measurement, and its uncertainty grows with the age of that measurement", async () => {
  const clock = manualClock(NOON)
  await using server = await startTestApi({ clock })
  expect((await server.call(api.readClock)).body.data).toEqual({
    now: new Date(NOON).toISOString(),
    uncertainty_ms: null,
  })

  const measured_at = new Date(Date.now() - 600_000)
  await server.db
    .insertInto('site_clocks')
    .values({ marketplace: 'shopgoodwill', offset_ms: -250_000, uncertainty_ms: 12, measured_at })
    .execute()
  // PostgreSQL reads the clock of the machine, as this does.
  const before = Date.now()
  const { now, uncertainty_ms } = (await server.call(api.readClock)).body.data
  const after = Date.now()
  expect(Date.parse(now)).toBeGreaterThanOrEqual(before - 250_000)
  expect(Date.parse(now)).toBeLessThanOrEqual(after + 1 - 250_000)
  expect(uncertainty_ms).toBeGreaterThanOrEqual(72)
  expect(uncertainty_ms).toBeLessThanOrEqual(Math.ceil(12 + (after + 1 - measured_at.getTime()) * 1e-4))
})

test('A step of the wall clock does not change the rate limits', async () => {
  const clock = manualClock(NOON)
  await using server = await startTestApi({ clock, limits: { callsPerMinute: 1 } })
  const call = async () => {
    const { status, headers } = await fetch(`${server.url}/api/health`)
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

test('A path that is neither a file nor of the API gets the page of the web app', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bidwell-web-'))
  const webRoot = join(folder, 'assets', 'dist') // a folder named `assets` outside the root makes no file immutable
  try {
    await mkdir(join(webRoot, 'assets'), { recursive: true })
    await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>Bidwell</title>')
    await writeFile(join(webRoot, 'assets', 'app-1a2b.js'), 'void 0')
    await using server = await startTestApi({ web: { root: webRoot, pages: null } })
    const get = async (path: string, sent: Record<string, string> = {}) => {
      const { status, headers } = await fetch(server.url + path, { headers: sent })
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
    // The build has compressed the file; a program that cannot read it compressed gets it as it is.
    await writeFile(join(webRoot, 'assets', 'app-1a2b.js.br'), brotliCompressSync('compressed()'))
    const scriptFor = async (encodings: string) => {
      const answer = await fetch(`${server.url}/assets/app-1a2b.js`, { headers: { 'accept-encoding': encodings } })
      return [answer.headers.get('content-type')?.split(';')[0], answer.headers.get('vary'), await answer.text()]
    }
    expect(await scriptFor('gzip, br')).toEqual(['application/javascript', 'accept-encoding', 'compressed()'])
    expect(await scriptFor('gzip')).toEqual(['application/javascript', 'accept-encoding', 'void 0'])
    expect(await get('/assets/gone.js')).toEqual([404, 'application/json', null])
    for (const folder of ['/assets/', '/assets', '/assets/?x=1', '/assets/%2e/']) {
      expect(await get(folder, { 'accept-encoding': 'identity' })).toEqual([404, 'application/json', null])
    }
    expect((await get('/%61ssets/', { 'accept-encoding': 'identity' }))[0]).not.toBe(500)
    expect(await get('/api/nothing')).toEqual([404, 'application/json', 'no-store'])
    expect(await get('/..%2f..%2fetc/passwd')).not.toContain('text/plain')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('An overloaded API refuses calls for a moment and still serves the files of the app', async () => {
  const webRoot = await mkdtemp(join(tmpdir(), 'bidwell-web-'))
  await writeFile(join(webRoot, 'app.js'), 'started()')
  // The first measurement of the event loop is above this limit, however fast the machine is.
  const own = await startTestApi({
    web: { root: webRoot, pages: null },
    limits: { eventLoopDelayMs: Number.MIN_VALUE },
  })
  await expect.poll(async () => (await fetch(`${own.url}/api/health`)).status).toBe(503)
  expect((await fetch(`${own.url}/api/health`)).headers.get('Retry-After')).toBe('5')
  expect(await (await fetch(`${own.url}/app.js`)).text()).toBe('started()')
  await own[Symbol.asyncDispose]()
  await rm(webRoot, { recursive: true })
})
