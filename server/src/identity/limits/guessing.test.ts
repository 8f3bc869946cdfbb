import { ACCOUNT, api, messages } from '@bidwell/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aRegistration, type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { readMails } from '../../../test/read-mails.ts'
import { AppError } from '../../platform/errors.ts'
import { ALL_SIGN_INS } from './attempt-budgets.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const PROXY = '127.0.0.1'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LOCKED =
  'Account temporarily locked due to multiple failed attempts. Try again in 15 minutes or reset your password.'
const HOME = '192.0.2.7'
const ELSEWHERE = '198.51.100.7'
const STRANGER = '203.0.113.9'

const clock = manualClock(NOON)
const lines: string[] = []
let compared = 0
let isBusy = false
let server: TestApi
beforeAll(async () => {
  server = await startTestApi({
    clock,
    trustedProxies: [PROXY],
    log: { write: (line) => void lines.push(line) },
    passwords: (hasher) => ({
      async matches(...attempt) {
        if (isBusy) throw new AppError('unavailable', messages.generic.unavailable, { retryAfterMs: 2_000 })
        compared += 1
        return hasher.matches(...attempt)
      },
    }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await server.db.deleteFrom('attempt_budgets').execute()
  // The networks of earlier stories would be known.
  await server.db.deleteFrom('known_callers').execute()
  await server.db.deleteFrom('alarms').execute()
  lines.length = 0
  compared = 0
})

type Credentials = Pick<Person, 'email' | 'password'>
type From = { address?: string; cookie?: string | undefined }

const headersOf = ({ address = HOME, cookie }: From) => ({
  'X-Forwarded-For': address,
  ...(cookie && { Cookie: cookie }),
})
const signIn = ({ email, password }: Credentials, from: From = {}) =>
  server.call(api.signIn, { body: { email, password }, headers: headersOf(from) })
const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0]

/** Registers from home; returns the browser's cookie as well. */
async function signUp(from: From = {}) {
  const body = aRegistration()
  const answer = await server.call(api.register, { body, headers: headersOf(from) })
  expect(answer.status).toBe(200)
  return { email: body.email, password: body.password, cookie: cookieOf(answer), answer }
}

/** Tries wrong passwords, one after the other. */
async function fail(email: string, times: number, from: From = {}) {
  const answers = []
  for (let tries = 0; tries < times; tries += 1) answers.push(await signIn({ email, password: 'not the one' }, from))
  return answers
}
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status)

test('Sign-ins to an e-mail without an account get the same answers as wrong passwords, up to the lock, for the same work', async () => {
  const { email } = await signUp()
  const known = await fail(email, 5, { address: STRANGER })
  const comparedForKnown = compared
  const unknown = await fail('nobody@example.com', 5, { address: STRANGER })
  const seen = (answers: typeof known) =>
    answers.map(({ status, headers, failure }) => [
      status,
      headers.get('x-token-expired'),
      headers.get('retry-after'),
      failure,
    ])
  expect(seen(unknown)).toEqual(seen(known))
  expect([comparedForKnown, compared]).toEqual([4, 8])
})

test('The fourth wrong password locks the account for fifteen minutes, even for the right password', async () => {
  const owner = await signUp()
  expect(statusesOf(await fail(owner.email, 4))).toEqual([401, 401, 401, 429])

  const locked = await signIn(owner)
  expect(locked.status).toBe(429)
  expect(locked.headers.get('retry-after')).toBe('900')
  expect(locked.failure).toEqual({ success: false, code: 'account_locked', message: LOCKED })

  clock.stepWall(ACCOUNT.lockMs - 1_000)
  expect((await signIn(owner)).headers.get('retry-after')).toBe('1')
  clock.stepWall(1_000)
  expect((await signIn(owner)).status).toBe(200)
})

test('Each further lock lasts twice as long, up to an hour, until a week has passed without one', async () => {
  const { email } = await signUp()
  const lockedFor: number[] = []
  const sentences: string[] = []
  for (let lock = 1; lock <= 5; lock += 1) {
    const [last] = (await fail(email, 4)).slice(-1)
    const seconds = Number(last?.headers.get('retry-after'))
    lockedFor.push(seconds / 60)
    sentences.push(String(last?.failure.message))
    clock.stepWall(seconds * 1_000)
  }
  expect(sentences.map((text) => /Try again in (.*?) or reset/.exec(text)?.[1])).toEqual([
    '15 minutes',
    '30 minutes',
    '60 minutes',
    '60 minutes',
    '60 minutes',
  ])
  expect(lockedFor).toEqual([15, 30, 60, 60, 60])
  clock.stepWall(ACCOUNT.lockQuietMs)
  expect((await fail(email, 4))[3]?.headers.get('retry-after')).toBe('900')
})

test('Wrong passwords further apart than the window do not add up to a lock', async () => {
  const owner = await signUp()
  await fail(owner.email, 3)
  clock.stepWall(ACCOUNT.lockWindowMs + 1)
  expect(statusesOf(await fail(owner.email, 1))).toEqual([401])
  expect((await signIn(owner)).status).toBe(200)
})

test('The right password clears the wrong ones before it', async () => {
  const owner = await signUp()
  await fail(owner.email, 3)
  await signIn(owner)
  expect(statusesOf(await fail(owner.email, 3))).toEqual([401, 401, 401])
})

test('Of twenty concurrent guesses, four are compared', async () => {
  const { email } = await signUp()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => signIn({ email, password: `guess number ${n}` }, { address: STRANGER })),
  )
  expect(compared).toBe(4)
  expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
})

