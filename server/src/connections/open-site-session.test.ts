import { api, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connecting, provider, SITE, startConnecting } from '../../test/connecting.ts'
import { manualClock } from '../../test/manual-clock.ts'
import type { SiteSession } from '../marketplace/marketplace.ts'
import { systemClock } from '../platform/clock.ts'
import { logInAgain, openSiteSession, type SessionUse } from './open-site-session.ts'
import type { SiteLoginCtx } from './site-login-ctx.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const HOUR_MS = 60 * 60_000
const REFUSAL = 'The username or password are incorrect'

let shared: Connecting
beforeAll(async () => {
  shared = await startConnecting()
})
afterAll(() => shared[Symbol.asyncDispose]())

/** The shared world, as a new account with a new user at the site sees it. */
const newcomer = async () => ({ ...shared, ...(await shared.newcomer()) })

test('A stored session is used while it is valid for long enough, and is replaced after that', async () => {
  const it = await newcomer()
  it.house.control.setTokenLife({ lifeSeconds: 3_600 })
  await it.store()
  const first = await it.open()
  expect((await it.open({ validUntil: systemClock.now() + HOUR_MS / 2 })).token).toBe(first.token)
  const before = it.logins()
  const second = await it.open({ validUntil: systemClock.now() + 2 * HOUR_MS })
  expect(second.token).not.toBe(first.token)
  expect(it.logins()).toBe(before + 1)
  expect((await it.open()).token).toBe(second.token)
})

test('A dropped session is not used again', async () => {
  const it = await newcomer()
  await it.store()
  const first = await it.open()
  const dropped = await it.api.call(api.dropToken, { token: it.person.token, params: provider })
  expect(dropped.body.data).toMatchObject({ hasCredentials: true, hasValidToken: false, tokenExpired: false })
  expect((await it.open()).token).not.toBe(first.token)
  expect(await it.status()).toMatchObject({ hasValidToken: true })
})

test('A session that has expired is shown as expired', async () => {
  const clock = manualClock(NOON)
  await using it = await startConnecting(clock)
  await it.store()
  await it.api.db
    .updateTable('connections')
    .set({ token_expires_at: new Date(clock.now() + 1_000) })
    .execute()
  expect(await it.status()).toMatchObject({ hasValidToken: true, tokenExpired: false })
  await clock.advanceBy(1_000)
  expect(await it.status()).toMatchObject({ hasValidToken: false, tokenExpired: true })
})

test('A renewal logs in at the site again before it is answered', async () => {
  const it = await newcomer()
  await it.store()
  const first = await it.open()
  const jobs = await it.startJobs()
  const { status, body } = await it.api.call(api.renewToken, { token: it.person.token, params: provider })
  await jobs.stop()
  expect([status, body.data.hasValidToken]).toEqual([200, true])
  expect((await it.open()).token).not.toBe(first.token)
})

test("A renewal that the site refuses shows the site's message, also in the status", async () => {
  const it = await newcomer()
  await it.store()
  it.house.control.changeAccount({ userName: it.credentials.username, password: 'changed at the site' })
  const jobs = await it.startJobs()
  const { status, failure } = await it.api.call(api.renewToken, { token: it.person.token, params: provider })
  await jobs.stop()
  const siteMessage = REFUSAL
  expect([status, failure.code, failure.message]).toEqual([422, 'credentials_refused', siteMessage])
  expect(await it.status()).toMatchObject({ hasCredentials: true, hasValidToken: false, problem: siteMessage })
})

test('A renewal waits for its login even if the old session is dropped meanwhile', async () => {
  const clock = manualClock(systemClock.now())
  await using it = await startConnecting(clock)
  await it.store()
  it.house.control.changeAccount({ userName: it.credentials.username, password: 'changed at the site' })
  const { token } = it.person
  const renewing = it.api.call(api.renewToken, { token, params: provider })
  const waiting = sql`select from graphile_worker.jobs where task_identifier = 'renew-site-token'`
  await expect.poll(async () => (await waiting.execute(it.api.db)).rows.length).toBe(1)
  await clock.advanceBy(1_000)
  await it.api.call(api.dropToken, { token, params: provider })
  for (let looks = 0; looks < 3; looks += 1) {
    await clock.advanceBy(1_000)
    expect(await it.status()).toMatchObject({ hasValidToken: false })
  }
  const jobs = await it.startJobs()
  await expect.poll(async () => (await waiting.execute(it.api.db)).rows.length).toBe(0)
  await jobs.stop()
  await clock.advanceBy(1_000)
  const { status, failure } = await renewing
  expect([status, failure.message]).toEqual([422, REFUSAL])
})

