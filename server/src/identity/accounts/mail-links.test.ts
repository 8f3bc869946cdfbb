import { api, messages } from '@bidwell/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { mailedLinks, NEW_PASSWORD } from '../../../test/mailed-links.ts'
import { type ManualClock, manualClock } from '../../../test/manual-clock.ts'
import { PLANS } from '../../../test/planning.ts'
import { readMails } from '../../../test/read-mails.ts'
import { route } from '../../http/route.ts'
import { AppError } from '../../platform/errors.ts'
import { trialRoutes } from '../trial/routes.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let server: TestApi
const clock: ManualClock = manualClock(Date.UTC(2026, 10, 22, 21))
beforeAll(async () => {
  server = await startTestApi({ clock, trustedProxies: ['127.0.0.1'] })
})
afterAll(() => server[Symbol.asyncDispose]())
// The requests of one story do not count in the next.
beforeEach(() => clock.stepWall(HOUR_MS))

const { tokenFor, resetTokenFor, reset, verify } = mailedLinks(() => server)
const profileOf = async (token: string) => (await server.call(api.readProfile, { token })).body.data

test('The link that a registration mails verifies the address, and a second click says the same', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  expect(await profileOf(ann.token)).toMatchObject({ email_verified: false })
  const token = await tokenFor(ann.email, 'verify-email')
  for (let click = 0; click < 2; click += 1) {
    const { status, body } = await verify(token, ann.token)
    expect([status, body.message, body.data]).toEqual([200, messages.mailLink.verified, { email: ann.email }])
  }
  expect(await profileOf(ann.token)).toMatchObject({ email_verified: true })
  expect(await profileOf(bob.token)).toMatchObject({ email_verified: false })
})

test('A verification link works for 24 hours', async () => {
  const ann = await server.signUp()
  const token = await tokenFor(ann.email, 'verify-email')
  clock.stepWall(24 * HOUR_MS)
  const { status, failure } = await verify(token)
  expect([status, failure.code, failure.message]).toEqual([
    422,
    'link_invalid',
    'This link has expired, or was replaced by a newer one. You can ask for another.',
  ])
})

test('A verification mail that is sent again replaces the first link, and a verified address gets none', async () => {
  const ann = await server.signUp()
  const first = await tokenFor(ann.email, 'verify-email')
  const resent = await server.call(api.resendVerification, { body: { email: ` ${ann.email.toUpperCase()} ` } })
  expect(resent.body.message).toBe('Verification email has been resent')
  expect((await verify(first)).status).toBe(422)
  expect((await verify(await tokenFor(ann.email, 'verify-email'), ann.token)).status).toBe(200)

  const before = (await readMails(server.db, ann.email)).length
  expect((await server.call(api.resendVerification, { body: { email: ann.email } })).status).toBe(200)
  expect(await readMails(server.db, ann.email)).toHaveLength(before)
})

test('An address that refused a mail is verified anew by a link from any browser, and gets alerts again', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  for (const { email, token } of [ann, bob]) await verify(await tokenFor(email, 'verify-email'), token)
  await server.db
    .updateTable('destinations')
    .set({ stopped_at: new Date(clock.now()), stopped_because: 'refused' })
    .where('account_id', 'in', [ann.accountId, bob.accountId])
    .execute()
  await server.call(api.resendVerification, { body: { email: ann.email } })
  const [mail] = (await readMails(server.db, ann.email)).slice(-1)
  expect(mail!.text).toContain('Please confirm that mails arrive again.')
  expect((await verify(await tokenFor(ann.email, 'verify-email'))).body.data).toEqual({ email: ann.email })
  const stopped = await server.db
    .selectFrom('destinations')
    .select('address')
    .where('stopped_at', 'is not', null)
    .execute()
  expect(stopped).toEqual([{ address: bob.email }])
})

test('Asking for a verification mail without an address is refused with the sentence for it', async () => {
  const { status, failure } = await server.call(api.resendVerification, { body: { email: ' ' } })
  expect([status, failure.message]).toEqual([422, 'Email is required to resend verification'])
})

