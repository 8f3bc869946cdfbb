import { login, messages, readHealth } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../test/api.ts'

const HERE = '127.0.0.1'
const GUESS = { email: 'nobody@example.com', password: 'a guess' }

const callAs = (api: TestApi, forwarded: string) => api.call(readHealth, { headers: { 'X-Forwarded-For': forwarded } })

async function addressesNoted({ db }: TestApi) {
  const rows = await db.selectFrom('login_failures').select('ip_address').orderBy('id').execute()
  return rows.map((row) => row.ip_address)
}

test('behind a trusted proxy, each of its visitors has limits of their own', async () => {
  await using api = await startTestApi({ trustedProxies: [HERE], limits: { callsPerMinute: 1 } })
  expect((await callAs(api, '203.0.113.5')).status).toBe(200)
  expect((await callAs(api, '203.0.113.5')).failure.message).toBe(messages.generic.tooManyRequests)
  expect((await callAs(api, '203.0.113.6')).status).toBe(200)
})

test('a visitor who claims to be another, through the proxy, is still counted as who they are', async () => {
  await using api = await startTestApi({ trustedProxies: [HERE], limits: { callsPerMinute: 1 } })
  expect((await callAs(api, '198.51.100.1, 203.0.113.5')).status).toBe(200)
  expect((await callAs(api, '198.51.100.2, 203.0.113.5')).status).toBe(429)
})

test('through two proxies, both trusted, the visitor is who the farther one names', async () => {
  await using api = await startTestApi({ trustedProxies: [HERE, '10.0.0.0/8'], limits: { callsPerMinute: 1 } })
  expect((await callAs(api, '203.0.113.5, 10.1.2.3')).status).toBe(200)
  expect((await callAs(api, '203.0.113.6, 10.9.9.9')).status).toBe(200)
  expect((await callAs(api, '203.0.113.5, 10.9.9.9')).status).toBe(429)
})

test.each([
  ['no proxy', []],
  ['another proxy', ['10.0.0.0/8']],
])('where %s is trusted, whoever calls is counted as who they are, whatever they say', async (_, trustedProxies) => {
  await using api = await startTestApi({ trustedProxies, limits: { callsPerMinute: 1 } })
  expect((await callAs(api, '203.0.113.5')).status).toBe(200)
  expect((await callAs(api, '203.0.113.6')).status).toBe(429)
})

test('a failed login is noted under the address of the visitor, not of the proxy', async () => {
  await using api = await startTestApi({ trustedProxies: [HERE] })
  for (const forwarded of ['203.0.113.5', '203.0.113.6:51234', '[2001:db8::7]:443', '::ffff:203.0.113.8']) {
    await api.call(login, { body: GUESS, headers: { 'X-Forwarded-For': forwarded } })
  }
  expect(await addressesNoted(api)).toEqual(['203.0.113.5', '203.0.113.6', '2001:db8::7', '203.0.113.8'])
})

test.each(['unknown', '', '203.0.113', "'; drop table accounts", '203.0.113.5:port', 'x'.repeat(4_000)])(
  'what is no address (%j) counts as the proxy itself',
  async (forwarded) => {
    await using api = await startTestApi({ trustedProxies: [HERE] })
    const { status } = await api.call(login, { body: GUESS, headers: { 'X-Forwarded-For': forwarded } })
    expect(status).toBe(401)
    expect(await addressesNoted(api)).toEqual([HERE])
  },
)
