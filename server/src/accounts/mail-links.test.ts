import {
  changeEmail,
  changePassword,
  login,
  MAIL_LINK,
  messages,
  readProfile,
  refreshToken,
  requestReset,
  resendVerification,
  resetPassword,
  trackAuction,
  validateResetToken,
  verifyEmail,
} from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../test/api.ts'
import { followEvents } from '../../test/follow-events.ts'
import { type ManualClock, manualClock } from '../../test/manual-clock.ts'
import { readMails } from '../../test/read-mails.ts'
import { sendMails } from '../mail/send-mails.ts'
import { AppError } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'
import { route } from '../platform/route.ts'
import { lockAccount } from './account-queries.ts'
import { neverAborted } from '../platform/with-timeout.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NEW_PASSWORD = 'a quite different horse'

let api: TestApi
const clock: ManualClock = manualClock(Date.UTC(2026, 10, 22, 21))
beforeAll(async () => {
  api = await startTestApi({ clock })
})
afterAll(() => api[Symbol.asyncDispose]())
// The requests of one story do not count in the next.
beforeEach(() => clock.advanceBy(HOUR_MS))

/** The token in the newest mail of a kind. */
async function tokenFor(to: string, kind: string): Promise<string> {
  const mails = await readMails(api.db, to)
  const token = mails.findLast((mail) => mail.kind === kind)?.token
  if (!token) throw new Error(`No mail ${kind} was written to ${to}`)
  return token
}

async function resetTokenFor(person: Person): Promise<string> {
  await api.call(requestReset, { body: { email: person.email } })
  return tokenFor(person.email, 'reset-password')
}

const reset = (token: string, password = NEW_PASSWORD) =>
  api.call(resetPassword, { body: { token, password, confirmPassword: password } })
const verify = (token: string) => api.call(verifyEmail, { query: { token } })
const profileOf = async (token: string) => (await api.call(readProfile, { token })).body.data
const canSignIn = async (email: string, password: string) =>
  (await api.call(login, { body: { email, password } })).status === 200
const isSignedIn = async (token: string) => (await api.call(readProfile, { token })).status === 200

test('the link that a registration mails verifies the address, and a second click says the same', async () => {
  const [ann, bob] = [await api.signUp(), await api.signUp()]
  expect(await profileOf(ann.token)).toMatchObject({ email_verified: false })
  const token = await tokenFor(ann.email, 'verify-email')
  for (let click = 0; click < 2; click += 1) {
    const { status, body } = await verify(token)
    expect([status, body.message, body.data]).toEqual([200, messages.mailLink.verified, { email: ann.email }])
  }
  expect(await profileOf(ann.token)).toMatchObject({ email_verified: true })
  expect(await profileOf(bob.token)).toMatchObject({ email_verified: false })
})

test('a verification link works for 24 hours', async () => {
  const ann = await api.signUp()
  const token = await tokenFor(ann.email, 'verify-email')
  await clock.advanceBy(24 * HOUR_MS)
  const { status, failure } = await verify(token)
  expect([status, failure.code, failure.message]).toEqual([
    422,
    'link_invalid',
    'This link has expired, or was replaced by a newer one. You can ask for another.',
  ])
})

test('a verification mail that is sent again replaces the first link, and a verified address gets none', async () => {
  const ann = await api.signUp()
  const first = await tokenFor(ann.email, 'verify-email')
  const resent = await api.call(resendVerification, { body: { email: ` ${ann.email.toUpperCase()} ` } })
  expect(resent.body.message).toBe('Verification email has been resent')
  expect((await verify(first)).status).toBe(422)
  expect((await verify(await tokenFor(ann.email, 'verify-email'))).status).toBe(200)

  const before = (await readMails(api.db, ann.email)).length
  expect((await api.call(resendVerification, { body: { email: ann.email } })).status).toBe(200)
  expect(await readMails(api.db, ann.email)).toHaveLength(before)
})

test('asking for a verification mail without an address is refused with the sentence for it', async () => {
  const { status, failure } = await api.call(resendVerification, { body: { email: ' ' } })
  expect([status, failure.message]).toEqual([422, 'Email is required to resend verification'])
})

