import { api, messages, SESSION } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connecting, provider, SITE, startConnecting } from '../../test/connecting.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { readMails } from '../../test/read-mails.ts'
import { systemClock } from '../platform/clock.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const HOUR_MS = 60 * 60_000
const REFUSAL = 'The username or password are incorrect'

const NOT_CONNECTED = {
  hasCredentials: false,
  username: null,
  hasValidToken: false,
  tokenExpired: false,
  lastVerified: null,
  refused: false,
  problem: null,
  shared: false,
}

let shared: Connecting
beforeAll(async () => {
  shared = await startConnecting()
})
afterAll(() => shared[Symbol.asyncDispose]())

/** The shared world, as a new account with a new user at the site sees it. */
const newcomer = async () => ({ ...shared, ...(await shared.newcomer()) })

test('Credentials that work at the site are stored, and shown only masked', async () => {
  const it = await newcomer()
  expect(await it.status()).toEqual(NOT_CONNECTED)
  const { status, body } = await it.store()
  expect([status, body.message]).toEqual([200, messages.connection.connected(SITE)])
  const { not_stopped, ...stored } = body.data
  expect(not_stopped).toEqual([])
  expect(stored).toEqual({
    hasCredentials: true,
    username: 'd••r',
    hasValidToken: true,
    tokenExpired: false,
    lastVerified: expect.any(String),
    refused: false,
    problem: null,
    shared: false,
  })
  expect(await it.status()).toEqual(stored)
  const token = await it.api.call(api.readTokenStatus, { token: it.person.token, params: provider })
  expect(token.body.data).toEqual(stored)
})

test("Credentials that the site refuses are not stored, and the site's message is shown", async () => {
  const it = await newcomer()
  const { status, failure } = await it.store({ ...it.credentials, password: 'wrong' })
  expect([status, failure.code, failure.message]).toEqual([422, 'credentials_refused', REFUSAL])
  expect(await it.status()).toEqual(NOT_CONNECTED)
})

test('Refused credentials do not replace the stored ones', async () => {
  const it = await newcomer()
  await it.store()
  const kept = await it.status()
  expect((await it.store({ ...it.credentials, password: 'wrong' })).status).toBe(422)
  expect(await it.status()).toEqual(kept)
  expect((await it.logInAgain()).token).not.toBe('')
})

test('Credentials are not stored while the site cannot be reached', async () => {
  await using it = await startConnecting()
  await it.house[Symbol.asyncDispose]()
  const { status, headers, failure } = await it.store()
  expect([status, failure.code, failure.message]).toEqual([
    503,
    'site_unavailable',
    messages.connection.siteUnreachable(SITE, 'unavailable'),
  ])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await it.status()).toEqual(NOT_CONNECTED)
  const auction = await it.api.call(api.listPracticeAuction, { token: it.person.token })
  expect([auction.status, auction.body.message]).toEqual([503, messages.connection.noAuctionListed(SITE)])
})

test('An account lists thirty practice auctions in a row, and the next one hours later', async () => {
  await using it = await startConnecting()
  const bystander = await it.newcomer()
  const list = async ({ token }: { token: string }) => (await it.api.call(api.listPracticeAuction, { token })).status
  for (let auctions = 0; auctions < 30; auctions += 1) expect(await list(it.person)).toBe(200)
  expect([await list(it.person), await list(bystander.person)]).toEqual([429, 200])
})

test('Credentials without a user name or a password are refused', async () => {
  const it = await newcomer()
  for (const credentials of [
    { ...it.credentials, username: '  ' },
    { ...it.credentials, password: '' },
  ]) {
    const { status, failure } = await it.store(credentials)
    expect([status, failure.message]).toEqual([422, messages.connection.bothRequired(SITE)])
  }
})

test('After three refused logins within an hour, no login is sent until the hour is over', async () => {
  const clock = manualClock(NOON)
  await using it = await startConnecting(clock)
  for (let tries = 0; tries < 3; tries += 1) await it.store({ ...it.credentials, password: `wrong ${tries}` })
  const { status, headers, failure } = await it.store()
  expect([status, headers.get('retry-after'), failure.message]).toEqual([
    429,
    String(HOUR_MS / 1_000),
    messages.connection.loginPaused(SITE, '60 minutes'),
  ])
  await clock.advanceBy(HOUR_MS)
  const token = await it.api.signIn(it.person)
  expect((await it.store(it.credentials, { ...it.person, token })).status).toBe(200)
})

test('Storing or removing credentials needs a password proof from the last fifteen minutes', async () => {
  const clock = manualClock(NOON)
  await using it = await startConnecting(clock)
  await clock.advanceBy(SESSION.proofMs - 1)
  expect((await it.store()).status).toBe(200)

  const { token } = (await it.api.call(api.refreshToken, { body: { token: it.person.token } })).body
  await clock.advanceBy(2)
  const person = { ...it.person, token }
  const asked = await it.store(it.credentials, person)
  expect([asked.status, asked.failure.code, asked.failure.message]).toEqual([
    403,
    'proof_needed',
    messages.endingSession.proofRequired,
  ])
  expect((await it.api.call(api.removeCredentials, { token, params: provider })).status).toBe(403)
  expect(await it.status(person)).toMatchObject({ hasCredentials: true })

  await it.api.call(api.proveIdentity, { token, body: { method: 'password', password: it.person.password } })
  expect((await it.store(it.credentials, person)).status).toBe(200)
})

