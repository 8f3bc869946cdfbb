import { randomBytes } from 'node:crypto'
import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRegistration, type Person, PUBLIC_URL, startTestApi, type TestApi } from '../../../test/api.ts'
import { mailedLinks, NEW_PASSWORD } from '../../../test/mailed-links.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { readMails } from '../../../test/read-mails.ts'
import { softwareAuthenticator } from '../../../test/software-authenticator.ts'
import { systemClock } from '../../platform/clock.ts'
import { pollUntil } from '../../platform/poll-until.ts'
import { lockAccount } from './account-queries.ts'

const DAY_MS = 86_400_000

const clock = manualClock(Date.UTC(2026, 10, 22, 21))
let server: TestApi
beforeAll(async () => {
  server = await startTestApi({ clock })
})
afterAll(() => server[Symbol.asyncDispose]())

const { aVerifiedPerson, reset: setPassword, resetTokenFor, tokenFor } = mailedLinks(() => server)

/** Sets up an authenticator app, and returns what shows its codes. */
async function addApp(token: string) {
  const { secret } = (await server.call(api.beginTotp, { token })).body.data
  const code = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now() })
  expect((await server.call(api.confirmTotp, { token, body: { code: code() } })).status).toBe(200)
  return code
}

/** Adds a passkey, and returns a function that tries to sign in with it. */
async function addPasskey(token: string) {
  const device = softwareAuthenticator(PUBLIC_URL)
  const { options } = (await server.call(api.beginPasskey, { token })).body.data
  const body = { name: 'Phone', passkey: device.create(options) }
  expect((await server.call(api.addPasskey, { token, body })).status).toBe(200)
  return async () => {
    const asked = await server.call(api.beginPasskeySignIn, { body: {} })
    return (await server.call(api.passkeySignIn, { body: { passkey: device.get(asked.body.data.options) } })).status
  }
}

const nothing = async () => {}
const signInNow = (email: string, password = NEW_PASSWORD) => server.call(api.signIn, { body: { email, password } })

test('A reset removes a passkey and an app that were added within the week: the owner gets in, and nobody else', async () => {
  const [ann, bob] = [await aVerifiedPerson(), await aVerifiedPerson()]
  const bobSignsIn = await addPasskey(bob.token)
  const thief = await server.signIn(ann)
  const thiefSignsIn = await addPasskey(thief)
  await addApp(thief)
  expect(await thiefSignsIn()).toBe(200)

  clock.stepWall(7 * DAY_MS - 1)
  expect((await setPassword(await resetTokenFor(ann))).status).toBe(200)
  expect(await thiefSignsIn()).toBe(401)
  expect((await signInNow(ann.email)).status).toBe(200)
  expect(await bobSignsIn()).toBe(200)
  const kinds = (await readMails(server.db, ann.email)).map(({ subject }) => subject)
  expect(kinds).toContain('A passkey was removed')
  expect(kinds).toContain('Signing in no longer asks for a code from your authenticator app')
})

test('A reset removes the places of alerts that were added within the week, and no others', async () => {
  const [ann, bob] = [await aVerifiedPerson(), await aVerifiedPerson()]
  const add = ({ accountId }: Person, label: string, daysAgo: number) =>
    server.db
      .insertInto('destinations')
      .values({
        account_id: accountId,
        channel: 'webhook',
        address: `https://${label}.example.com/`,
        label,
        settings: '{}',
        verified_at: new Date(clock.now()),
        created_at: new Date(clock.now() - daysAgo * DAY_MS),
      })
      .execute()
  await add(ann, 'own', 8)
  await add(ann, 'thief', 6)
  await add(bob, 'bystander', 1)
  expect((await setPassword(await resetTokenFor(ann))).status).toBe(200)
  const places = await server.db.selectFrom('destinations').select('label').where('channel', '=', 'webhook').execute()
  expect(places.map(({ label }) => label).toSorted()).toEqual(['bystander', 'own'])
})

test("A reset ends a calendar's address that was made within the week, and no earlier one", async () => {
  const people = [await aVerifiedPerson(), await aVerifiedPerson()]
  for (const [index, { accountId: account_id }] of people.entries()) {
    const created_at = new Date(clock.now() - [6, 8][index]! * DAY_MS)
    const feed = { account_id, token_hash: randomBytes(32), shows_maxima: true, created_at }
    await server.db.insertInto('calendar_feeds').values(feed).execute()
  }
  for (const person of people) expect((await setPassword(await resetTokenFor(person))).status).toBe(200)
  const kept = await server.db.selectFrom('calendar_feeds').select('account_id').execute()
  expect(kept).toEqual([{ account_id: people[1]?.accountId }])
  const ended = server.db.selectFrom('security_events').select('account_id').where('kind', '=', 'calendar_ended')
  expect(await ended.execute()).toEqual([{ account_id: people[0]?.accountId }])
})