test('a forgotten password is set by the mailed link: every session ends, the lock is lifted and the owner is told', async () => {
  const [ann, bob] = [await api.signUp(), await api.signUp()]
  const second = await api.signIn(ann)
  for (let tries = 0; tries < 4; tries += 1) {
    await api.call(login, { body: { email: ann.email, password: 'wrong' } })
  }
  const token = await resetTokenFor(ann)
  const valid = await api.call(validateResetToken, { body: { token } })
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
  const mails = await readMails(api.db, ann.email)
  expect(mails.at(-1)).toMatchObject({ kind: 'password-changed', token: null })
})

test('of twenty concurrent uses of one reset link, one sets the password', async () => {
  const ann = await api.signUp()
  const token = await resetTokenFor(ann)
  const passwords = Array.from({ length: 20 }, (_, n) => `${NEW_PASSWORD} ${n}`)
  const answers = await Promise.all(passwords.map((password) => reset(token, password)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(422)])
  const losers = answers.filter(({ status }) => status === 422)
  expect(new Set(losers.map(({ failure }) => failure.message))).toEqual(new Set(['Invalid or expired reset token']))
  const winner = passwords[answers.findIndex(({ status }) => status === 200)]
  expect(await canSignIn(ann.email, winner!)).toBe(true)
})

test('a link that is used while another one is made does not block it', async () => {
  const ann = await api.signUp()
  const token = await resetTokenFor(ann)
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db)
    return rows.length
  }
  const answers = await api.db.transaction().execute(async (tx) => {
    await lockAccount(tx, ann.accountId)
    const asking = api.call(requestReset, { body: { email: ann.email } })
    await expect.poll(waiting, { interval: 5, timeout: 10_000 }).toBe(1)
    const using = reset(token)
    await expect.poll(waiting, { interval: 5, timeout: 10_000 }).toBe(2)
    return { asking, using }
  })
  // The new link came first, so it replaced the one that was being used.
  expect([(await answers.asking).status, (await answers.using).status]).toEqual([200, 422])
})

test('the event stream of every session ends when the password is reset, and that of another account goes on', async () => {
  const [ann, bob] = [await api.signUp(), await api.signUp()]
  await using annsEvents = await followEvents(api.url, ann.token)
  await using bobsEvents = await followEvents(api.url, bob.token)
  const ended = expect(annsEvents.next(() => false)).rejects.toThrow('The event stream ended')
  let hasBobsEnded = false
  bobsEvents.next(() => false).catch(() => (hasBobsEnded = true))
  await reset(await resetTokenFor(ann))
  await ended
  expect(hasBobsEnded).toBe(false)
})

test('an installation without a mail server says so instead of promising a link', async () => {
  await using it = await startTestApi({ sendsMail: false })
  const { token, email } = await it.signUp()
  for (const to of [email, 'nobody@example.com']) {
    for (const endpoint of [requestReset, resendVerification]) {
      const { status, failure } = await it.call(endpoint, { body: { email: to } })
      expect([status, failure.message]).toEqual([503, messages.mailLink.noMail])
    }
  }
  const moved = await it.call(changeEmail, { token, body: { email: 'new@example.com' } })
  expect([moved.status, moved.failure.message]).toEqual([503, messages.mailLink.noMail])
})

test('a newer reset link ends the earlier one, and a use ends every other link of the account', async () => {
  const [ann, bob] = [await api.signUp(), await api.signUp()]
  const [first, ofBob] = [await resetTokenFor(ann), await resetTokenFor(bob)]
  const verification = await tokenFor(ann.email, 'verify-email')
  const second = await resetTokenFor(ann)
  expect((await reset(first)).status).toBe(422)
  expect((await reset(second)).status).toBe(200)
  expect((await reset(second)).status).toBe(422)
  expect((await verify(verification)).status).toBe(422)
  expect((await api.call(validateResetToken, { body: { token: ofBob } })).status).toBe(200)
})

test('a reset link works for an hour', async () => {
  const ann = await api.signUp()
  const token = await resetTokenFor(ann)
  await clock.advanceBy(MAIL_LINK.resetMs)
  const { status, failure } = await api.call(validateResetToken, { body: { token } })
  expect([status, failure.code, failure.message]).toEqual([422, 'link_invalid', 'Invalid or expired reset token'])
  expect((await reset(token)).status).toBe(422)
  expect(await canSignIn(ann.email, ann.password)).toBe(true)
})