test('Removing credentials deletes them, and others keep theirs', async () => {
  const it = await newcomer()
  const bystander = await newcomer()
  await bystander.store()
  await it.store()
  const { token } = it.person
  const removed = await it.api.call(api.removeCredentials, { token, params: provider })
  expect([removed.status, removed.body.data]).toEqual([200, { ...NOT_CONNECTED, not_stopped: [] }])
  const rows = it.api.db.selectFrom('connections').select('id').where('account_id', '=', it.person.accountId)
  expect(await rows.execute()).toEqual([])
  expect(await bystander.status()).toMatchObject({ hasCredentials: true })
  const again = await it.api.call(api.removeCredentials, { token, params: provider })
  expect([again.status, again.failure.message]).toEqual([404, messages.connection.notStored(SITE)])
  await expect(it.open()).rejects.toMatchObject({ code: 'credentials_missing' })
})

test('Connecting, replacing and removing a site login is told to the owner by mail, and stands in the security log', async () => {
  const it = await newcomer()
  const bystander = await newcomer()
  await it.store()
  await it.store()
  await it.store({ ...it.credentials, password: 'wrong' })
  await it.api.call(api.removeCredentials, { token: it.person.token, params: provider })
  const mails = await readMails(it.api.db, it.person.email)
  expect(mails.slice(1).map(({ subject }) => subject)).toEqual([
    `Your ${SITE} login was connected`,
    `Your ${SITE} login was replaced`,
    `Your ${SITE} login was removed`,
  ])
  expect(mails.at(-1)?.text).toContain('From: 127.0.0.1')
  const events = it.api.db.selectFrom('security_events').select('kind').where('kind', 'like', 'site_login%')
  const own = await events.where('account_id', '=', it.person.accountId).orderBy('id').execute()
  expect(own.map(({ kind }) => kind)).toEqual(['site_login_stored', 'site_login_stored', 'site_login_removed'])
  expect(await readMails(it.api.db, bystander.person.email)).toHaveLength(1)
})

test('Each use of the vault is recorded, and the record cannot be rewritten', async () => {
  const it = await newcomer()
  await it.store({ ...it.credentials, password: 'wrong' })
  await it.store()
  await it.open({ bidId: 5 })
  await it.api.call(api.removeCredentials, { token: it.person.token, params: provider })
  const uses = await it.api.db
    .selectFrom('vault_uses')
    .selectAll()
    .where('account_id', '=', it.person.accountId)
    .orderBy('id')
    .execute()
  expect(uses.map(({ process, purpose, bid_id, outcome }) => [process, purpose, bid_id, outcome])).toEqual([
    ['api', 'connect', null, 'refused'],
    ['api', 'connect', null, 'ok'],
    ['jobs', 'bid', 5, 'ok'],
    ['api', 'remove', null, 'ok'],
  ])
  await expect(it.api.db.updateTable('vault_uses').set({ outcome: 'ok' }).execute()).rejects.toThrow('append-only')
  await expect(it.api.db.deleteFrom('vault_uses').execute()).rejects.toThrow('append-only')
})

test('The site password and the session token appear in no answer, log line or row', async () => {
  const lines: string[] = []
  await using it = await startConnecting(systemClock, { write: (line) => void lines.push(line) })
  const stored = await it.store()
  const refused = await it.store({ ...it.credentials, password: 'canary-wrong' })
  const { token } = await it.logInAgain()
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
  for (const secret of [
    it.credentials.password,
    'canary-wrong',
    token,
    token.split('.')[2]!,
    it.credentials.username,
  ]) {
    expect(lines.join('')).not.toContain(secret)
    expect(JSON.stringify(answers)).not.toContain(secret)
    expect(dump.join('')).not.toContain(secret)
  }
})

test('The API names its site, and refuses other sites', async () => {
  const it = await newcomer()
  expect((await it.api.call(api.readSite)).body.data).toEqual({
    provider: 'shopgoodwill',
    name: SITE,
    home_url: it.house.url,
    practice: true,
    shows_plans: false,
    sends_sms: false,
    has_searches: true,
  })
  const { token } = it.person
  const { url } = (await it.api.call(api.listPracticeAuction, { token })).body.data
  const listed = await fetch(url)
  expect([listed.status, await listed.text()]).toEqual([
    200,
    expect.stringContaining('Brass desk lamp, to practise on'),
  ])
  const other = await it.api.call(api.storeCredentials, { token, params: { provider: 'ebay' }, body: it.credentials })
  expect(other.status).toBe(400)
})
