import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { type ManualClock, manualClock } from '../../test/manual-clock.ts'
import { selfSigned } from '../../test/self-signed.ts'
import { readConfig, type SmtpServer } from '../platform/config.ts'
import type { Db } from '../platform/database/tables.ts'
import { createLog } from '../platform/log.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { deliverBySmtp } from './deliver-by-smtp.ts'
import type { Deliver } from './deliver.ts'
import { openDelivery } from './open-delivery.ts'
import { queueMail } from './queue-mail.ts'
import { sendMails } from './send-mails.ts'

const FROM = 'Bidwell <bids@bidwell.example>'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let database: TestDatabase
let db: Db
let clock: ManualClock
const lines: string[] = []
const log = createLog({ level: 'info', process: 'test', destination: { write: (line) => void lines.push(line) } })

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  await db.deleteFrom('mails').execute()
  clock = manualClock(Date.UTC(2026, 10, 22, 21))
  lines.length = 0
})

const queue = (to: string) =>
  db
    .transaction()
    .execute((tx) => queueMail(tx, { kind: 'verify-email', to, accountId: null, token: 'abc' }, { now: clock.now() }))
const smtp = (url: string, change: Partial<SmtpServer> = {}) => ({
  ...readConfig({ ...ENV, SMTP_URL: url }).mail.smtp!,
  ...change,
})
const ENV = { MAIL_FROM: FROM, PUBLIC_URL: 'https://bids.example.com/app' }
const by = (url: string) => deliverBySmtp(smtp(url), { from: FROM })
const send = (deliver: Deliver) => sendMails({ db, clock, log, deliver, publicUrl: ENV.PUBLIC_URL }, neverAborted)
const stateOf = async (to: string) => {
  const row = await db.selectFrom('mails').selectAll().where('recipient', '=', to).executeTakeFirstOrThrow()
  const state = row.sent_at ? 'sent' : row.given_up_at ? 'given up' : 'waiting'
  return {
    state,
    attempts: row.attempts,
    content: row.content,
    inMs: row.next_try_at && row.next_try_at.getTime() - clock.now(),
  }
}
const sent = { state: 'sent', content: null, inMs: null }
const givenUp = { state: 'given up', content: null, inMs: null }

test('a queued mail arrives once, as HTML and as plain text, and its link is forgotten', async () => {
  await using server = await startMailServer()
  await queue('ann@example.com')
  await send(by(server.url))
  await send(by(server.url))

  const { id } = await db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]).toMatchObject({
    from: { name: 'Bidwell', address: 'bids@bidwell.example' },
    to: [{ address: 'ann@example.com' }],
    subject: 'Verify your email address',
    messageId: `<${id}@bidwell.example>`,
    html: expect.stringContaining('href="https://bids.example.com/app/verify-email?token=abc"'),
    text: expect.stringContaining('\nhttps://bids.example.com/app/verify-email?token=abc\n'),
    attachments: [],
  })
  expect(await stateOf('ann@example.com')).toEqual({ ...sent, attempts: 1 })
})

test('a mail of a transaction that was rolled back is not sent', async () => {
  await using server = await startMailServer()
  const failing = db.transaction().execute(async (tx) => {
    await queueMail(
      tx,
      { kind: 'verify-email', to: 'ann@example.com', accountId: null, token: 'x' },
      { now: clock.now() },
    )
    throw new Error('the transaction fails')
  })
  await expect(failing).rejects.toThrow('the transaction fails')
  await queue('bob@example.com')
  await send(by(server.url))
  expect(server.mails.map(({ to }) => to?.[0]?.address)).toEqual(['bob@example.com'])
})