test('a password that breaks a rule leaves the reset link as it is', async () => {
  const ann = await api.signUp()
  const token = await resetTokenFor(ann)
  for (const [password, message] of [
    ['short', 'Password must be at least 8 characters'],
    ['password1', messages.account.passwordTooCommon],
    [ann.email, messages.account.passwordNamesOnly],
  ] as const) {
    const { status, failure } = await reset(token, password)
    expect([status, failure.message]).toEqual([422, message])
  }
  const differing = await api.call(resetPassword, {
    body: { token, password: NEW_PASSWORD, confirmPassword: 'another' },
  })
  expect(differing.failure.message).toBe('Passwords do not match')
  expect((await reset(token)).status).toBe(200)
})

test.each(['', 'x', 'A'.repeat(43), '../../etc'])('the made-up reset token %j opens nothing', async (token) => {
  const message = token === '' ? 'Reset token is required' : 'Invalid or expired reset token'
  expect((await api.call(validateResetToken, { body: { token } })).failure.message).toBe(message)
  expect((await reset(token)).failure.message).toBe(message)
})

test('the tokens of links are no tokens of sessions, and one purpose does not serve another', async () => {
  const ann = await api.signUp()
  const [verification, resetting] = [await tokenFor(ann.email, 'verify-email'), await resetTokenFor(ann)]
  expect((await reset(verification)).status).toBe(422)
  expect((await verify(resetting)).status).toBe(422)
  expect(await isSignedIn(`${resetting}.x.y`)).toBe(false)
  expect((await api.call(validateResetToken, { body: { token: ann.token.slice(0, 200) } })).status).toBe(422)
})

test('once a mail is sent, the database does not hold the token of its link', async () => {
  const ann = await api.signUp()
  const token = await resetTokenFor(ann)
  const sent: string[] = []
  const deliver = async ({ text }: { text: string }) => void sent.push(text)
  const log = createLog({ level: 'silent', process: 'test' })
  await sendMails({ db: api.db, clock, log, deliver, publicUrl: 'https://bids.example.com' }, neverAborted)
  expect(sent.filter((text) => text.includes(token))).toHaveLength(1)
  const links = await api.db.selectFrom('mail_links').selectAll().execute()
  const mails = await api.db.selectFrom('mails').selectAll().execute()
  expect(JSON.stringify([links, mails])).not.toContain(token)
  expect((await reset(token)).status).toBe(200)
})

test('an address without an account gets the same answer as one with an account, the same writes, and no mail', async () => {
  const ann = await api.signUp()
  const rowsOf = async () =>
    Promise.all(
      (['link_requests', 'mails', 'security_events'] as const).map(async (table) => {
        const { count } = await api.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return count
      }),
    )
  for (const endpoint of [requestReset, resendVerification]) {
    const [stranger, known] = ['nobody-has-this@example.com', ann.email]
    const outcomes = []
    for (const email of [stranger, known]) {
      const before = await rowsOf()
      const { status, body } = await api.call(endpoint, { body: { email } })
      const after = await rowsOf()
      outcomes.push({ status, body, written: after.map((rows, place) => rows - (before[place] ?? 0)) })
    }
    expect(outcomes[0]).toEqual(outcomes[1])
    expect(await readMails(api.db, stranger)).toEqual([])
  }
})

test('an address gets three links in an hour, and the newest one works throughout', async () => {
  const [ann, bob] = [await api.signUp(), await api.signUp()]
  for (const email of [ann.email, 'nobody-has-this@example.com']) {
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await api.call(requestReset, { body: { email } })).status).toBe(200)
      await clock.advanceBy(MINUTE_MS)
    }
    const { status, failure, headers } = await api.call(requestReset, { body: { email } })
    expect([status, failure.code, failure.message]).toEqual([429, 'rate_limited', messages.mailLink.tooManyLinks])
    expect(Number(headers.get('retry-after'))).toBe(57 * 60)
  }
  const newest = await tokenFor(ann.email, 'reset-password')
  await clock.advanceBy(50 * MINUTE_MS)
  expect((await api.call(requestReset, { body: { email: bob.email } })).status).toBe(200)
  expect((await reset(newest)).status).toBe(200)
  await clock.advanceBy(4 * MINUTE_MS)
  expect((await api.call(requestReset, { body: { email: ann.email } })).status).toBe(200)
})