test('An account without a connection can neither renew nor drop its session', async () => {
  const it = await newcomer()
  const { token } = it.person
  for (const endpoint of [api.renewToken, api.dropToken]) {
    const { status, failure } = await it.api.call(endpoint, { token, params: provider })
    expect([status, failure.message]).toEqual([404, messages.connection.notStored(SITE)])
  }
})

test('Credentials that the site has refused are not sent again until they are tried on request or replaced', async () => {
  const it = await newcomer()
  await it.store()
  const { token } = await it.open()
  it.house.control.changeAccount({ userName: it.credentials.username, password: 'changed at the site' })
  const before = it.logins()
  for (let tries = 0; tries < 3; tries += 1) {
    const opening = it.open({ refusedToken: token })
    await expect(opening).rejects.toMatchObject({ kind: 'login_refused', siteMessage: REFUSAL })
  }
  expect(it.logins()).toBe(before + 1)

  await expect(it.logInAgain()).rejects.toMatchObject({ kind: 'login_refused', siteMessage: REFUSAL })
  expect(it.logins()).toBe(before + 2)
  it.house.control.changeAccount({ userName: it.credentials.username, password: it.credentials.password })
  expect((await it.logInAgain()).token).toBe((await it.open()).token)

  it.house.control.changeAccount({ userName: it.credentials.username, password: 'changed once more' })
  await expect(it.logInAgain()).rejects.toMatchObject({ kind: 'login_refused' })
  expect((await it.store({ ...it.credentials, password: 'changed once more' })).status).toBe(200)
  expect((await it.open()).token).not.toBe('')
})

test('A login that does not reach the site does not count as a refusal', async () => {
  await using it = await startConnecting()
  await it.store()
  await it.house[Symbol.asyncDispose]()
  for (let tries = 0; tries < 4; tries += 1) {
    await expect(it.logInAgain()).rejects.toMatchObject({ kind: 'connection' })
  }
  expect(await it.status()).toMatchObject({
    hasValidToken: true,
    problem: messages.auction.siteUnavailable(SITE),
  })
})

test('A session whose use cannot be recorded is not returned', async () => {
  const it = await newcomer()
  await it.store()
  await sql`alter table vault_uses rename to vault_uses_moved`.execute(it.api.db)
  const opening = it.open()
  await expect(opening).rejects.toThrow('vault_uses')
  await sql`alter table vault_uses_moved rename to vault_uses`.execute(it.api.db)
  expect((await it.open()).token).not.toBe('')
})

