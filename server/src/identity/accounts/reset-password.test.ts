import { api, MAIL_LINK, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../test/api.ts'
import { followEvents } from '../../../test/follow-events.ts'
import { mailedLinks, NEW_PASSWORD } from '../../../test/mailed-links.ts'
import { type ManualClock, manualClock } from '../../../test/manual-clock.ts'
import { readMails } from '../../../test/read-mails.ts'
import { sendDue } from '../../../test/send-due.ts'
import type { Delivery } from '../../notifying/deliveries/delivery.ts'
import { composeMail } from '../../notifying/mail/mail.ts'
import { renderMail } from '../../notifying/mail/render-mail.ts'
import { createLog } from '../../platform/log.ts'
import { lockAccount } from './account-queries.ts'

const HOUR_MS = 3_600_000

let server: TestApi
const clock: ManualClock = manualClock(Date.UTC(2026, 10, 22, 21))
beforeAll(async () => {
  server = await startTestApi({ clock })
})
afterAll(() => server[Symbol.asyncDispose]())
// The requests of one story do not count in the next.
beforeEach(() => clock.stepWall(HOUR_MS))

const { tokenFor, resetTokenFor, reset, verify, canSignIn, isSignedIn } = mailedLinks(() => server)

test('A forgotten password is set by the mailed link: every session ends, the lock is lifted and the owner is told', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const second = await server.signIn(ann)
  for (let tries = 0; tries < 4; tries += 1) {
    await server.call(api.signIn, { body: { email: ann.email, password: 'wrong' } })
  }
  const token = await resetTokenFor(ann)
  const valid = await server.call(api.validateResetToken, { body: { token } })
  expect(valid.body.data).toEqual({ email: ann.email })

  const done = await reset(token)
  expect([done.status, done.body.message]).toEqual([200, 'Password has been reset successfully'])
  expect([await isSignedIn(ann.token), await isSignedIn(second), await isSignedIn(bob.token)]).toEqual([
    false,
    false,
    true,
  ])
  expect(await canSignIn(ann.email, ann.password)).toBe(false)
  expect(await canSignIn(ann.email, NEW_PASSWORD)).toBe(true)
  expect(await canSignIn(bob.email, bob.password)).toBe(true)
  const mails = await readMails(server.db, ann.email)
  expect(mails.at(-1)).toMatchObject({ kind: 'password_changed', token: null })
})

test('Of twenty concurrent uses of one reset link, one sets the password', async () => {
  const ann = await server.signUp()
  const token = await resetTokenFor(ann)
  const passwords = Array.from({ length: 20 }, (_, n) => `${NEW_PASSWORD} ${n}`)
  const answers = await Promise.all(passwords.map((password) => reset(token, password)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(422)])
  const losers = answers.filter(({ status }) => status === 422)
  expect(new Set(losers.map(({ failure }) => failure.message))).toEqual(new Set(['Invalid or expired reset token']))
  const winner = passwords[answers.findIndex(({ status }) => status === 200)]
  expect(await canSignIn(ann.email, winner!)).toBe(true)
})

test('A link that is used while another one is made does not block it', async () => {
  const ann = await server.signUp()
  const token = await resetTokenFor(ann)
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
    return rows.length
  }
  const answers = await server.db.transaction().execute(async (tx) => {
    await lockAccount(tx, ann.accountId)
    const asking = server.call(api.requestReset, { body: { email: ann.email } })
    await expect.poll(waiting, { interval: 5 }).toBe(1)
    const using = reset(token)
    await expect.poll(waiting, { interval: 5 }).toBe(2)
    return { asking, using }
  })
  // The new link came first, so it replaced the one that was being used.
  expect([(await answers.asking).status, (await answers.using).status]).toEqual([200, 422])
})

