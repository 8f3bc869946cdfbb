import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertAccount } from '../../../test/add-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { type ManualClock, manualClock } from '../../../test/manual-clock.ts'
import { selfSigned } from '../../../test/self-signed.ts'
import { sendDue } from '../../../test/send-due.ts'
import { readConfig, type SmtpServer } from '../../config/config.ts'
import type { Db } from '../../platform/database/tables.ts'
import { createLog } from '../../platform/log.ts'
import { openEmailChannel } from '../mail/email-channel.ts'
import { composeMail } from '../mail/mail.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { renderMail } from '../mail/render-mail.ts'
import { smtpChannel } from '../mail/smtp-channel.ts'
import { claimDeliveries, renewLeases } from './claim-deliveries.ts'
import type { Channel } from './delivery.ts'
import { findDeadChannels } from './find-dead-channels.ts'
import { queueDelivery } from './queue-delivery.ts'
import { recordFailure } from './record-attempt.ts'
import { startDispatching } from './start-dispatching.ts'

const FROM = 'Bidwell <bids@bidwell.example>'
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

let database: TestDatabase
let db: Db
let clock: ManualClock
const lines: string[] = []
const renderNotification = () => Promise.reject(new Error('there is no notification here'))
const log = createLog({ level: 'info', process: 'test', destination: { write: (line) => void lines.push(line) } })

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  await db.deleteFrom('deliveries').execute()
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
const by = (server: string | SmtpServer, change: { certificateAuthority?: string } = {}) =>
  smtpChannel(typeof server === 'string' ? smtp(server) : server, {
    from: FROM,
    render: async ({ kind, content }) => renderMail(composeMail(kind, content), ENV.PUBLIC_URL),
    ...change,
  })
const send = async (channel: Channel & Disposable) => {
  using open = channel
  await sendDue({ db, clock, log }, open)
}
const stateOf = async (to: string) => {
  const row = await db.selectFrom('deliveries').selectAll().where('recipient', '=', to).executeTakeFirstOrThrow()
  return {
    state: row.outcome ?? 'waiting',
    attempts: row.attempts,
    content: row.content,
    inMs: row.next_try_at && row.next_try_at.getTime() - clock.now(),
  }
}
const sent = { state: 'sent', content: null, inMs: null }
const refused = { state: 'refused', content: null, inMs: null }

const SOON = { interval: 10 }
const other = { name: 'email', atOnce: 2 } as const
/** Reads after the next look of the process for what is due. */
const nextLook =
  <T>(read: () => T) =>
  async () => {
    await clock.advanceBy(100)
    return read()
  }