test('The right password among three wrong ones at the same moment signs in', async () => {
  const owner = await signUp()
  const wrong = { ...owner, password: 'not the one' }
  const answers = await Promise.all([wrong, wrong, wrong, owner].map((credentials) => signIn(credentials)))
  expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(1)
  expect((await signIn(owner)).status).toBe(200)
})

test('A password that could not be compared counts neither towards the lock nor towards a budget', async () => {
  const owner = await signUp()
  isBusy = true
  const answers = await fail(owner.email, 21, { address: STRANGER })
  isBusy = false
  expect(new Set(statusesOf(answers))).toEqual(new Set([503]))
  expect(answers[0]?.headers.get('retry-after')).toBe('2')
  expect((await signIn(owner, { address: STRANGER })).status).toBe(200)
})

test("A stranger's wrong passwords lock out strangers, and neither the owner's network nor the owner's browser", async () => {
  const owner = await signUp()
  await fail(owner.email, 4, { address: STRANGER })
  expect((await signIn(owner, { address: ELSEWHERE })).failure.code).toBe('account_locked')
  expect((await signIn(owner, { address: HOME })).status).toBe(200)
  expect((await signIn(owner, { address: ELSEWHERE, cookie: owner.cookie })).status).toBe(200)
})

test("Guesses from the owner's own network do not lock out the owner's browser", async () => {
  const owner = await signUp()
  expect((await fail(owner.email, 4))[3]?.status).toBe(429)
  expect((await signIn(owner)).failure.code).toBe('account_locked')
  expect((await signIn(owner, owner)).status).toBe(200)
})

test("The cookie of a browser opens no way to another owner's account, and is locked itself after four wrong passwords", async () => {
  const [owner, stranger] = [await signUp(), await signUp({ address: STRANGER })]
  await fail(owner.email, 4, { address: '198.18.0.1', cookie: stranger.cookie })
  expect((await signIn(owner, { address: ELSEWHERE })).failure.code).toBe('account_locked')
  expect((await fail(owner.email, 4, { address: ELSEWHERE, cookie: owner.cookie }))[3]?.status).toBe(429)
  expect((await signIn(owner, { address: ELSEWHERE, cookie: owner.cookie })).failure.code).toBe('account_locked')
})

test('The cookie that names a browser is unreadable for scripts and goes to this host alone, and a sign-in renews it', async () => {
  const owner = await signUp()
  expect(owner.answer.headers.get('set-cookie')).toMatch(
    /^__Host-device=[\w-]{43}; Path=\/; Max-Age=34560000; Secure; HttpOnly; SameSite=Strict$/,
  )
  expect(cookieOf(await signIn(owner, owner))).not.toBe(owner.cookie)
  const forged = await signUp({ cookie: '__Host-device=short' })
  expect(forged.cookie).not.toBe(owner.cookie)
})

test('Whoever put a name into a browser is no known browser of the accounts that sign in there', async () => {
  const [first, second] = [await signUp(), await signUp()]
  const planted = `__Host-device=${'p'.repeat(43)}`
  const once = cookieOf(await signIn(first, { cookie: planted }))
  const twice = cookieOf(await signIn(second, { cookie: once }))
  expect(new Set([planted, once, twice]).size).toBe(3)
  for (const { email } of [first, second]) await fail(email, 4, { address: STRANGER })
  for (const owner of [first, second]) {
    for (const cookie of [planted, once]) {
      expect((await signIn(owner, { address: STRANGER, cookie })).failure.code).toBe('account_locked')
    }
  }
  // The browser itself stays known to both.
  const third = await signIn(first, { address: STRANGER, cookie: twice })
  expect(third.status).toBe(200)
  expect((await signIn(second, { address: STRANGER, cookie: cookieOf(third) })).status).toBe(200)
})

