import { login, messages, readHealth } from '@bidwell/contract'
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

const callAs = (api: TestApi, forwarded: string) => api.call(readHealth, { headers: { 'X-Forwarded-For': forwarded } })

/** The client address that is recorded for a failed login. */
async function recordedAddress(forwarded: string) {
  const { status } = await unlimited.call(login, { body: GUESS, headers: { 'X-Forwarded-For': forwarded } })
  expect(status).toBe(401)
  const { db } = unlimited
  const { ip_address } = await db.selectFrom('login_failures').select('ip_address').executeTakeFirstOrThrow()
  await db.deleteFrom('login_failures').execute()
  return ip_address
}

test('each client behind a trusted proxy has rate limits of its own', async () => {
  expect((await callAs(limited, '203.0.113.5')).status).toBe(200)
  expect((await callAs(limited, '203.0.113.5')).failure.message).toBe(messages.generic.tooManyRequests)
  expect((await callAs(limited, '203.0.113.6')).status).toBe(200)
})

test('an address that a client claims itself, through a trusted proxy, does not count', async () => {
  expect((await callAs(limited, '198.51.100.1, 203.0.113.15')).status).toBe(200)
  expect((await callAs(limited, '198.51.100.2, 203.0.113.15')).status).toBe(429)
})

test('behind two trusted proxies, the client is the address that the farther proxy names', async () => {
  expect((await callAs(limited, '203.0.113.25, 10.1.2.3')).status).toBe(200)
  expect((await callAs(limited, '203.0.113.26, 10.9.9.9')).status).toBe(200)
  expect((await callAs(limited, '203.0.113.25, 10.9.9.9')).status).toBe(429)
})

test.each([
  ['no proxy', []],
  ['another proxy', ['10.0.0.0/8']],
])('with %s trusted, a forwarded address does not count', async (_, trustedProxies) => {
  await using api = await startTestApi({ trustedProxies, limits: ONE_CALL })
  expect((await callAs(api, '203.0.113.5')).status).toBe(200)
  expect((await callAs(api, '203.0.113.6')).status).toBe(429)
})

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['203.0.113.6:51234', '203.0.113.6'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['::ffff:203.0.113.8', '203.0.113.8'],
])('a failed login through a proxy that forwards %j is recorded for %s', async (forwarded, address) => {
  expect(await recordedAddress(forwarded)).toBe(address)
})

test.each(['unknown', '', '203.0.113', "'; drop table accounts", '203.0.113.5:port', 'x'.repeat(4_000)])(
  'a failed login through a proxy that forwards %j is recorded for the proxy',
  async (forwarded) => {
    expect(await recordedAddress(forwarded)).toBe(HERE)
  },
)