test('The event stream of every session ends when the password is reset, and that of another account goes on', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  await using annsEvents = await followEvents(server.url, ann.token)
  await using bobsEvents = await followEvents(server.url, bob.token)
  const ended = expect(annsEvents.next(() => false)).rejects.toThrow('The event stream ended')
  let hasBobsEnded = false
  bobsEvents.next(() => false).catch(() => (hasBobsEnded = true))
  await reset(await resetTokenFor(ann))
  await ended
  expect(hasBobsEnded).toBe(false)
})

test('A newer reset link ends the earlier one, and a use ends every other link of the account', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const [first, ofBob] = [await resetTokenFor(ann), await resetTokenFor(bob)]
  const verification = await tokenFor(ann.email, 'verify-email')
  const second = await resetTokenFor(ann)
  expect((await reset(first)).status).toBe(422)
  expect((await reset(second)).status).toBe(200)
  expect((await reset(second)).status).toBe(422)
  expect((await verify(verification)).status).toBe(422)
  expect((await server.call(api.validateResetToken, { body: { token: ofBob } })).status).toBe(200)
})

test('A reset link works for an hour', async () => {
  const ann = await server.signUp()
  const token = await resetTokenFor(ann)
  clock.stepWall(MAIL_LINK.resetMs)
  const { status, failure } = await server.call(api.validateResetToken, { body: { token } })
  expect([status, failure.code, failure.message]).toEqual([422, 'link_invalid', 'Invalid or expired reset token'])
  expect((await reset(token)).status).toBe(422)
  expect(await canSignIn(ann.email, ann.password)).toBe(true)
})

test('A password that breaks a rule leaves the reset link as it is', async () => {
  const ann = await server.signUp()
  const token = await resetTokenFor(ann)
  for (const [password, message] of [
    ['short', 'Password must be at least 8 characters'],
    ['password1', messages.account.passwordTooCommon],
    [ann.email, messages.account.passwordNamesOnly],
  ] as const) {
    const { status, failure } = await reset(token, password)
    expect([status, failure.message]).toEqual([422, message])
  }
  const differing = await server.call(api.resetPassword, {
    body: { token, password: NEW_PASSWORD, confirmPassword: 'another' },
  })
  expect(differing.failure.message).toBe('Passwords do not match')
  expect((await reset(token)).status).toBe(200)
})

test.each(['', 'x', 'A'.repeat(43), '../../etc'])('The made-up reset token %j opens nothing', async (token) => {
  const message = token === '' ? 'Reset token is required' : 'Invalid or expired reset token'
  expect((await server.call(api.validateResetToken, { body: { token } })).failure.message).toBe(message)
  expect((await reset(token)).failure.message).toBe(message)
})

test('The tokens of links are no tokens of sessions, and one purpose does not serve another', async () => {
  const ann = await server.signUp()
  const [verification, resetting] = [await tokenFor(ann.email, 'verify-email'), await resetTokenFor(ann)]
  expect((await reset(verification)).status).toBe(422)
  expect((await verify(resetting)).status).toBe(422)
  expect(await isSignedIn(`${resetting}.x.y`)).toBe(false)
  expect((await server.call(api.validateResetToken, { body: { token: ann.token.slice(0, 200) } })).status).toBe(422)
})

test('Once a mail is sent, the database does not hold the token of its link', async () => {
  const ann = await server.signUp()
  const token = await resetTokenFor(ann)
  const sent: string[] = []
  const log = createLog({ level: 'silent', process: 'test' })
  const channel = {
    name: 'email',
    atOnce: 2,
    send: async ({ kind, content }: Delivery) => {
      sent.push(renderMail(composeMail(kind, content), 'https://bids.example.com').text)
      return 'ok'
    },
  } as const
  await sendDue({ db: server.db, clock, log }, channel)
  expect(sent.filter((text) => text.includes(token))).toHaveLength(1)
  const links = await server.db.selectFrom('mail_links').selectAll().execute()
  const mails = await server.db.selectFrom('deliveries').selectAll().execute()
  expect(JSON.stringify([links, mails])).not.toContain(token)
  expect((await reset(token)).status).toBe(200)
})