test("Whoever shares a network with owners guesses within the network's budget, and gets the same answers for all e-mails", async () => {
  const [owner, neighbour] = [await signUp(), await signUp()]
  const emails = [owner.email, 'nobody@example.com']
  const answersTo = async () =>
    (await Promise.all(emails.map((email) => signIn({ email, password: 'a common one' })))).map(
      ({ status, failure }) => [status, failure.code],
    )
  // Locked elsewhere, both are asked here.
  for (const email of emails) await fail(email, 4, { address: STRANGER })
  expect(await answersTo()).toEqual([
    [401, 'login_failed'],
    [401, 'login_failed'],
  ])
  for (let n = 0; n < 18; n += 1) await signIn({ email: `victim${n}@example.com`, password: 'a common one' })
  compared = 0
  expect(await answersTo()).toEqual([
    [429, 'rate_limited'],
    [429, 'rate_limited'],
  ])
  expect(compared).toBe(0)
  expect((await signIn(owner, owner)).status).toBe(200)
  expect((await signIn(neighbour, neighbour)).status).toBe(200)
})

/** As if so many sign-ins from networks that nobody uses had failed just now. */
const failedBefore = (used: number) =>
  server.db
    .insertInto('attempt_budgets')
    .values({ name: ALL_SIGN_INS, capacity: 200, used, updated_at: new Date(clock.now()) })
    .onConflict((row) => row.column('name').doUpdateSet({ used }))
    .execute()

/** Uses up the attempts that the installation has for networks that nobody uses. */
async function guessEverywhere() {
  await failedBefore(195)
  for (let n = 0; n < 5; n += 1) {
    const guess = { email: `victim${n}@example.com`, password: 'a common one' }
    expect((await signIn(guess, { address: `20.${n}.0.1` })).status).toBe(401)
  }
}

test('Guesses from networks that nobody uses leave room for the networks of users', async () => {
  const owner = await signUp()
  await guessEverywhere()
  expect((await signIn(owner, { address: ELSEWHERE })).failure.code).toBe('rate_limited')
  expect((await signIn(owner)).status).toBe(200)
})

test.each([
  { from: 'different networks', addressOf: (n: number) => `${n + 20}.0.0.5`, before: 190, room: 10 },
  { from: 'neighbouring IPv4 addresses', addressOf: (n: number) => `203.0.113.${n}`, before: 0, room: 60 },
  { from: 'one IPv6 site', addressOf: (n: number) => `2001:db8:77:${n.toString(16)}::1`, before: 0, room: 60 },
  { from: 'one address', addressOf: () => STRANGER, before: 0, room: 20 },
])(
  'Of eighty pairs of e-mail and password from $from, $room are compared, and the owner gets in',
  async ({ addressOf, before, room }) => {
    const [owner, bystander] = [await signUp(), await signUp({ address: ELSEWHERE })]
    await failedBefore(before)
    compared = 0
    const guesses = Array.from({ length: 80 }, (_, n) => {
      const email = n % 50 === 0 ? owner.email : `victim${n}@example.com`
      return { guess: { email, password: `common ${n}` }, address: addressOf(n) }
    })
    for (let sent = 0; sent < guesses.length; sent += 20) {
      await Promise.all(guesses.slice(sent, sent + 20).map(({ guess, address }) => signIn(guess, { address })))
    }
    expect(compared).toBe(room)
    expect((await signIn(owner, { address: addressOf(80) })).failure.code).toBe('rate_limited')
    expect((await signIn(owner)).status).toBe(200)
    expect((await signIn(owner, { address: ELSEWHERE, cookie: owner.cookie })).status).toBe(200)
    expect((await signIn(bystander, { address: ELSEWHERE })).status).toBe(200)
  },
)

const guessAs = (n: number) =>
  signIn({ email: `nobody${n}@example.com`, password: 'a common one' }, { address: STRANGER })