test('A queued mail arrives once, as HTML and as plain text, and its link is forgotten', async () => {
  await using server = await startMailServer()
  await queue('ann@example.com')
  await send(by(server.url))
  await send(by(server.url))

  const { id } = await db.selectFrom('deliveries').select('id').executeTakeFirstOrThrow()
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

test('A mail of a transaction that was rolled back is not sent', async () => {
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

test('A mail is deleted with its account, unless it must outlive it', async () => {
  await using server = await startMailServer()
  const at = new Date(clock.now())
  const [ann, bob] = [await insertAccount(db, at), await insertAccount(db, at)]
  const mails: [to: string, accountId: number | null][] = [
    ['ann@example.com', ann],
    ['goodbye.ann@example.com', null],
    ['bob@example.com', bob],
  ]
  await db.transaction().execute(async (tx) => {
    for (const [to, accountId] of mails) {
      await queueMail(tx, { kind: 'verify-email', to, accountId, token: 'abc' }, { now: clock.now() })
    }
    await tx.deleteFrom('accounts').where('id', '=', ann).execute()
  })
  await send(by(server.url))
  const recipients = new Set(server.mails.map(({ to }) => to?.[0]?.address))
  expect(recipients).toEqual(new Set(['goodbye.ann@example.com', 'bob@example.com']))
})

test('Two processes that send at the same time send each mail once', async () => {
  await using server = await startMailServer()
  const people = Array.from({ length: 30 }, (_, n) => `person${n}@example.com`)
  for (const person of people) await queue(person)
  await Promise.all([send(by(server.url)), send(by(server.url))])
  expect(server.mails).toHaveLength(people.length)
  expect(new Set(server.mails.map(({ to }) => to?.[0]?.address))).toEqual(new Set(people))
})

test('A mail to an address that nobody has is given up at once, and the others are sent', async () => {
  await using server = await startMailServer()
  server.behave((recipient) => (recipient === 'nobody@example.com' ? 'refuse' : 'accept'))
  await queue('nobody@example.com')
  await queue('bob@example.com')
  await send(by(server.url))
  expect(await stateOf('nobody@example.com')).toEqual({ ...refused, attempts: 1 })
  expect(await stateOf('bob@example.com')).toEqual({ ...sent, attempts: 1 })
  expect(lines.join('')).toContain('a delivery was given up: it is refused')
  expect(lines.join('')).toContain('"responseCode":550')
  expect(lines.join('')).not.toContain('nobody@example.com')
})

test('A mail that a busy server put off is tried again after a pause, and not before', async () => {
  await using server = await startMailServer()
  server.behave(() => 'busy')
  await queue('ann@example.com')
  await send(by(server.url))
  const { state, inMs } = await stateOf('ann@example.com')
  expect([state, inMs! > 0]).toEqual(['waiting', true])
  server.behave(() => 'accept')
  await clock.advanceBy(inMs! - 1)
  await send(by(server.url))
  expect(server.mails).toEqual([])
  await clock.advanceBy(1)
  await send(by(server.url))
  expect(await stateOf('ann@example.com')).toEqual({ ...sent, attempts: 2 })
  expect(server.connections()).toBe(2)
})

test('What waited for a mail server goes out within ten minutes of its return, and what was too late is given up', async () => {
  const before = await startMailServer()
  await before[Symbol.asyncDispose]()
  for (const person of ['ann', 'bob', 'cid']) await queue(`${person}@example.com`)
  const ofCid = db.updateTable('deliveries').where('recipient', '=', 'cid@example.com')
  await ofCid.set({ give_up_at: new Date(clock.now() + HOUR_MS) }).execute()
  const startedAt = clock.now()
  for (let next: number | null = 0; next !== null; next = (await stateOf('cid@example.com')).inMs) {
    await clock.advanceBy(next)
    await send(by(before.url))
  }
  expect(await stateOf('cid@example.com')).toMatchObject({ state: 'too_late' })
  expect(clock.now() - startedAt).toEqual(expect.closeTo(HOUR_MS, -4))
  expect(lines.filter((line) => line.includes('its time is over'))).toHaveLength(1)
  await using server = await startMailServer({ port: before.port })
  await clock.advanceBy(10 * MINUTE_MS)
  await send(by(server.url))
  expect(server.mails).toHaveLength(2)
})

test('Recipients at which the mail server hangs delay no other, and are tried again later', async () => {
  await using server = await startMailServer()
  server.behave((recipient) => (recipient.endsWith('@hanging.example') ? 'hang' : 'accept'))
  await queue('ann@hanging.example')
  await queue('bea@hanging.example')
  using channel = by(server.url)
  await using _dispatching = startDispatching({ db, clock, log }, channel)
  await expect.poll(server.connections, SOON).toBe(2)
  for (let n = 0; n < 40; n += 1) await queue(`person${n}@example.com`)
  await expect
    .poll(
      nextLook(() => server.mails.length),
      SOON,
    )
    .toBe(40)
  await clock.advanceBy(30 * SECOND_MS)
  await expect.poll(async () => (await stateOf('ann@hanging.example')).attempts, SOON).toBeGreaterThan(0)
  await expect
    .poll(
      nextLook(async () => (await stateOf('bea@hanging.example')).inMs! > 0),
      SOON,
    )
    .toBe(true)
  expect(await stateOf('person39@example.com')).toEqual({ ...sent, attempts: 1 })
})

test('A mail server that sends one letter at a time holds a mail up for half a minute, and the connection is closed', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    const timer = setInterval(() => socket.write('2'), 5)
    socket.on('error', () => {}).on('close', () => clearInterval(timer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await queue('ann@example.com')
  using channel = by(`smtp://127.0.0.1:${port}`)
  await using _dispatching = startDispatching({ db, clock, log }, channel)
  await expect
    .poll(
      nextLook(() => sockets[0]?.bytesWritten ?? 0),
      SOON,
    )
    .toBeGreaterThan(10)
  await clock.advanceBy(30 * SECOND_MS)
  await expect.poll(() => sockets[0]?.destroyed, SOON).toBe(true)
  await expect.poll(() => stateOf('ann@example.com'), SOON).toMatchObject({ state: 'waiting', attempts: 1 })
  server.close()
})

test('A mail whose process was killed before it was sent is sent once by another process when its lease has ended', async () => {
  await using server = await startMailServer()
  await queue('ann@example.com')
  const claimed = Promise.withResolvers<void>()
  const killed: Channel = {
    ...other,
    send: () => {
      claimed.resolve()
      return new Promise(() => {})
    },
  }
  // The clock of a process that does not run any more stands still, so that it renews nothing.
  void startDispatching({ db, log, clock: manualClock(clock.now()) }, killed)
  await claimed.promise
  await queue('bob@example.com')
  using channel = by(server.url)
  await using _dispatching = startDispatching({ db, clock, log }, channel)
  await expect
    .poll(
      nextLook(() => server.mails.length),
      SOON,
    )
    .toBe(1)
  // The lease counts by the clock of the database.
  await sql`update deliveries set leased_until = leased_until - interval '30 s' where recipient = 'ann@example.com'`.execute(
    db,
  )
  await expect
    .poll(
      nextLook(() => server.mails.length),
      SOON,
    )
    .toBe(2)
  expect(server.mails.map(({ to }) => to?.[0]?.address)).toEqual(['bob@example.com', 'ann@example.com'])
  await expect.poll(() => stateOf('ann@example.com'), SOON).toEqual({ ...sent, attempts: 2 })
})

test('A lease that is renewed just after the attempt failed holds no next try back', async () => {
  await queue('ann@example.com')
  const [delivery] = await claimDeliveries(db, other, { sending: [], now: clock.now() })
  await recordFailure(db, delivery!, { nextTryAt: clock.now(), said: 'away' })
  await renewLeases(db, [delivery!])
  expect(await claimDeliveries(db, other, { sending: [], now: clock.now() })).toHaveLength(1)
})

test('A mail whose acceptance was not heard is sent again, with the same Message-ID', async () => {
  await using server = await startMailServer()
  server.behave(() => (server.mails.length < 2 ? 'break' : 'accept'))
  await queue('ann@example.com')
  for (let copy = 0; copy < 3; copy += 1) {
    await send(by(server.url))
    await clock.advanceBy(MINUTE_MS)
  }
  expect(await stateOf('ann@example.com')).toEqual({ ...sent, attempts: 3 })
  const ids = server.mails.map(({ messageId }) => messageId)
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(1)
})

test.each([
  { end: 'before the last line', behaviour: 'cut', pauseMs: 10 * MINUTE_MS },
  { end: 'after the last line', behaviour: 'break', pauseMs: HOUR_MS },
] as const)(
  'A mail whose connection often ended $end is tried again after $pauseMs ms',
  async ({ behaviour, pauseMs }) => {
    await using server = await startMailServer()
    server.behave(() => behaviour)
    await queue('ann@example.com')
    await db.updateTable('deliveries').set({ attempts: 4 }).execute()
    await send(by(server.url))
    const { inMs } = await stateOf('ann@example.com')
    expect(inMs).toSatisfy((actual: number) => actual >= pauseMs * 0.8 - SECOND_MS && actual <= pauseMs)
  },
)

test('A channel is dead when a mail has waited for a minute, not for the end of quiet hours, until a mail is sent', async () => {
  const before = await startMailServer()
  await before[Symbol.asyncDispose]()
  const since = new Date(clock.now()).toISOString()
  await queue('ann@example.com')
  await send(by(before.url))
  expect(await findDeadChannels(db, clock.now())).toEqual([])
  await clock.advanceBy(MINUTE_MS + 1)
  await queue('bob@example.com')
  expect(await findDeadChannels(db, clock.now())).toEqual([{ channel: 'email', since }])
  const { said } = await db.selectFrom('deliveries').select('said').executeTakeFirstOrThrow()
  await db.updateTable('deliveries').set({ said: 'PutOff: quiet hours' }).execute()
  expect(await findDeadChannels(db, clock.now())).toEqual([])
  await db.updateTable('deliveries').set({ said }).execute()

  await using server = await startMailServer({ port: before.port })
  server.behave((recipient) => (recipient === 'ann@example.com' ? 'busy' : 'accept'))
  await send(by(server.url))
  expect(await stateOf('ann@example.com')).toMatchObject({ state: 'waiting' })
  expect(await findDeadChannels(db, clock.now())).toEqual([])
})

test('Deliveries to one recipient are sent in their order, also when the first has to wait', async () => {
  await using server = await startMailServer()
  let isBusy = true
  server.behave(() => (isBusy ? 'busy' : 'accept'))
  for (const token of ['first', 'second'])
    await db.transaction().execute((tx) =>
      queueDelivery(tx, {
        channel: 'email',
        recipient: 'ann@example.com',
        kind: 'verify-email',
        content: { token },
        accountId: null,
        now: clock.now(),
        giveUpAt: clock.now() + HOUR_MS,
      }),
    )
  await queue('bob@example.com')
  using channel = by(server.url)
  await using _dispatching = startDispatching({ db, clock, log }, channel)
  await expect
    .poll(
      nextLook(async () => (await stateOf('bob@example.com')).attempts),
      SOON,
    )
    .toBe(1)
  isBusy = false
  await clock.advanceBy(15 * SECOND_MS)
  await expect
    .poll(
      nextLook(() => server.mails.length),
      SOON,
    )
    .toBe(3)
  const ofAnn = server.mails.filter(({ to }) => to?.[0]?.address === 'ann@example.com')
  expect(ofAnn.map(({ text }) => /token=(\w+)/.exec(text ?? '')?.[1])).toEqual(['first', 'second'])
})

test('Beyond this machine, a mail is sent by STARTTLS to a server with the right certificate, with user and password', async () => {
  const certificate = selfSigned()
  const login = { user: 'bidwell', pass: 'p@ss/word' }
  await using server = await startMailServer({ certificate, login })
  const remote = smtp(`smtp://bidwell:p%40ss%2Fword@localhost:${server.port}`, { encryption: 'starttls' })
  const trusting = { certificateAuthority: certificate.cert }

  await queue('ann@example.com')
  await send(by(remote))
  expect(await stateOf('ann@example.com')).toMatchObject({ state: 'waiting' })
  await clock.advanceBy(MINUTE_MS)
  await send(by({ ...remote, login: { ...login, pass: 'wrong' } }, trusting))
  expect(await stateOf('ann@example.com')).toMatchObject({ state: 'waiting' })
  await clock.advanceBy(2 * MINUTE_MS)
  await send(by(remote, trusting))
  expect(await stateOf('ann@example.com')).toMatchObject({ state: 'sent', attempts: 3 })
  expect(server.mails).toHaveLength(1)
})

test('Beyond this machine, a server that offers no encryption gets no mail', async () => {
  await using server = await startMailServer()
  await queue('ann@example.com')
  await send(by(smtp(server.url, { encryption: 'starttls' })))
  expect(await stateOf('ann@example.com')).toMatchObject({ state: 'waiting' })
  expect(server.mails).toEqual([])
})

test('In production without a mail server, mails are given up and nothing is kept to be read', async () => {
  await queue('ann@example.com')
  const config = readConfig({ NODE_ENV: 'production' })
  await send(openEmailChannel(config, { db, log, renderNotification }))
  expect(await stateOf('ann@example.com')).toEqual({ ...refused, attempts: 1 })
  expect(await db.selectFrom('mailbox').selectAll().execute()).toEqual([])
  expect(lines.join('')).toContain('SMTP_URL and MAIL_FROM are not set')
})
