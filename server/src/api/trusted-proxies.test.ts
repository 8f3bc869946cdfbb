import { api, messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../test/api.ts'

const HERE = '127.0.0.1'
const GUESS = { email: 'nobody@example.com', password: 'a guess' }
const ONE_CALL = { callsPerMinute: 1 }

/** One API whose proxies are this machine and a network, and limits a client to one call; and one without limits. */
let limited: TestApi
let unlimited: TestApi
beforeAll(async () => {
  limited = await startTestApi({ trustedProxies: [HERE, '10.0.0.0/8'], limits: ONE_CALL })
  unlimited = await startTestApi({ trustedProxies: [HERE] })
})
afterAll(async () => {
  await limited[Symbol.asyncDispose]()
  await unlimited[Symbol.asyncDispose]()
})

const callAs = (server: TestApi, forwarded: string) =>
  server.call(api.readHealth, { headers: { 'X-Forwarded-For': forwarded } })

/** The client address that is recorded for a failed login. */
async function recordedAddress(forwarded: string) {
  const { status } = await unlimited.call(api.signIn, { body: GUESS, headers: { 'X-Forwarded-For': forwarded } })
  expect(status).toBe(401)
  const { db } = unlimited
  const query = db.selectFrom('security_events').select('ip_address').orderBy('id', 'desc').limit(1)
  const { ip_address } = await query.executeTakeFirstOrThrow()
  await db.deleteFrom('login_locks').execute()
  return ip_address
}

test('Each client behind a trusted proxy has rate limits of its own', async () => {
  expect((await callAs(limited, '203.0.113.5')).status).toBe(200)
  expect((await callAs(limited, '203.0.113.5')).failure.message).toBe(messages.generic.tooManyRequests)
  expect((await callAs(limited, '203.0.113.6')).status).toBe(200)
})

test('The addresses of one IPv6 subscriber share the rate limits, and another subscriber has limits of its own', async () => {
  expect((await callAs(limited, '2001:db8:1:2::1')).status).toBe(200)
  expect((await callAs(limited, '2001:db8:1:2:ffff:0:0:2')).status).toBe(429)
  expect((await callAs(limited, '2001:db8:1:3::1')).status).toBe(200)
})

test('A forwarded address that no proxy may name is one warning in the log', async () => {
  const lines: string[] = []
  const log = { write: (line: string) => void lines.push(line) }
  await using server = await startTestApi({ log })
  const warnings = () => lines.filter((line) => line.includes('TRUSTED_PROXIES is not set'))
  await server.call(api.readHealth)
  expect(warnings()).toEqual([])
  for (const forwarded of ['203.0.113.5', '203.0.113.6']) await callAs(server, forwarded)
  expect(warnings()).toHaveLength(1)

  await using trusting = await startTestApi({ log, trustedProxies: [HERE] })
  await callAs(trusting, '203.0.113.5')
  expect(warnings()).toHaveLength(1)
})

test('An address that a client claims itself, through a trusted proxy, does not count', async () => {
  expect((await callAs(limited, '198.51.100.1, 203.0.113.15')).status).toBe(200)
  expect((await callAs(limited, '198.51.100.2, 203.0.113.15')).status).toBe(429)
})

test('Behind two trusted proxies, the client is the address that the farther proxy names', async () => {
  expect((await callAs(limited, '203.0.113.25, 10.1.2.3')).status).toBe(200)
  expect((await callAs(limited, '203.0.113.26, 10.9.9.9')).status).toBe(200)
  expect((await callAs(limited, '203.0.113.25, 10.9.9.9')).status).toBe(429)
})

test.each([
  ['no proxy', []],
  ['another proxy', ['10.0.0.0/8']],
])('With %s trusted, a forwarded address does not count', async (_, trustedProxies) => {
  await using server = await startTestApi({ trustedProxies, limits: ONE_CALL })
  expect((await callAs(server, '203.0.113.5')).status).toBe(200)
  expect((await callAs(server, '203.0.113.6')).status).toBe(429)
})

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['203.0.113.6:51234', '203.0.113.6'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['::ffff:203.0.113.8', '203.0.113.8'],
])('A failed login through a proxy that forwards %j is recorded for %s', async (forwarded, address) => {
  expect(await recordedAddress(forwarded)).toBe(address)
})

test.each(['unknown', '', '203.0.113', "'; drop table accounts", '203.0.113.5:port', 'x'.repeat(4_000)])(
  'A failed login through a proxy that forwards %j is recorded for the proxy',
  async (forwarded) => {
    expect(await recordedAddress(forwarded)).toBe(HERE)
  },
)