test('after a reset, the requests before it no longer count for the address', async () => {
  const ann = await api.signUp()
  for (let asked = 0; asked < 2; asked += 1) await api.call(requestReset, { body: { email: ann.email } })
  expect((await reset(await resetTokenFor(ann))).status).toBe(200)
  expect((await reset(await resetTokenFor(ann), `${NEW_PASSWORD} again`)).status).toBe(200)
})

test('one network asks for at most thirty links in an hour', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 32; n += 1) {
    statuses.push((await api.call(requestReset, { body: { email: `person${n}@example.com` } })).status)
  }
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429, 429])
})

test.each([
  ['an IPv6 site', (n: number) => `2001:db8:7:${n.toString(16)}::1`, '2001:db8:8::1'],
  ['256 neighbouring IPv4 addresses', (n: number) => `203.0.113.${n}`, '198.51.100.7'],
])('%s asks for at most ninety links in an hour, and others still can', async (_, addressOf, elsewhere) => {
  await using it = await startTestApi({ clock, trustedProxies: ['127.0.0.1'] })
  const askFrom = async (address: string, n: number) => {
    const headers = { 'X-Forwarded-For': address }
    return (await it.call(requestReset, { headers, body: { email: `person${n}@example.com` } })).status
  }
  const statuses: number[] = []
  for (let n = 1; n <= 92; n += 1) statuses.push(await askFrom(addressOf(n), n))
  expect(statuses).toEqual([...Array<number>(90).fill(200), 429, 429])
  expect(await askFrom(elsewhere, 93)).toBe(200)
})

test.each(["o'brien@example.com", 'not an address', 'a@b', 'two@at@example.com'])(
  'a reset for %j is refused rather than sent to another address',
  async (email) => {
    const { status, failure } = await api.call(requestReset, { body: { email } })
    expect([status, failure.message]).toEqual([422, 'Please enter a valid email address'])
  },
)

test('a changed password ends the other sessions and mailed links, and the owner is told', async () => {
  const [ann, bob] = [await api.signUp(), await api.signUp()]
  const [other, token] = [await api.signIn(ann), await resetTokenFor(ann)]
  const body = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
  expect((await api.call(changePassword, { token: ann.token, body: { ...body, password: 'short' } })).status).toBe(422)

  expect((await api.call(changePassword, { token: ann.token, body })).status).toBe(200)
  expect([await isSignedIn(ann.token), await isSignedIn(other), await isSignedIn(bob.token)]).toEqual([
    true,
    false,
    true,
  ])
  expect(await canSignIn(ann.email, NEW_PASSWORD)).toBe(true)
  expect((await reset(token)).status).toBe(422)
  expect((await readMails(api.db, ann.email)).at(-1)).toMatchObject({ kind: 'password-changed' })
})

test('the password and the address cannot be changed by a session that proved nothing for fifteen minutes', async () => {
  const ann = await api.signUp()
  await clock.advanceBy(15 * MINUTE_MS)
  const token = await freshTokenOf(ann)
  await clock.advanceBy(1)
  const body = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
  const attempts = [
    await api.call(changePassword, { token, body }),
    await api.call(changeEmail, { token, body: { email: 'thief@example.com' } }),
  ]
  expect(attempts.map(({ status, failure }) => [status, failure.code])).toEqual([
    [403, 'proof_needed'],
    [403, 'proof_needed'],
  ])
  expect(await canSignIn(ann.email, ann.password)).toBe(true)
  expect(await readMails(api.db, 'thief@example.com')).toEqual([])
})

/** A new token of the same session, as a thief would get who copied the old one. */
async function freshTokenOf({ token }: Person): Promise<string> {
  return (await api.call(refreshToken, { body: { token } })).body.token
}

/** Asks for another address, and uses the link that is mailed there. */
async function moveTo(person: Person, token: string, email: string) {
  expect((await api.call(changeEmail, { token, body: { email } })).status).toBe(200)
  const answer = await verify(await tokenFor(email, 'confirm-new-email'))
  return { ...person, email, answer }
}

async function aVerifiedPerson() {
  const person = await api.signUp()
  await verify(await tokenFor(person.email, 'verify-email'))
  return person
}