test('a mail is deleted with its account, unless it must outlive it', async () => {
  await using server = await startMailServer()
  const at = new Date(clock.now())
  const terms = { terms_version: 'v1.0', privacy_version: 'v1.0', terms_accepted_at: at }
  const [ann, bob] = await db
    .insertInto('accounts')
    .values(['ann', 'bob'].map((name) => ({ email: `${name}@example.com`, ...terms, created_at: at, updated_at: at })))
    .returning('id')
    .execute()
  const mails: [to: string, accountId: number | null][] = [
    ['ann@example.com', ann!.id],
    ['goodbye.ann@example.com', null],
    ['bob@example.com', bob!.id],
  ]
  await db.transaction().execute(async (tx) => {
    for (const [to, accountId] of mails) {
      await queueMail(tx, { kind: 'verify-email', to, accountId, token: 'abc' }, { now: clock.now() })
    }
    await tx.deleteFrom('accounts').where('id', '=', ann!.id).execute()
  })
  await send(by(server.url))
  const recipients = new Set(server.mails.map(({ to }) => to?.[0]?.address))
  expect(recipients).toEqual(new Set(['goodbye.ann@example.com', 'bob@example.com']))
})

test('two processes that send at the same time send each mail once', async () => {
  await using server = await startMailServer()
  const people = Array.from({ length: 30 }, (_, n) => `person${n}@example.com`)
  for (const person of people) await queue(person)
  await Promise.all([send(by(server.url)), send(by(server.url))])
  expect(server.mails).toHaveLength(people.length)
  expect(new Set(server.mails.map(({ to }) => to?.[0]?.address))).toEqual(new Set(people))
})

test('a mail to an address that nobody has is given up at once, and the others are sent', async () => {
  await using server = await startMailServer()
  server.behave((recipient) => (recipient === 'nobody@example.com' ? 'refuse' : 'accept'))
  await queue('nobody@example.com')
  await queue('bob@example.com')
  await send(by(server.url))
  expect(await stateOf('nobody@example.com')).toEqual({ ...givenUp, attempts: 1 })
  expect(await stateOf('bob@example.com')).toEqual({ ...sent, attempts: 1 })
  expect(lines.join('')).toContain('a mail was given up: it is refused')
  expect(lines.join('')).toContain('"responseCode":550')
  expect(lines.join('')).not.toContain('nobody@example.com')
})

test('a mail that a busy server put off is tried again after growing pauses', async () => {
  await using server = await startMailServer()
  server.behave(() => 'busy')
  await queue('ann@example.com')
  for (const pauseMs of [MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS, 8 * MINUTE_MS]) {
    await send(by(server.url))
    expect(await stateOf('ann@example.com')).toMatchObject({ state: 'waiting', inMs: pauseMs })
    await clock.advanceBy(pauseMs - 1)
    await send(by(server.url))
    await clock.advanceBy(1)
  }
  expect(server.connections()).toBe(4)
  server.behave(() => 'accept')
  await send(by(server.url))
  expect(await stateOf('ann@example.com')).toEqual({ ...sent, attempts: 5 })
  expect(server.mails).toHaveLength(1)
})

test('a mail is given up after a day without a mail server, with a line in the log', async () => {
  const server = await startMailServer()
  const { url } = server
  await server[Symbol.asyncDispose]()
  await queue('ann@example.com')
  let tries = 0
  for (; (await stateOf('ann@example.com')).state === 'waiting' && tries < 100; tries += 1) {
    await send(by(url))
    await clock.advanceBy((await stateOf('ann@example.com')).inMs ?? 0)
  }
  // Seven growing pauses in the first two hours, and then one try an hour.
  expect(tries).toBeLessThan(35)
  expect(tries).toBeGreaterThan(25)
  expect((await stateOf('ann@example.com')).state).toBe('given up')
  expect(clock.now() - Date.UTC(2026, 10, 22, 21)).toBe(24 * HOUR_MS)
  expect(lines.filter((line) => line.includes('its time is over'))).toHaveLength(1)
})

test('a mail server that stops answering holds a mail up for half a minute, and other mails go out later', async () => {
  await using server = await startMailServer()
  server.behave((recipient) => (recipient === 'ann@example.com' ? 'hang' : 'accept'))
  await queue('ann@example.com')
  const sending = send(by(server.url))
  await expect.poll(server.connections, { timeout: 10_000 }).toBe(1)
  await queue('bob@example.com')
  await clock.advanceBy(30_000)
  await sending
  expect(await stateOf('bob@example.com')).toMatchObject({ state: 'sent' })
  expect(await stateOf('ann@example.com')).toMatchObject({ state: 'waiting', attempts: 1, inMs: 30_000 })
})