test('A reset keeps second factors that were added more than a week before', async () => {
  const ann = await aVerifiedPerson()
  const annSignsIn = await addPasskey(ann.token)
  await addApp(ann.token)
  clock.stepWall(7 * DAY_MS + 1)
  expect((await setPassword(await resetTokenFor(ann))).status).toBe(200)
  expect((await signInNow(ann.email)).failure.second_factor?.methods).toEqual(['totp', 'passkey', 'recovery_code'])
  expect(await annSignsIn()).toBe(200)
})

test('Whoever registers an address before its owner does not keep a passkey when the owner sets a password', async () => {
  const early = await server.signUp()
  const strangerSignsIn = await addPasskey(early.token)
  clock.stepWall(30 * DAY_MS)
  expect((await setPassword(await resetTokenFor(early))).status).toBe(200)
  expect(await strangerSignsIn()).toBe(401)
  expect((await signInNow(early.email)).status).toBe(200)
})

test('Taking a moved account back removes what the thief had added in the week before and since', async () => {
  const [ann, bob] = [await aVerifiedPerson(), await aVerifiedPerson()]
  const thief = await server.signIn(ann)
  const thiefSignsIn = await addPasskey(thief)
  const body = { email: 'thief.of.ann@example.com' }
  expect((await server.call(api.changeEmail, { token: thief, body })).status).toBe(200)
  const query = { token: await tokenFor(body.email, 'confirm-new-email') }
  expect((await server.call(api.verifyEmail, { token: thief, query })).status).toBe(200)
  const google = { issuer: 'https://accounts.google.com', linked_at: new Date(clock.now()) }
  await server.db
    .insertInto('google_identities')
    .values([
      { ...google, account_id: ann.accountId, subject: 'thief', email: body.email },
      { ...google, account_id: bob.accountId, subject: 'bob', email: bob.email },
    ])
    .execute()

  clock.stepWall(6 * DAY_MS)
  expect((await setPassword(await tokenFor(ann.email, 'email-moved'))).status).toBe(200)
  expect(await thiefSignsIn()).toBe(401)
  expect((await signInNow(ann.email)).status).toBe(200)
  const linked = await server.db.selectFrom('google_identities').select('subject').execute()
  expect(linked).toEqual([{ subject: 'bob' }])
})

test('An owner who moves the account back leaves no link to the address that a thief had given it', async () => {
  const ann = await aVerifiedPerson()
  for (const email of ['thief.for.a.day@example.com', ann.email]) {
    expect((await server.call(api.changeEmail, { token: ann.token, body: { email } })).status).toBe(200)
    const query = { token: await tokenFor(email, 'confirm-new-email') }
    expect((await server.call(api.verifyEmail, { token: ann.token, query })).status).toBe(200)
  }
  const last = (await readMails(server.db, 'thief.for.a.day@example.com')).at(-1)
  expect(last).toMatchObject({ kind: 'email-returned', token: null })
  expect((await setPassword(await tokenFor(ann.email, 'email-moved'))).status).toBe(200)
})

test('The codes of an app that was never confirmed do not sign in', async () => {
  const ann = await aVerifiedPerson()
  await addPasskey(ann.token)
  const { secret } = (await server.call(api.beginTotp, { token: ann.token })).body.data
  const challenge = (await signInNow(ann.email, ann.password)).failure.second_factor?.challenge ?? ''
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now() })
  const factor = { method: 'totp', code } as const
  const { status, failure } = await server.call(api.completeSignIn, { body: { challenge, factor } })
  expect([status, failure.code]).toEqual([401, 'second_factor_failed'])
})

test('A change that a thief asks for during the reset comes too late', async () => {
  const ann = await aVerifiedPerson()
  const [thief, token] = [await server.signIn(ann), await resetTokenFor(ann)]
  const device = softwareAuthenticator(PUBLIC_URL)
  const { options } = (await server.call(api.beginPasskey, { token: thief })).body.data
  const waiting = (calls: number) => async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
    return rows.length >= calls || null
  }
  const wait = (calls: number) => pollUntil(systemClock, waiting(calls), { everyMs: 5, forMs: 60_000 })
  const { reset, changes } = await server.db.transaction().execute(async (tx) => {
    await lockAccount(tx, ann.accountId)
    const begun = setPassword(token)
    await wait(1)
    const email = 'too.late@example.com'
    const asked = [
      server.call(api.changeEmail, { token: thief, body: { email } }),
      server.call(api.addPasskey, { token: thief, body: { name: 'Mine', passkey: device.create(options) } }),
      server.call(api.changePassword, {
        token: thief,
        body: { password: 'the horse of a thief', confirmPassword: 'the horse of a thief' },
      }),
    ]
    await wait(4)
    return { reset: begun, changes: asked }
  })
  expect((await reset).status).toBe(200)
  const refused = (await Promise.all(changes)).map(({ status, failure }) => [status, failure.code])
  expect(refused).toEqual([1, 2, 3].map(() => [401, 'session_revoked']))
  expect((await signInNow(ann.email)).status).toBe(200)
  expect(await readMails(server.db, 'too.late@example.com')).toEqual([])
})