test('An installation without a mail server says so instead of promising a link', async () => {
  await using it = await startTestApi({ sendsMail: false })
  const { token, email } = await it.signUp()
  for (const to of [email, 'nobody@example.com']) {
    for (const endpoint of [api.requestReset, api.resendVerification]) {
      const { status, failure } = await it.call(endpoint, { body: { email: to } })
      expect([status, failure.message]).toEqual([503, messages.mailLink.noMail])
    }
  }
  const moved = await it.call(api.changeEmail, { token, body: { email: 'new@example.com' } })
  expect([moved.status, moved.failure.message]).toEqual([503, messages.mailLink.noMail])
})

test('An address without an account gets the same answer as one with an account, the same writes, and no mail', async () => {
  const ann = await server.signUp()
  const rowsOf = async () =>
    Promise.all(
      (['deliveries', 'security_events'] as const).map(async (table) => {
        const { count } = await server.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return count
      }),
    )
  for (const endpoint of [api.requestReset, api.resendVerification]) {
    const [stranger, known] = ['nobody-has-this@example.com', ann.email]
    const outcomes = []
    for (const email of [stranger, known]) {
      const before = await rowsOf()
      const { status, body } = await server.call(endpoint, { body: { email } })
      const after = await rowsOf()
      outcomes.push({ status, body, written: after.map((rows, place) => rows - (before[place] ?? 0)) })
    }
    expect(outcomes[0]).toEqual(outcomes[1])
    expect(await readMails(server.db, stranger)).toEqual([])
  }
})

test('An address gets three links and one more each twenty minutes, and the newest one works throughout', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  for (const email of [ann.email, 'nobody-has-this@example.com']) {
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await server.call(api.requestReset, { body: { email } })).status).toBe(200)
      clock.stepWall(MINUTE_MS)
    }
    const { status, failure, headers } = await server.call(api.requestReset, { body: { email } })
    expect([status, failure.code, failure.message]).toEqual([429, 'rate_limited', messages.mailLink.tooManyLinks])
    expect(Number(headers.get('retry-after'))).toBeCloseTo(17 * 60, -1)
  }
  const newest = await tokenFor(ann.email, 'reset-password')
  clock.stepWall(13 * MINUTE_MS)
  expect((await server.call(api.requestReset, { body: { email: bob.email } })).status).toBe(200)
  clock.stepWall(MINUTE_MS)
  expect((await server.call(api.requestReset, { body: { email: ann.email } })).status).toBe(200)
  expect((await reset(newest)).status).toBe(422)
})

test('After a reset, the requests before it no longer count for the address', async () => {
  const ann = await server.signUp()
  for (let asked = 0; asked < 2; asked += 1) await server.call(api.requestReset, { body: { email: ann.email } })
  expect((await reset(await resetTokenFor(ann))).status).toBe(200)
  expect((await reset(await resetTokenFor(ann), `${NEW_PASSWORD} again`)).status).toBe(200)
})

test('A reset does not wait for a request of the address that is being counted', async () => {
  const ann = await server.signUp()
  const token = await resetTokenFor(ann)
  await server.db.transaction().execute(async (tx) => {
    const counted = tx.selectFrom('attempt_budgets').select('name').where('name', '=', `reset_password ${ann.email}`)
    expect(await counted.forUpdate().execute()).toHaveLength(1)
    expect((await reset(token)).status).toBe(200)
  })
})

