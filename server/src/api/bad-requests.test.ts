import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { api, type Endpoint, IMPORT, NewBid, NewImport, NoData } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { aRegistration, type Person, startTestApi, type TestApi } from '../../test/api.ts'
import { route } from '../http/route.ts'
import type { AppError } from '../platform/errors.ts'
import { zodValidator } from './validate.ts'

const place = {
  method: 'POST',
  path: '/place',
  access: 'anyone',
  scope: 'open',
  summary: '',
  body: NewBid,
  data: NoData,
} as const

const importing = { ...place, path: '/import', body: NewImport, maxBytes: IMPORT.maxCallBytes } as const

let server: TestApi
let person: Person
beforeAll(async () => {
  server = await startTestApi({
    routes: () => [place, importing].map((endpoint) => route(endpoint, async () => ({ data: {} }))),
  })
  person = await server.signUp()
})
afterAll(() => server[Symbol.asyncDispose]())

const EACH_WRONG = {
  line: '',
  link: 7,
  max: '',
  seconds: '',
  note: 7,
}

const post = (
  path: string,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
) => fetch(`${server.url}/api${path}`, { method: 'POST', body, headers })

test('A body with faults names each field and the rule it broke', async () => {
  const { status, failure } = await server.call(api.signIn, { body: { email: '', password: 7, role: 'admin' } })
  expect(status).toBe(400)
  expect(failure.message).toBe(failure.details?.[0]?.message)
  expect(failure.details?.map(({ path }) => path).toSorted()).toEqual(['email', 'password', 'role'])
})

test.each<[Record<string, unknown>, string]>([
  [{}, 'auctionId is missing'],
  [{ auctionId: '123456789', maxBid: '5' }, 'maxBid must be a number'],
  [{ auctionId: 7, maxBid: 5, secondsBeforeEnd: 5 }, 'auctionId must be a text'],
  [{ auctionId: '123456789', maxBid: null, secondsBeforeEnd: 5 }, 'maxBid must be a number'],
  [{ auctionId: '12', maxBid: 5, secondsBeforeEnd: 5 }, 'auctionId must be 6 or more digits'],
  [{ auctionId: '123456789', maxBid: 5, secondsBeforeEnd: 5, max: 5 }, 'max is not a field of this call'],
])('A person understands what is wrong with the bid %j', async (body, message) => {
  const { status, failure } = await server.call(place, { body })
  expect([status, failure.message]).toEqual([400, message])
})

test('No refusal of any call is in the words of the validator', async () => {
  for (const endpoint of Object.values(api) as Endpoint[]) {
    const schemas = [endpoint.body, endpoint.query, endpoint.params].filter((schema) => schema !== undefined)
    for (const input of [undefined, null, [], 'a', {}, ...FAULTY]) {
      for (const schema of schemas)
        expect(faultsIn(schema, input).join()).not.toMatch(/invalid input|expected|received/i)
    }
  }
})

/** Every field of every call with values that are mostly wrong. */
const FIELDS = (Object.values(api) as Endpoint[]).flatMap(({ body, query }) =>
  [body, query].flatMap((schema) => (schema && 'shape' in schema ? Object.keys(schema.shape as object) : [])),
)
const FAULTY = [undefined, null, '', 'x'.repeat(20_000), -1.5, 1e99, true, [], [''], {}].map((value) =>
  Object.fromEntries(FIELDS.map((field) => [field, value])),
)

function faultsIn(schema: z.ZodMiniType, input: unknown): string[] {
  const { error } = zodValidator({ schema, method: 'POST', url: '/' })(input) as { error?: AppError }
  return error === undefined ? [] : [error.message, ...(error.details ?? []).map(({ message }) => message)]
}

test.each([0.1, 1e21, -1, 2 ** 53, 5.001])('%d as an amount is for the rules of bidding to judge', async (maxBid) => {
  const answer = await server.call(place, { body: { auctionId: '123456789', maxBid, secondsBeforeEnd: 5 } })
  expect(answer.status).toBe(200)
})

test.each(['"5"', '"0x10"', '" 5"', '"１２"', '"12,50"', '[5]', '{"$gt":0}', 'null', 'true', 'NaN', '1e400', '٣'])(
  '%s is no amount of money',
  async (amount) => {
    const body = `{"auctionId":"123456789","maxBid":${amount},"secondsBeforeEnd":5}`
    expect((await post('/place', body)).status).toBe(400)
  },
)

test.each([
  ['nothing', ''],
  ['half of it', '{"email":"a@b.co","pass'],
  ['no JSON', 'email=a@b.co'],
  ['an array', '[]'],
  ['a null', 'null'],
  ['a prototype', '{"email":"a@b.co","password":"x","__proto__":{"is_admin":true}}'],
  ['a constructor', '{"email":"a@b.co","password":"x","constructor":{"prototype":{"is_admin":true}}}'],
  ['ten thousand arrays within each other', '['.repeat(10_000) + ']'.repeat(10_000)],
  ['an array for a text', '{"email":["a@b.co"],"password":"x"}'],
  ['an object for a text', '{"email":{"$ne":null},"password":"x"}'],
])('A body of %s is not well formed', async (_, body) => {
  const answer = await post('/auth/login', body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ success: false, code: 'malformed' })
})

test('A text with a NUL in it, which no column could keep, is not well formed', async () => {
  const { status, failure } = await server.call(api.register, { body: aRegistration({ termsVersion: 'v1.0\0' }) })
  expect([status, failure.code]).toEqual([400, 'malformed'])
  const password = 'spelt \\u0000 out'
  const spelt = await server.call(api.register, { body: aRegistration({ password, confirmPassword: password }) })
  expect(spelt.status).toBe(200)
})