test("An account's sealed credentials do not open in another account's row", async () => {
  const it = await newcomer()
  const thief = await it.api.signUp()
  it.house.control.createAccount({ userName: 'thief', password: 'thiefs own' })
  await it.store()
  await it.store({ username: 'thief', password: 'thiefs own' }, thief)
  const { accountId } = it.person
  const own = await it.api.db
    .selectFrom('connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  await it.api.db
    .updateTable('connections')
    .set({
      sealed_credentials: JSON.stringify(own.sealed_credentials),
      sealed_token: JSON.stringify(own.sealed_token),
      version: own.version,
    })
    .where('account_id', '=', thief.accountId)
    .execute()
  for (const opening of [
    () => openSiteSession(it.opener, thief.accountId, { purpose: 'bid', validUntil: 0 }),
    () => logInAgain(it.opener, thief.accountId, { purpose: 'bid' }),
  ]) {
    await expect(opening()).rejects.toMatchObject({ name: 'SealBroken' })
  }
})

/** The context of sessions whose login at the site is wrapped. */
function wrapLogin(
  opener: SiteLoginCtx,
  login: (logIn: () => Promise<SiteSession>) => Promise<SiteSession>,
): SiteLoginCtx {
  const { marketplace } = opener
  const logIn: typeof marketplace.logIn = (...args) => login(() => marketplace.logIn(...args))
  return { ...opener, marketplace: { ...marketplace, logIn } }
}

test('Credentials that are replaced during a login with the old ones are used', async () => {
  const it = await newcomer()
  await it.store()
  const opener = wrapLogin(it.opener, async (logIn) => {
    const session = await logIn()
    await it.store()
    return session
  })
  const session = await logInAgain(opener, it.person.accountId, { purpose: 'refresh' })
  expect(session.token).toBe((await it.open()).token)
  expect(await it.status()).toMatchObject({ hasValidToken: true, problem: null })
})

test('Credentials that are removed during a login give no session', async () => {
  const it = await newcomer()
  await it.store()
  const opener = wrapLogin(it.opener, async (logIn) => {
    const session = await logIn()
    await it.api.call(api.removeCredentials, { token: it.person.token, params: provider })
    return session
  })
  const opening = logInAgain(opener, it.person.accountId, { purpose: 'refresh' })
  await expect(opening).rejects.toMatchObject({ code: 'credentials_missing' })
  expect(await it.status()).toMatchObject({ hasCredentials: false, hasValidToken: false })
})

/**
 * Opens ten sessions at once, after the site has refused the stored token. The first login is sent when all ten have
 * decided that they need one.
 */
async function tenAtOnce({ opener, person, open: openStored }: Awaited<ReturnType<typeof newcomer>>) {
  const { token: refusedToken } = await openStored()
  const allReady = Promise.withResolvers<void>()
  let [ready, logins] = [0, 0]
  const waiting = wrapLogin(opener, async (logIn) => {
    logins += 1
    await allReady.promise
    return logIn()
  })
  const vault: typeof opener.vault = {
    open(sealed, context) {
      if (context.purpose === 'site-credentials' && ++ready === 10) allReady.resolve()
      return opener.vault.open(sealed, context)
    },
  }
  const use = { purpose: 'bid', validUntil: 0, refusedToken } as const
  const open = () => openSiteSession({ ...waiting, vault }, person.accountId, use)
  const answers = await Promise.allSettled(Array.from({ length: 10 }, open))
  return { answers, logins }
}

test('Of ten concurrent logins of an account one reaches the site, and all get its session', async () => {
  const it = await newcomer()
  await it.store()
  const { answers, logins } = await tenAtOnce(it)
  expect(logins).toBe(1)
  const { token } = await it.open()
  for (const answer of answers) expect(answer).toMatchObject({ status: 'fulfilled', value: { token } })
})

test('A caller whose token the site has ended gets the session that another caller has obtained since', async () => {
  const it = await newcomer()
  const bystander = await newcomer()
  await Promise.all([it.store(), bystander.store()])
  const { token: ended } = await it.open()
  const { token: untouched } = await bystander.open()
  const before = it.logins()
  const first = await it.open({ refusedToken: ended })
  expect(first.token).not.toBe(ended)
  expect((await it.open({ refusedToken: ended })).token).toBe(first.token)
  expect(it.logins()).toBe(before + 1)
  expect((await bystander.open({ refusedToken: ended })).token).toBe(untouched)
})

test('An engine logs in for itself, once, when another machine has obtained the stored session', async () => {
  const it = await newcomer()
  await it.store()
  const stored = await it.open()
  const elsewhere = { ...it.opener, machine: 'another machine' }
  const open = (use: Partial<SessionUse> = {}) =>
    openSiteSession(elsewhere, it.person.accountId, { purpose: 'bid', validUntil: 0, bidId: 1, ...use })
  const before = it.logins()
  expect(await open({ purpose: 'read' })).toEqual(stored)
  expect(it.logins()).toBe(before)

  const own = await open()
  expect(own.token).not.toBe(stored.token)
  expect(await open()).toEqual(own)
  expect(it.logins()).toBe(before + 1)
  // The site has ended the first session, as a site with one session does: the machines share the second one.
  expect(await it.open({ refusedToken: stored.token })).toEqual(own)
  expect(it.logins()).toBe(before + 1)
})

/** The stored session of another machine, and opening it on a machine that would rather have one of its own. */
async function movedTo(it: Awaited<ReturnType<typeof newcomer>>) {
  await it.store()
  const stored = await it.open()
  const open = (use: Partial<SessionUse> = {}) =>
    openSiteSession({ ...it.opener, machine: 'another machine' }, it.person.accountId, {
      purpose: 'bid',
      validUntil: 0,
      bidId: 1,
      ...use,
    })
  return { stored, open }
}

test('A bid has the stored session while the site fails at the login of another machine', async () => {
  const it = await newcomer()
  const { stored, open } = await movedTo(it)
  const target = { endpoint: 'SignIn/Login', when: 'before', times: 1 } as const
  it.house.control.addFault({ kind: 'status', status: 503, ...target })
  expect(await open()).toEqual(stored)
  it.house.control.addFault({ kind: 'refusal', message: 'Please try again later', ...target })
  expect(await open()).toEqual(stored)
  expect((await open()).token).not.toBe(stored.token)
})

test('A bid has the stored session when the site does not answer the login of another machine', async () => {
  const clock = manualClock(systemClock.now())
  await using it = await startConnecting(clock)
  const { stored, open } = await movedTo(it)
  it.house.control.addFault({ kind: 'hang', endpoint: 'SignIn/Login', when: 'before', times: 1 })
  const before = it.logins()
  const opening = open()
  await expect.poll(() => it.logins()).toBe(before + 1)
  await clock.advanceBy(5_000)
  expect(await opening).toEqual(stored)
})

test('A bid has the stored session after the site has refused the login of another machine, until it refuses both', async () => {
  const it = await newcomer()
  const bystander = await newcomer()
  await bystander.store()
  const untouched = await bystander.open()
  const { stored, open } = await movedTo(it)
  it.house.control.changeAccount({ userName: it.credentials.username, password: 'changed at the site' })
  const before = it.logins()
  expect(await open()).toEqual(stored)
  expect(await open()).toEqual(stored)
  const problem = messages.connection.refusedWithSession(SITE, REFUSAL)
  expect(await it.status()).toMatchObject({ refused: false, hasValidToken: true, problem })
  await expect(open({ refusedToken: stored.token })).rejects.toMatchObject({ kind: 'login_refused' })
  expect(await it.status()).toMatchObject({ refused: true, hasValidToken: false, problem: REFUSAL })
  expect(it.logins()).toBe(before + 1)
  const outcomes = await it.api.db
    .selectFrom('vault_uses')
    .select('outcome')
    .where('account_id', '=', it.person.accountId)
    .where('bid_id', '=', 1)
    .orderBy('id')
    .execute()
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['refused', 'ok', 'ok'])
  expect(await bystander.open()).toEqual(untouched)
  expect(await bystander.status()).toMatchObject({ refused: false, problem: null })
})

