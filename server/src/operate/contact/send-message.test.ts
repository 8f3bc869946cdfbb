import { api, messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../test/api.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { composeMail } from '../../notifying/mail/mail.ts'

const OPERATOR = 'help@example.com'
const NOON = Date.UTC(2026, 10, 20, 20)
const HOUR_MS = 3_600_000
const clock = manualClock(NOON)
let server: TestApi

beforeAll(async () => {
  server = await startTestApi({ supportEmail: OPERATOR, trustedProxies: ['127.0.0.1'], clock })
})
afterAll(() => server[Symbol.asyncDispose]())

const from = (address: string) => ({ 'X-Forwarded-For': address })
const queued = () =>
  server.db.selectFrom('deliveries').selectAll().where('recipient', '=', OPERATOR).orderBy('id').execute()
const send = (message: string, sent: { token?: string; address?: string; email?: string } = {}) =>
  server.call(api.sendMessage, {
    body: { email: sent.email ?? 'Ann@Example.com ', message },
    headers: from(sent.address ?? '203.0.113.7'),
    ...(sent.token !== undefined && { token: sent.token }),
  })

test('A message is queued for the operator with its lines, and an answer to it goes to the sender', async () => {
  expect((await send('The lamp is here.\n\n<b>Thank you</b>', { address: '198.51.100.1' })).status).toBe(200)
  const [mail, ...others] = await queued()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ kind: 'contact-message', account_id: null })
  expect(composeMail(mail?.kind ?? '', mail?.content)).toMatchObject({
    subject: 'A message from ann@example.com',
    replyTo: 'ann@example.com',
    paragraphs: [
      { kind: 'text', text: 'The lamp is here.' },
      { kind: 'text', text: '<b>Thank you</b>' },
      {
        kind: 'facts',
        facts: [
          ['An answer goes to', 'ann@example.com'],
          ['Signed in', expect.stringContaining('no')],
        ],
      },
    ],
  })
})

test('A message without an address or a text is refused by field, and nothing is queued', async () => {
  const before = (await queued()).length
  const { status, failure } = await send('  ', { email: 'nobody', address: '198.51.100.2' })
  expect([status, failure.details]).toEqual([
    422,
    [
      { path: 'email', message: messages.account.emailInvalid },
      { path: 'message', message: 'Message is required' },
    ],
  ])
  expect((await send('a'.repeat(4_001), { address: '198.51.100.2' })).failure.message).toBe(messages.contact.tooLong)
  expect(await queued()).toHaveLength(before)
})

test('After five messages from one network, further ones wait, while another network may still write', async () => {
  for (let sent = 1; sent <= 5; sent += 1) expect((await send(`No. ${sent}`)).status).toBe(200)
  const before = (await queued()).length
  const { status, headers, failure } = await send('No. 6')
  expect([status, failure.message]).toEqual([429, messages.contact.tooMany])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await queued()).toHaveLength(before)
  expect((await send('From elsewhere', { address: '192.0.2.9' })).status).toBe(200)
  clock.stepWall(2 * HOUR_MS)
  expect((await send('No. 6 again')).status).toBe(200)
})

test('The messages of an account count together from every network, and name the account to the operator', async () => {
  const [person, bystander] = [await server.signUp(), await server.signUp()]
  for (let sent = 1; sent <= 5; sent += 1) {
    const { status } = await send(`No. ${sent}`, { token: person.token, address: `192.0.${sent + 10}.1` })
    expect(status).toBe(200)
  }
  const mails = await queued()
  expect(
    mails.filter(({ content }) => JSON.stringify(content).includes(`"senderAccountId":${person.accountId}`)),
  ).toHaveLength(5)
  expect((await send('No. 6', { token: person.token, address: '192.0.40.1' })).status).toBe(429)
  expect((await send('Mine', { token: bystander.token, address: '192.0.41.1' })).status).toBe(200)
  expect((await send('Whose?', { token: 'a.b.c', address: '192.0.42.1' })).status).toBe(401)
})

test('A message that an account sends twice with one key reaches the operator once, and that of another account too', async () => {
  const before = (await queued()).length
  const sendOnce = async (token: string) =>
    (
      await server.call(api.sendMessage, {
        token,
        body: { email: 'ann@example.com', message: 'Hello' },
        headers: { ...from('192.0.50.1'), 'Idempotency-Key': 'k' },
      })
    ).status
  const [person, bystander] = [await server.signUp(), await server.signUp()]
  expect([await sendOnce(person.token), await sendOnce(person.token)]).toEqual([200, 200])
  expect(await queued()).toHaveLength(before + 1)
  expect(await sendOnce(bystander.token)).toBe(200)
  expect(await queued()).toHaveLength(before + 2)
})

test('Where nobody would receive a message, none is taken', async () => {
  await using silent = await startTestApi()
  const { status, failure } = await silent.call(api.sendMessage, {
    body: { email: 'ann@example.com', message: 'Hello' },
  })
  expect([status, failure.message]).toEqual([404, messages.contact.nobodyReads])
})