test('Of a field given twice only one counts, and it is checked', async () => {
  expect((await post('/auth/login', '{"email":"a@b.co","password":"x","password":[]}')).status).toBe(400)
})

test.each([
  ['form', 'application/x-www-form-urlencoded'],
  ['text', 'text/plain'],
  ['multipart', 'multipart/form-data; boundary=x'],
])('A %s is not taken', async (_, type) => {
  const answer = await post('/auth/login', 'email=a%40b.co', { 'Content-Type': type })
  expect(answer.status).toBe(415)
  expect(await answer.json()).toMatchObject({ code: 'wrong_content_type' })
})

test('A body of more than 64 kB is too large, and one of 10 MB is not read', async () => {
  for (const size of [65 * 1_024, 10 * 1_024 * 1_024]) {
    const answer = await post('/auth/login', JSON.stringify({ email: 'x'.repeat(size), password: 'x' })).catch(
      () => null,
    )
    // A server that has heard enough may answer and hang up while the rest is still being sent.
    if (answer) expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'body_too_large' }])
  }
  expect((await server.call(api.readProfile, { token: person.token })).status).toBe(200)
})

/** One line with so many fields that no line has. */
const withFields = (fields: number, name: (index: number) => string) =>
  `{"lines":[{"link":"1",${Array.from({ length: fields }, (_, index) => `"${name(index)}":0`).join()}}]}`

test.each<[string, string, number]>([
  ['20,000 unknown fields', withFields(20_000, (index) => `k${index}`), 413],
  ['9,000 unknown fields with long names', withFields(9_000, (index) => `${'x'.repeat(70)}${index}`), 400],
  ['unknown fields with the costliest names', withFields(25, (index) => `\\u0001`.repeat(6_000) + index), 400],
  [
    'five wrong fields in each of 1,000 lines',
    JSON.stringify({ lines: Array.from({ length: 1_000 }, () => EACH_WRONG) }),
    400,
  ],
  ['100,000 lines', `{"lines":[${Array(100_000).fill('{}').join()}]}`, 413],
])('The refusal of a body with %s has at most 64 KiB', async (_, body, status) => {
  expect(body.length).toBeLessThan(IMPORT.maxCallBytes)
  const answer = await post('/import', body)
  const { byteLength } = await answer.arrayBuffer()
  expect([answer.status, byteLength <= 64 * 1_024]).toEqual([status, true])
})

test('JSON in another encoding, or packed, is not well formed', async () => {
  const utf16 = Buffer.from('{"email":"a@b.co","password":"x"}', 'utf16le')
  expect((await post('/auth/login', utf16, { 'Content-Type': 'application/json; charset=utf-16' })).status).toBe(400)
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
  expect((await post('/auth/login', Buffer.from('1f8b08', 'hex'), headers)).status).toBe(400)
})

test('A password of thousands of letters is turned away without being hashed', async () => {
  const password = 'x'.repeat(20_000)
  const { status } = await server.call(api.register, { body: aRegistration({ password, confirmPassword: password }) })
  expect(status).toBe(400)
})

test('A query that a call does not know is refused by name, and so is one given twice', async () => {
  const headers = { Authorization: `Bearer ${person.token}` }
  const unknown = await fetch(`${server.url}/api/profile?admin=1`, { headers })
  expect([unknown.status, await unknown.json()]).toMatchObject([400, { details: [{ path: 'admin' }] }])
  const polluted = await fetch(`${server.url}/api/profile?__proto__=1&constructor=2`, { headers })
  expect(polluted.status).toBe(400)
})

test('A call that takes no body may be sent with an empty one, and with no other', async () => {
  const empty = await server.call(api.changeProfile, { token: person.token, body: {} })
  expect(empty.status).toBe(200)
  const headers = { Authorization: `Bearer ${person.token}`, 'Content-Type': 'application/json' }
  expect((await post('/auth/logout', '{"everywhere":true}', headers)).status).toBe(400)
})

test.each([
  '/api',
  '/api/',
  '/api/nothing',
  '/api/profile/',
  '/api//profile',
  '/API/profile',
  '/api/..%2fprofile',
  '/.git/config',
])('%s is not found, and says so in JSON', async (path) => {
  const answer = await fetch(server.url + path, { headers: { Authorization: `Bearer ${person.token}` } })
  expect([answer.status, await answer.json()]).toMatchObject([404, { success: false, code: 'not_found' }])
})

test.each([
  ['a path that does not decode', 'GET /api/%E0%A4%A HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a path of 20 kB', `GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['a header of 64 kB', `GET /api/health HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(65_536)}\r\n\r\n`, 431],
  ['two lengths', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
  [
    'a length and chunks',
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['TRACE', 'TRACE /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
])('%s is refused', async (_, request, status) => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {}) // a server that refuses early may reset what it did not read
  socket.write(request)
  const answer = await Promise.race([text(socket), firstLine(socket)])
  socket.destroy()
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).not.toMatch(/node_modules|at .*\.ts/)
})

const firstLine = (socket: NodeJS.ReadableStream) =>
  new Promise<string>((resolve) => socket.once('data', (data: Buffer) => resolve(data.toString())))

test('A method that a path does not have is not found, whatever an override says', async () => {
  const headers = { 'X-HTTP-Method-Override': 'DELETE', Authorization: `Bearer ${person.token}` }
  expect((await fetch(`${server.url}/api/profile`, { method: 'DELETE', headers })).status).toBe(404)
  expect((await fetch(`${server.url}/api/profile`, { headers })).status).toBe(200)
})
