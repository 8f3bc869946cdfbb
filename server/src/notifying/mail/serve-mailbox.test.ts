import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../test/api.ts'
import { sendDue } from '../../../test/send-due.ts'
import { readConfig } from '../../config/config.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { openEmailChannel } from './email-channel.ts'

const renderNotification = () => Promise.reject(new Error('there is no alert here'))
const log = createLog({ level: 'silent', process: 'test' })

const MAILBOX = `/dev/mailbox/${'s'.repeat(43)}`

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ mailboxPath: MAILBOX })
})
afterAll(() => api[Symbol.asyncDispose]())

/** Calls by HTTP with any Host header, which `fetch` does not allow. */
async function get(path: string, headers: Record<string, string> = {}, base = api.url) {
  const call = request(new URL(path, base), { headers, agent: false })
  call.end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

async function sendAll() {
  using channel = openEmailChannel(readConfig({}), { db: api.db, log, renderNotification })
  await sendDue({ db: api.db, clock: systemClock, log }, channel)
}

test('Without a mail server, the mailbox lists each mail and shows it as HTML and as plain text', async () => {
  expect((await get(MAILBOX)).body).toContain('No mail yet')
  const { email } = await api.signUp()
  await sendAll()
  await sendAll()

  const list = await get(MAILBOX)
  expect(list.status).toBe(200)
  expect(list.body.split(email)).toHaveLength(2)
  const path = /\/dev\/mailbox\/\w{43}\/[\w-]+/.exec(list.body)?.[0] ?? ''
  const page = await get(path)
  expect(page.body).toContain('http://127.0.0.1:3000/verify-email?token=')
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  const mail = await get(`${path}/html`)
  expect(mail.body).toMatch(/<a class="action" href="http:\/\/127\.0\.0\.1:3000\/verify-email\?token=[\w-]{43}"/)
  expect(mail.headers['content-security-policy']).toContain('sandbox')
  for (const answer of [list, page, mail]) {
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test.each([
  ['without its secret', '/dev/mailbox'],
  ['with another secret', `/dev/mailbox/${'t'.repeat(43)}`],
  ['with a part of its secret', MAILBOX.slice(0, -1)],
])('The mailbox is not found at an address %s, whoever asks', async (_, path) => {
  for (const headers of [{}, { Host: '127.0.0.1:3000', Connection: 'close' }]) {
    expect((await get(path, headers)).status).toBe(404)
  }
  expect((await get(MAILBOX)).status).toBe(200)
})

const REAL = { MARKETPLACE: 'shopgoodwill', SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true' }

test.each([
  ['in production', { NODE_ENV: 'production' }],
  ['of an installation that other machines reach', { HOST: '0.0.0.0' }],
  ['where bids go to the real site', REAL],
  ['of an installation with a public address', { PUBLIC_URL: 'https://bids.example.com' }],
  [
    'with a mail server',
    { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'a@example.com', PUBLIC_URL: 'http://127.0.0.1:3000' },
  ],
])('There is no mailbox %s', (_, environment) => {
  expect(readConfig(environment).mail.usesMailbox).toBe(false)
  expect(readConfig({}).mail.usesMailbox).toBe(true)
})

test('There is a mailbox that shows the mails of bids at a site on this machine', () => {
  const environment = { ...REAL, STAND_INS: 'site=http://127.0.0.1:4000/api/' }
  expect(readConfig(environment).mail.usesMailbox).toBe(true)
})

test('An API without a mailbox answers its address like any other that does not exist', async () => {
  await using other = await startTestApi()
  for (const path of ['/dev/mailbox', '/dev/mailbox/5b0f3a52-0000-4000-8000-000000000000']) {
    expect((await get(path, {}, other.url)).status).toBe(404)
  }
})