test('The attempts of an address come back within six hours, evenly', async () => {
  for (let n = 0; n < 20; n += 1) expect((await guessAs(n)).status).toBe(401)
  const refused = await guessAs(20)
  expect([refused.status, refused.failure.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    '1080',
  ])
  clock.stepWall(1_080_000)
  expect(statusesOf([await guessAs(20), await guessAs(21)])).toEqual([401, 429])
  clock.stepWall(6 * HOUR_MS)
  for (let n = 30; n < 50; n += 1) expect((await guessAs(n)).status).toBe(401)
  expect((await guessAs(50)).status).toBe(429)
})

const errors = () => lines.filter((line) => line.includes('too many failed logins'))
const alarms = async () => (await server.call(api.readHealth)).body.data.alarms

test('The first refusal of a day by the budget of the installation is an error in the log and an alarm', async () => {
  clock.stepWall(DAY_MS)
  await guessEverywhere()
  expect([errors().length, await alarms()]).toEqual([0, 0])
  for (let n = 0; n < 3; n += 1) {
    const refused = await signIn(
      { email: `late${n}@example.com`, password: 'a common one' },
      { address: `21.${n}.0.1` },
    )
    expect(refused.failure.code).toBe('rate_limited')
  }
  expect([errors().length, await alarms()]).toEqual([1, 1])
})

test('A failed sign-in is in the security log with who, from where and in which request; a refused one is in the log', async () => {
  const owner = await signUp()
  const [failed] = await fail(owner.email, 4, { address: STRANGER })
  await fail('nobody@example.com', 1, { address: STRANGER })
  const refused = await signIn(owner, { address: STRANGER })

  const query = server.db.selectFrom('security_events').selectAll().where('ip_address', '=', STRANGER)
  const events = await query.orderBy('id', 'desc').limit(6).execute()
  expect(events.toReversed().map(({ kind, outcome, account_id }) => [kind, outcome, account_id !== null])).toEqual([
    ['signed_in', 'failed', true],
    ['signed_in', 'failed', true],
    ['signed_in', 'failed', true],
    ['signed_in', 'failed', true],
    ['account_locked', 'ok', true],
    ['signed_in', 'failed', false],
  ])
  const [unknown, , , , , first] = events
  expect(first?.request_id).toBe(failed?.headers.get('x-request-id'))
  expect(unknown?.actor).toEqual(server.guard.hashEmail('nobody@example.com'))

  const line = lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'a login was refused')
  expect(line).toMatchObject({ address: STRANGER, requestId: refused.headers.get('x-request-id'), because: 'locked' })
  expect(line.actor).toBe(server.guard.hashEmail(owner.email).toString('hex'))
  expect(lines.join()).not.toContain(owner.email)
})

test('A mailed reset lets an owner in from a new browser and a new network, while strangers go on guessing', async () => {
  const owner = await signUp()
  await fail(owner.email, 4, { address: STRANGER })
  await guessEverywhere()
  expect((await signIn(owner, { address: ELSEWHERE })).failure.code).toBe('rate_limited')

  const headers = headersOf({ address: ELSEWHERE })
  await server.call(api.requestReset, { body: { email: owner.email }, headers })
  const token = (await readMails(server.db, owner.email)).find(({ kind }) => kind === 'reset-password')?.token ?? ''
  const password = 'another horse battery'
  const reset = await server.call(api.resetPassword, { body: { token, password, confirmPassword: password }, headers })
  expect(reset.status).toBe(200)

  const renewed = { ...owner, password }
  expect((await signIn(renewed, { address: '20.7.7.7', cookie: cookieOf(reset) })).status).toBe(200)
  expect((await signIn(renewed, { address: '20.8.8.8' })).failure.code).toBe('rate_limited')
})

test('Asking whether e-mails have an account, by registering, is refused after twenty answers to one network', async () => {
  const owner = await signUp()
  const ask = (email: string, address: string) =>
    server.call(api.register, { body: aRegistration({ email }), headers: headersOf({ address }) })
  for (let n = 0; n < 20; n += 1)
    expect((await ask(owner.email, STRANGER)).failure.message).toBe(messages.account.emailTaken)
  const refused = await ask(owner.email, STRANGER)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1080'])
  expect((await ask('new-here@example.com', STRANGER)).status).toBe(429)
  expect((await ask(owner.email, ELSEWHERE)).status).toBe(409)
  for (let n = 0; n < 21; n += 1) expect((await ask(`new-${n}@example.com`, HOME)).status).toBe(200)
  const query = server.db.selectFrom('security_events').select('id').where('kind', '=', 'registered')
  expect(await query.where('outcome', '=', 'refused').where('ip_address', '=', ELSEWHERE).execute()).toHaveLength(1)
})