test('A password that is compared while it is reset does not leave a sign-in that waits for the second factor', async () => {
  let duringComparison = nothing
  await using it = await startTestApi({
    clock,
    passwords: (hasher) => ({
      matches: async (hash, password) => {
        const matched = await hasher.matches(hash, password)
        await duringComparison()
        return matched
      },
    }),
  })
  const [ann, bob] = [await it.signUp(), await it.signUp()]
  const device = softwareAuthenticator(PUBLIC_URL)
  const { options } = (await it.call(api.beginPasskey, { token: ann.token })).body.data
  const body = { name: 'Phone', passkey: device.create(options) }
  expect((await it.call(api.addPasskey, { token: ann.token, body })).status).toBe(200)
  const enter = ({ email, password }: Person) => it.call(api.signIn, { body: { email, password } })
  expect((await enter(ann)).failure.code).toBe('second_factor_required')

  duringComparison = async () => {
    const changed = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
    expect((await it.call(api.changePassword, { token: ann.token, body: changed })).status).toBe(200)
  }
  expect((await enter(ann)).failure.code).toBe('login_failed')
  duringComparison = nothing
  expect((await enter(bob)).status).toBe(200)
})

test('An account adds at most 100 records to the security log by its own calls in six hours, and still ends sessions', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const change = ({ token }: Person, day_limit: number) =>
    server.call(api.changeProfile, { token, body: { day_limit } })
  const answers = await Promise.all(Array.from({ length: 110 }, () => change(ann, 500)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
  const [refused] = answers.filter(({ status }) => status !== 200)
  expect([refused?.status, refused?.failure.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(216)
  expect((await change(bob, 500)).status).toBe(200)

  const thief = await server.signIn(ann)
  const endOthers = () => server.call(api.endSessions, { token: ann.token, body: { except_this: true } })
  expect([(await endOthers()).body.data.ended, (await endOthers()).body.data.ended]).toEqual([1, 0])
  expect((await server.call(api.readProfile, { token: thief })).status).toBe(401)
  const ended = server.db.selectFrom('security_events').select('id').where('kind', '=', 'session_revoked')
  expect(await ended.where('account_id', '=', ann.accountId).execute()).toHaveLength(1)
  clock.stepWall(216_000)
  expect((await change(ann, 400)).status).toBe(200)
})

test('Asking for the addresses of others as a new address is limited, like registering them', async () => {
  await using it = await startTestApi({ clock, trustedProxies: ['127.0.0.1'] })
  const [ann, bob] = [await it.signUp(), await it.signUp()]
  const ask = async (address: string) => {
    const headers = { 'X-Forwarded-For': address }
    return (await it.call(api.changeEmail, { token: ann.token, headers, body: { email: bob.email } })).status
  }
  const statuses: number[] = []
  for (let asked = 0; asked < 22; asked += 1) statuses.push(await ask('203.0.113.5'))
  expect(statuses).toEqual([...Array<number>(20).fill(409), 429, 429])
  expect(await ask('198.51.100.7')).toBe(409)
})

test('One network opens at most thirty accounts in an hour, since each sends a mail to an address that it chose', async () => {
  await using it = await startTestApi({ clock, limitsRegistrations: true, trustedProxies: ['127.0.0.1'] })
  const registerFrom = async (address: string, email: string) => {
    const body = aRegistration({ email })
    return (await it.call(api.register, { headers: { 'X-Forwarded-For': address }, body })).status
  }
  const statuses: number[] = []
  for (let n = 0; n < 32; n += 1) statuses.push(await registerFrom('203.0.113.5', `victim+${n}@example.com`))
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429, 429])
  expect(await registerFrom('198.51.100.7', 'somebody@example.com')).toBe(200)
  expect(await readMails(it.db, 'victim+31@example.com')).toEqual([])
  clock.stepWall(3_600_000)
  expect(await registerFrom('203.0.113.5', 'later@example.com')).toBe(200)
})