test('A login that its caller gives up does not delay the next login', async () => {
  const it = await newcomer()
  await it.store()
  const givingUp = new AbortController()
  const opener = wrapLogin(it.opener, async (logIn) => {
    givingUp.abort(new Error('given up'))
    return logIn()
  })
  const opening = logInAgain(opener, it.person.accountId, { purpose: 'bid', signal: givingUp.signal })
  await expect(opening).rejects.toThrow('given up')
  const { login_started_at } = await it.api.db
    .selectFrom('connections')
    .select('login_started_at')
    .where('account_id', '=', it.person.accountId)
    .executeTakeFirstOrThrow()
  expect(login_started_at).toBeNull()
  expect((await it.logInAgain()).token).not.toBe('')
})

test('A refusal that ten concurrent logins receive counts once', async () => {
  const it = await newcomer()
  await it.store()
  it.house.control.changeAccount({ userName: it.credentials.username, password: 'changed at the site' })
  const { answers } = await tenAtOnce(it)
  const siteMessage = REFUSAL
  for (const answer of answers) expect(answer).toMatchObject({ reason: { kind: 'login_refused', siteMessage } })
  const refusals = await it.api.db
    .selectFrom('vault_uses')
    .select('id')
    .where('account_id', '=', it.person.accountId)
    .where('outcome', '=', 'refused')
    .execute()
  expect(refusals).toHaveLength(1)
})

test('A login that a died process left behind blocks later logins for half a minute of the database clock', async () => {
  const clock = manualClock(NOON)
  await using it = await startConnecting(clock)
  await it.store()
  const beginLogin = (secondsAgo: number) =>
    sql`update connections set login_started_at = now() - make_interval(secs => ${secondsAgo})`.execute(it.api.db)
  const waiting = new AbortController()
  await beginLogin(25)
  const before = it.logins()
  const blocked = it.logInAgain({ signal: waiting.signal })
  waiting.abort(new Error('waited'))
  await expect(blocked).rejects.toThrow('waited')
  expect(it.logins()).toBe(before)

  await beginLogin(31)
  expect((await it.logInAgain()).token).not.toBe('')
})
