import {
  dropToken,
  messages,
  provePassword,
  readSite,
  readTokenStatus,
  refreshToken,
  removeCredentials,
  renewToken,
  SESSION,
  storeCredentials,
} from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { GOOD, provider, SITE, startConnecting } from '../../test/connecting.ts'
import { manualClock } from '../../test/manual-clock.ts'
import type { SiteSession } from '../marketplace/marketplace.ts'
import { systemClock } from '../platform/clock.ts'
import { openSiteSession, type SessionDeps } from './open-site-session.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const HOUR = 60 * 60_000

const NOTHING_KEPT = {
  hasCredentials: false,
  username: null,
  hasValidToken: false,
  tokenExpired: false,
  lastVerified: null,
  problem: null,
}

test('credentials that work at the site are kept, and shown only masked', async () => {
  await using it = await startConnecting()
  expect(await it.status()).toEqual(NOTHING_KEPT)
  const { status, body } = await it.store()
  expect([status, body.message]).toEqual([200, messages.connection.connected(SITE)])
  expect(body.data).toEqual({
    hasCredentials: true,
    username: 'd••r',
    hasValidToken: true,
    tokenExpired: false,
    lastVerified: expect.any(String),
    problem: null,
  })
  expect(await it.status()).toEqual(body.data)
  const token = await it.api.call(readTokenStatus, { token: it.person.token, params: provider })
  expect(token.body.data).toEqual(body.data)
})

test("credentials that the site refuses are answered with the site's words, and nothing is kept", async () => {
  await using it = await startConnecting()
  const { status, failure } = await it.store({ ...GOOD, password: 'wrong' })
  expect([status, failure.code, failure.message]).toEqual([
    422,
    'credentials_refused',
    'The username or password are incorrect',
  ])
  expect(await it.status()).toEqual(NOTHING_KEPT)
})

test('refused credentials leave the ones before them in use', async () => {
  await using it = await startConnecting()
  const kept = (await it.store()).body.data
  expect((await it.store({ ...GOOD, password: 'wrong' })).status).toBe(422)
  expect(await it.status()).toEqual(kept)
  expect((await it.open({ fresh: true })).token).not.toBe('')
})

test('with the site away nothing can be tried, and nothing is kept', async () => {
  await using it = await startConnecting()
  await it.house[Symbol.asyncDispose]()
  const { status, headers, failure } = await it.store()
  expect([status, failure.code, failure.message]).toEqual([
    503,
    'site_unavailable',
    messages.connection.siteUnreachable(SITE),
  ])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await it.status()).toEqual(NOTHING_KEPT)
})

test('both user name and password are needed', async () => {
  await using it = await startConnecting()
  for (const credentials of [
    { ...GOOD, username: '  ' },
    { ...GOOD, password: '' },
  ]) {
    const { status, failure } = await it.store(credentials)
    expect([status, failure.message]).toEqual([422, messages.connection.bothRequired(SITE)])
  }
})

test('after three refusals within an hour the site is left alone until the hour is over', async () => {
  const clock = manualClock(NOON)
  await using it = await startConnecting(clock)
  for (let tries = 0; tries < 3; tries += 1) await it.store({ ...GOOD, password: `wrong ${tries}` })
  const { status, headers, failure } = await it.store()
  expect([status, headers.get('retry-after'), failure.message]).toEqual([
    429,
    String(HOUR / 1_000),
    messages.connection.loginPaused(SITE),
  ])
  await clock.advanceBy(HOUR)
  const token = await it.api.signIn(it.person)
  expect((await it.store(GOOD, { ...it.person, token })).status).toBe(200)
})

test('touching credentials asks for the password again after a quarter of an hour', async () => {
  const clock = manualClock(NOON)
  await using it = await startConnecting(clock)
  await clock.advanceBy(SESSION.proofMs - 1)
  expect((await it.store()).status).toBe(200)

  const { token } = (await it.api.call(refreshToken, { body: { token: it.person.token } })).body
  await clock.advanceBy(2)
  const person = { ...it.person, token }
  const asked = await it.store(GOOD, person)
  expect([asked.status, asked.failure.code, asked.failure.message]).toEqual([
    403,
    'proof_needed',
    messages.session.proofRequired,
  ])
  expect((await it.api.call(removeCredentials, { token, params: provider })).status).toBe(403)
  expect(await it.status(person)).toMatchObject({ hasCredentials: true })

  await it.api.call(provePassword, { token, body: { password: it.person.password } })
  expect((await it.store(GOOD, person)).status).toBe(200)
})

test('removing credentials leaves nothing of them', async () => {
  await using it = await startConnecting()
  await it.store()
  const { token } = it.person
  const removed = await it.api.call(removeCredentials, { token, params: provider })
  expect([removed.status, removed.body.data]).toEqual([200, NOTHING_KEPT])
  expect(await it.api.db.selectFrom('connections').selectAll().execute()).toEqual([])
  const again = await it.api.call(removeCredentials, { token, params: provider })
  expect([again.status, again.failure.message]).toEqual([404, messages.connection.notStored(SITE)])
  await expect(it.open()).rejects.toMatchObject({ code: 'credentials_missing' })
})