test('an account moves to its new address when the link there is used, and both addresses are told', async () => {
  const ann = await aVerifiedPerson()
  const other = await api.signIn(ann)
  expect((await api.call(changeEmail, { token: ann.token, body: { email: 'ann.new@example.com' } })).status).toBe(200)
  expect(await profileOf(ann.token)).toMatchObject({ email: ann.email })
  expect((await readMails(api.db, ann.email)).at(-1)).toMatchObject({ kind: 'email-change-requested' })

  const { status, body } = await verify(await tokenFor('ann.new@example.com', 'confirm-new-email'))
  expect([status, body.message]).toEqual([200, messages.mailLink.emailChanged])
  expect(await profileOf(ann.token)).toMatchObject({ email: 'ann.new@example.com', email_verified: true })
  expect(await isSignedIn(other)).toBe(false)
  expect(await canSignIn(ann.email, ann.password)).toBe(false)
  expect(await canSignIn('ann.new@example.com', ann.password)).toBe(true)
  expect((await readMails(api.db, 'ann.new@example.com')).at(-1)).toMatchObject({ kind: 'email-confirmed' })
  expect((await readMails(api.db, ann.email)).at(-1)).toMatchObject({ kind: 'email-changed' })
})

test('the link to the earlier address takes a moved account back, however often it was moved', async () => {
  const [ann, bob] = [await aVerifiedPerson(), await api.signUp()]
  const once = await moveTo(ann, ann.token, 'thief1@example.com')
  await moveTo(once, ann.token, 'thief2@example.com')
  const [fromAnn, fromThief] = [
    await tokenFor(ann.email, 'email-changed'),
    await tokenFor('thief1@example.com', 'email-changed'),
  ]
  await clock.advanceBy(6 * 24 * HOUR_MS)
  const valid = await api.call(validateResetToken, { body: { token: fromAnn } })
  expect(valid.body.data).toEqual({ email: ann.email })
  expect((await reset(fromAnn)).status).toBe(200)

  expect(await canSignIn(ann.email, NEW_PASSWORD)).toBe(true)
  expect(await canSignIn('thief2@example.com', NEW_PASSWORD)).toBe(false)
  expect(await isSignedIn(ann.token)).toBe(false)
  expect((await reset(fromThief)).status).toBe(422)
  expect((await readMails(api.db, 'thief2@example.com')).at(-1)).toMatchObject({ kind: 'email-restored' })
  expect(await canSignIn(bob.email, bob.password)).toBe(true)
})

test('an address that was never verified gets no link that takes the account back', async () => {
  const ann = await api.signUp()
  await moveTo(ann, ann.token, 'ann.right@example.com')
  const kinds = (await readMails(api.db, ann.email)).map(({ kind }) => kind)
  expect(kinds).toEqual(['verify-email'])
})

test('an account cannot move to its own address or to that of another account', async () => {
  const [ann, bob] = [await api.signUp(), await api.signUp()]
  const ask = async (email: string) => {
    const { status, failure } = await api.call(changeEmail, { token: ann.token, body: { email } })
    return [status, failure.message]
  }
  expect(await ask(ann.email)).toEqual([422, messages.mailLink.emailUnchanged])
  expect(await ask(bob.email)).toEqual([409, messages.account.emailTaken])
  expect((await api.call(changeEmail, { token: ann.token, body: { email: 'free@example.com' } })).status).toBe(200)
  await api.signUp('free@example.com')
  const { status, failure } = await verify(await tokenFor('free@example.com', 'confirm-new-email'))
  expect([status, failure.message]).toEqual([409, messages.mailLink.emailTakenMeanwhile])
  expect(await profileOf(ann.token)).toMatchObject({ email: ann.email })
})

test('an installation that asks for a verified address lets nobody bid, track or connect before, and everybody else', async () => {
  for (const requiresVerifiedEmail of [true, false]) {
    await using it = await startTestApi({
      requiresVerifiedEmail,
      routes: () => [
        route(trackAuction, async () => {
          throw new AppError('auction_over', 'the call was let through')
        }),
      ],
    })
    const ann = await it.signUp()
    const track = () => it.call(trackAuction, { token: ann.token, body: { auction_id: '123456' } })
    const before = await track()
    expect([before.status, before.failure.code]).toEqual(
      requiresVerifiedEmail ? [403, 'email_not_verified'] : [422, 'auction_over'],
    )
    const [mail] = await readMails(it.db, ann.email)
    await it.call(verifyEmail, { query: { token: mail?.token ?? '' } })
    expect((await track()).failure.code).toBe('auction_over')
    expect((await it.call(readProfile, { token: ann.token })).status).toBe(200)
  }
})