test.each([
  ['One network', 30, '192.0.2.7', () => '192.0.2.7', '192.0.2.8'],
  ['An IPv6 site', 90, '2001:db8:7::/48', (n: number) => `2001:db8:7:${n.toString(16)}::1`, '2001:db8:8::1'],
  ['256 neighbouring IPv4 addresses', 90, '203.0.113.0/24', (n: number) => `203.0.113.${n}`, '198.51.100.7'],
])('%s asks for at most %i links in an hour, and others still can', async (_, most, name, addressOf, elsewhere) => {
  const asked = { name: `links ${name}`, capacity: most, used: most - 2, updated_at: new Date(clock.now()) }
  await server.db.insertInto('attempt_budgets').values(asked).execute()
  const askFrom = async (address: string, n: number) => {
    const headers = { 'X-Forwarded-For': address }
    return (await server.call(api.requestReset, { headers, body: { email: `person${n}@example.com` } })).status
  }
  const statuses: number[] = []
  for (let n = 1; n <= 4; n += 1) statuses.push(await askFrom(addressOf(100 + n), n))
  expect(statuses).toEqual([200, 200, 429, 429])
  expect(await askFrom(elsewhere, 5)).toBe(200)
})

test.each(["o'brien@example.com", 'not an address', 'a@b', 'two@at@example.com'])(
  'A reset for %j is refused rather than sent to another address',
  async (email) => {
    const { status, failure } = await server.call(api.requestReset, { body: { email } })
    expect([status, failure.message]).toEqual([422, 'Please enter a valid email address'])
  },
)

test('An installation that asks for a verified address lets nobody track, begin a trial or buy before, and everybody else', async () => {
  for (const requiresVerifiedEmail of [true, false]) {
    await using it = await startTestApi({
      requiresVerifiedEmail,
      plans: PLANS,
      routes: (ctx) => [
        ...[api.trackAuction, api.restoreAuction, api.importAuctions].map((endpoint) =>
          route(endpoint, async () => {
            throw new AppError('auction_over', 'the call was let through')
          }),
        ),
        route(api.startCheckout, async () => ({ data: { url: 'https://pay.example' } })),
        ...trialRoutes(ctx),
      ],
    })
    const ann = await it.signUp()
    const { token } = ann
    const answers = async () => [
      await it.call(api.trackAuction, { token, body: { auction_id: '123456' } }),
      await it.call(api.restoreAuction, { token, params: { id: 1 } }),
      await it.call(api.importAuctions, { token, body: { lines: [{ link: '123456' }] } }),
    ]
    for (const { status, failure } of await answers())
      expect([status, failure.code]).toEqual(
        requiresVerifiedEmail ? [403, 'email_not_verified'] : [422, 'auction_over'],
      )
    const begin = async () => (await it.call(api.startTrial, { token: ann.token })).status
    expect(await begin()).toBe(requiresVerifiedEmail ? 403 : 200)
    const body = { plan: 'basic', interval: 'month' }
    const buy = async () => (await it.call(api.startCheckout, { token: ann.token, body })).status
    expect(await buy()).toBe(requiresVerifiedEmail ? 403 : 200)
    const [mail] = await readMails(it.db, ann.email)
    await it.call(api.verifyEmail, { token: ann.token, query: { token: mail?.token ?? '' } })
    for (const { failure } of await answers()) expect(failure.code).toBe('auction_over')
    expect([await begin(), await buy()]).toEqual([200, 200])
    expect((await it.call(api.readProfile, { token: ann.token })).status).toBe(200)
  }
})

test('Where addresses are verified, only who reads a mailbox learns that its owner has had a trial', async () => {
  await using it = await startTestApi({
    requiresVerifiedEmail: true,
    plans: PLANS,
    routes: (ctx) => trialRoutes(ctx),
  })
  const verifyAddress = async ({ email, token }: Person) => {
    const [mail] = await readMails(it.db, email)
    await it.call(api.verifyEmail, { token, query: { token: mail?.token ?? '' } })
  }
  const isOver = async ({ token }: Person) => (await it.call(api.readTrialStatus, { token })).body.data.is_expired
  const ann = await it.signUp()
  await verifyAddress(ann)
  expect((await it.call(api.startTrial, { token: ann.token })).status).toBe(200)
  const again = await it.signUp(ann.email.replace('@', '+again@'))
  const bystander = await it.signUp()
  expect([await isOver(again), await isOver(bystander)]).toEqual([false, false])
  await verifyAddress(again)
  await verifyAddress(bystander)
  expect([await isOver(again), await isOver(bystander)]).toEqual([true, false])
})