test('a kept login serves until its time, and then the site is asked for a new one', async () => {
  await using it = await startConnecting()
  it.house.control.setTokenLife({ lifeSeconds: 3_600 })
  await it.store()
  const logins = () => it.house.control.readReads().reads['SignIn/Login']?.total ?? 0
  const first = await it.open()
  expect((await it.open({ validUntil: Date.now() + HOUR / 2 })).token).toBe(first.token)
  const before = logins()
  const second = await it.open({ validUntil: Date.now() + 2 * HOUR })
  expect(second.token).not.toBe(first.token)
  expect(logins()).toBe(before + 1)
  expect((await it.open()).token).toBe(second.token)
})

test('a dropped login is not used again', async () => {
  await using it = await startConnecting()
  await it.store()
  const first = await it.open()
  const dropped = await it.api.call(dropToken, { token: it.person.token, params: provider })
  expect(dropped.body.data).toMatchObject({ hasCredentials: true, hasValidToken: false, tokenExpired: false })
  expect((await it.open()).token).not.toBe(first.token)
  expect(await it.status()).toMatchObject({ hasValidToken: true })
})

test('a login whose time is over shows as expired', async () => {
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

test('asked to renew, the background logs in again and the caller hears of it', async () => {
  await using it = await startConnecting()
  await it.store()
  const first = await it.open()
  const jobs = await it.startJobs()
  const { status, body } = await it.api.call(renewToken, { token: it.person.token, params: provider })
  await jobs.stop()
  expect([status, body.data.hasValidToken]).toEqual([200, true])
  expect((await it.open()).token).not.toBe(first.token)
})

test("a renewal that the site refuses is answered with the site's words, and shows on the badge", async () => {
  await using it = await startConnecting()
  await it.store()
  it.house.control.changeAccount({ userName: GOOD.username, password: 'changed at the site' })
  const jobs = await it.startJobs()
  const { status, failure } = await it.api.call(renewToken, { token: it.person.token, params: provider })
  await jobs.stop()
  const siteMessage = 'The username or password are incorrect'
  expect([status, failure.code, failure.message]).toEqual([422, 'credentials_refused', siteMessage])
  expect(await it.status()).toMatchObject({ hasCredentials: true, hasValidToken: false, problem: siteMessage })
})

test('nobody can renew or drop what is not there', async () => {
  await using it = await startConnecting()
  const { token } = it.person
  for (const endpoint of [renewToken, dropToken]) {
    const { status, failure } = await it.api.call(endpoint, { token, params: provider })
    expect([status, failure.message]).toEqual([404, messages.connection.notStored(SITE)])
  }
})

test('kept credentials that the site refuses three times are not tried a fourth time', async () => {
  await using it = await startConnecting()
  await it.store()
  it.house.control.changeAccount({ userName: GOOD.username, password: 'changed at the site' })
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(it.open({ fresh: true })).rejects.toMatchObject({ kind: 'login_refused' })
  }
  const before = JSON.stringify(it.house.control.readReads())
  await expect(it.open({ fresh: true })).rejects.toMatchObject({ code: 'rate_limited' })
  expect(JSON.stringify(it.house.control.readReads())).toBe(before)
})

test('a site that is away costs the account none of its three tries', async () => {
  await using it = await startConnecting()
  await it.store()
  await it.house[Symbol.asyncDispose]()
  for (let tries = 0; tries < 4; tries += 1) {
    await expect(it.open({ fresh: true })).rejects.toMatchObject({ kind: 'connection' })
  }
  expect(await it.status()).toMatchObject({
    hasValidToken: true,
    problem: messages.auction.siteUnavailable(SITE),
  })
})

test('every use of the vault is on record, and the record cannot be rewritten', async () => {
  await using it = await startConnecting()
  await it.store({ ...GOOD, password: 'wrong' })
  await it.store()
  await it.open({ bidId: 5 })
  await it.api.call(removeCredentials, { token: it.person.token, params: provider })
  const uses = await it.api.db.selectFrom('vault_uses').selectAll().orderBy('id').execute()
  expect(uses.map(({ process, purpose, bid_id, outcome }) => [process, purpose, bid_id, outcome])).toEqual([
    ['api', 'connect', null, 'refused'],
    ['api', 'connect', null, 'ok'],
    ['jobs', 'bid', 5, 'ok'],
    ['api', 'remove', null, 'ok'],
  ])
  await expect(it.api.db.updateTable('vault_uses').set({ outcome: 'ok' }).execute()).rejects.toThrow('append-only')
  await expect(it.api.db.deleteFrom('vault_uses').execute()).rejects.toThrow('append-only')
})

test("one account's sealed login does not open in another account's row", async () => {
  await using it = await startConnecting()
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
  for (const fresh of [true, false]) {
    const opening = openSiteSession(it.opener, thief.accountId, { purpose: 'bid', validUntil: 0, fresh })
    await expect(opening).rejects.toMatchObject({ name: 'SealBroken' })
  }
})

/** An opener whose login at the site does something else first, or after. */
function around(opener: SessionDeps, login: (logIn: () => Promise<SiteSession>) => Promise<SiteSession>): SessionDeps {
  const { marketplace } = opener
  const logIn: typeof marketplace.logIn = (...given) => login(() => marketplace.logIn(...given))
  return { ...opener, marketplace: { ...marketplace, logIn } }
}

const FRESH = { purpose: 'refresh', validUntil: 0, fresh: true } as const

test('credentials replaced while an old login is under way win', async () => {
  await using it = await startConnecting()
  await it.store()
  const opener = around(it.opener, async (logIn) => {
    const session = await logIn()
    await it.store()
    return session
  })
  const session = await openSiteSession(opener, it.person.accountId, FRESH)
  expect(session.token).toBe((await it.open()).token)
  expect(await it.status()).toMatchObject({ hasValidToken: true, problem: null })
})

test('credentials removed while a login is under way are not used any more', async () => {
  await using it = await startConnecting()
  await it.store()
  const opener = around(it.opener, async (logIn) => {
    const session = await logIn()
    await it.api.call(removeCredentials, { token: it.person.token, params: provider })
    return session
  })
  const opening = openSiteSession(opener, it.person.accountId, FRESH)
  await expect(opening).rejects.toMatchObject({ code: 'credentials_missing' })
  expect(await it.status()).toEqual(NOTHING_KEPT)
})

/** Ten that need a fresh login at once: the first gets to the site only when all have seen that they need one. */
async function tenAtOnce({ opener, person }: Awaited<ReturnType<typeof startConnecting>>) {
  const allReady = Promise.withResolvers<void>()
  let [ready, logins] = [0, 0]
  const waiting = around(opener, async (logIn) => {
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
  const open = () => openSiteSession({ ...waiting, vault }, person.accountId, FRESH)
  const answers = await Promise.allSettled(Array.from({ length: 10 }, open))
  return { answers, logins }
}

test('of ten that need a login at once one logs in, and all get what it got', async () => {
  await using it = await startConnecting()
  await it.store()
  const { answers, logins } = await tenAtOnce(it)
  expect(logins).toBe(1)
  const { token } = await it.open()
  for (const answer of answers) expect(answer).toMatchObject({ status: 'fulfilled', value: { token } })
})

test('a refusal heard by ten at once counts as one', async () => {
  await using it = await startConnecting()
  await it.store()
  it.house.control.changeAccount({ userName: GOOD.username, password: 'changed at the site' })
  const { answers } = await tenAtOnce(it)
  const siteMessage = 'The username or password are incorrect'
  for (const answer of answers) expect(answer).toMatchObject({ reason: { kind: 'login_refused', siteMessage } })
  const refusals = await it.api.db.selectFrom('vault_uses').select('id').where('outcome', '=', 'refused').execute()
  expect(refusals).toHaveLength(1)
})

test('a login that a process died over is tried again by another', async () => {
  const clock = manualClock(NOON)
  await using it = await startConnecting(clock)
  await it.store()
  await it.api.db
    .updateTable('connections')
    .set({ login_started_at: new Date(NOON) })
    .execute()
  await clock.advanceBy(30_001)
  expect((await it.open({ fresh: true })).token).not.toBe('')
})

test('neither password nor token of the site is in any answer, log line or row', async () => {
  const lines: string[] = []
  await using it = await startConnecting(systemClock, { write: (line) => void lines.push(line) })
  const stored = await it.store()
  const refused = await it.store({ ...GOOD, password: 'canary-wrong' })
  const { token } = await it.open({ fresh: true })
  const answers = [stored.body, refused.failure, await it.status()]
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(it.api.db)
  const dump = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(it.api.db)
      return rows.map(({ row }) => row).join('\n')
    }),
  )
  expect(dump.join('')).toContain('d••r')
  expect(lines.length).toBeGreaterThan(0)
  for (const secret of [GOOD.password, 'canary-wrong', token, token.split('.')[2]!, GOOD.username]) {
    expect(lines.join('')).not.toContain(secret)
    expect(JSON.stringify(answers)).not.toContain(secret)
    expect(dump.join('')).not.toContain(secret)
  }
})

test('the API tells which site it bids on, and knows no other', async () => {
  await using it = await startConnecting()
  expect((await it.api.call(readSite)).body.data).toEqual({
    provider: 'shopgoodwill',
    name: SITE,
    home_url: it.house.url,
    practice: true,
  })
  const { token } = it.person
  const other = await it.api.call(storeCredentials, { token, params: { provider: 'ebay' }, body: GOOD })
  expect(other.status).toBe(400)
})