test('a mail server that sends one letter at a time holds a mail up for half a minute, and the connection is closed', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    const timer = setInterval(() => socket.write('2'), 5)
    socket.on('error', () => {}).on('close', () => clearInterval(timer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await queue('ann@example.com')
  const sending = send(by(`smtp://127.0.0.1:${port}`))
  await expect.poll(() => sockets[0]?.bytesWritten ?? 0, { timeout: 10_000 }).toBeGreaterThan(10)
  await clock.advanceBy(30_000)
  await sending
  await expect.poll(() => sockets[0]?.destroyed, { timeout: 10_000 }).toBe(true)
  expect(await stateOf('ann@example.com')).toMatchObject({ state: 'waiting', attempts: 1, inMs: 30_000 })
  server.close()
})

test('a mail whose process was killed before it was sent is sent once by another process', async () => {
  await using server = await startMailServer()
  await queue('ann@example.com')
  const claimed = Promise.withResolvers<void>()
  const forever = () => {
    claimed.resolve()
    return new Promise<void>(() => {})
  }
  // The clock of a process that does not run any more stands still.
  const stopped = { db, log, clock: manualClock(clock.now()), deliver: forever, publicUrl: ENV.PUBLIC_URL }
  void sendMails(stopped, neverAborted)
  await claimed.promise
  await queue('bob@example.com')
  await send(by(server.url))
  await clock.advanceBy(MINUTE_MS)
  await send(by(server.url))
  await send(by(server.url))
  expect(server.mails.map(({ to }) => to?.[0]?.address)).toEqual(['bob@example.com', 'ann@example.com'])
  expect(await stateOf('ann@example.com')).toEqual({ ...sent, attempts: 2 })
})

test('a mail whose acceptance was not heard is sent again with the same Message-ID', async () => {
  await using server = await startMailServer()
  server.behave(() => 'break')
  await queue('ann@example.com')
  await send(by(server.url))
  expect(await stateOf('ann@example.com')).toMatchObject({ state: 'waiting' })
  server.behave(() => 'accept')
  await clock.advanceBy(MINUTE_MS)
  await send(by(server.url))
  const ids = server.mails.map(({ messageId }) => messageId)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('beyond this machine, a mail is sent by STARTTLS to a server with the right certificate, with user and password', async () => {
  const certificate = selfSigned()
  const login = { user: 'bidwell', pass: 'p@ss/word' }
  await using server = await startMailServer({ certificate, login })
  const remote = smtp(`smtp://bidwell:p%40ss%2Fword@localhost:${server.port}`, { encryption: 'starttls' })
  const trusting = { from: FROM, certificateAuthority: certificate.cert }

  await queue('ann@example.com')
  await send(deliverBySmtp(remote, { from: FROM }))
  expect(await stateOf('ann@example.com')).toMatchObject({ state: 'waiting' })
  await clock.advanceBy(MINUTE_MS)
  await send(deliverBySmtp({ ...remote, login: { ...login, pass: 'wrong' } }, trusting))
  expect(await stateOf('ann@example.com')).toMatchObject({ state: 'waiting' })
  await clock.advanceBy(2 * MINUTE_MS)
  await send(deliverBySmtp(remote, trusting))
  expect(await stateOf('ann@example.com')).toMatchObject({ state: 'sent', attempts: 3 })
  expect(server.mails).toHaveLength(1)
})

test('beyond this machine, a server that offers no encryption gets no mail', async () => {
  await using server = await startMailServer()
  await queue('ann@example.com')
  await send(deliverBySmtp(smtp(server.url, { encryption: 'starttls' }), { from: FROM }))
  expect(await stateOf('ann@example.com')).toMatchObject({ state: 'waiting' })
  expect(server.mails).toEqual([])
})

test('in production without a mail server, mails are given up and nothing is kept to be read', async () => {
  await queue('ann@example.com')
  const config = readConfig({ NODE_ENV: 'production' })
  await send(openDelivery(config, { db, log }))
  expect(await stateOf('ann@example.com')).toEqual({ ...givenUp, attempts: 1 })
  expect(await db.selectFrom('mailbox').selectAll().execute()).toEqual([])
  expect(lines.join('')).toContain('SMTP_URL and MAIL_FROM are not set')
})
