import { randomBytes } from 'node:crypto'
import { api, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addAccount } from '../../test/add-rows.ts'
import { provider, SITE, startConnecting } from '../../test/connecting.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { lockAccount } from '../identity/accounts/account-queries.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

test('A session that ends during the login at the site stores no credentials', async () => {
  await using it = await startConnecting()
  const { db } = it.api
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0 || null
  }
  const { stored } = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, it.person.accountId)
    const answer = it.store()
    await pollUntil(systemClock, isWaiting, { everyMs: 5, forMs: 60_000 })
    expect((await it.api.call(api.logout, { token: it.person.token })).status).toBe(200)
    return { stored: answer }
  })
  expect((await stored).failure.code).toBe('session_revoked')
  const token = await it.api.signIn(it.person)
  expect(await it.status({ ...it.person, token })).toMatchObject({ hasCredentials: false })
  const bystander = await it.newcomer()
  expect((await bystander.store()).status).toBe(200)
})

test('Of many concurrent stores of wrong credentials, at most three reach the site', async () => {
  await using it = await startConnecting()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => it.store({ ...it.credentials, password: 'wrong' })),
  )
  expect(it.logins()).toBeLessThanOrEqual(3)
  for (const { status, headers } of answers) {
    expect([422, 429]).toContain(status)
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test("Accounts that guess one site user's password share its three tries an hour and ten a day", async () => {
  const clock = manualClock(NOON)
  await using it = await startConnecting(clock)
  const { username } = it.credentials
  /** Guesses with a new account, and writes the name in another way. */
  async function guess(name = username) {
    const { store } = await it.newcomer()
    const { status, headers, failure } = await store({ username: name, password: 'guessed' })
    return { status, retryAfter: Number(headers.get('retry-after')), message: failure.message }
  }
  for (const name of [username, ` ${username}`, username.toUpperCase()]) expect((await guess(name)).status).toBe(422)
  await clock.advanceBy(13 * MINUTE_MS)
  expect(await guess()).toEqual({
    status: 429,
    retryAfter: 47 * 60,
    message: messages.connection.loginPaused(SITE, '47 minutes'),
  })
  const bystander = await it.newcomer()
  expect((await bystander.store()).status).toBe(200)

  for (let hour = 0; hour < 2; hour += 1) {
    await clock.advanceBy(HOUR_MS)
    for (let tries = 0; tries < 3; tries += 1) expect((await guess()).status).toBe(422)
  }
  await clock.advanceBy(HOUR_MS)
  expect((await guess()).status).toBe(422)
  await clock.advanceBy(HOUR_MS)
  expect(await guess()).toMatchObject({ status: 429, message: messages.connection.loginPaused(SITE, '20 hours') })
})

test('Accounts that have never connected have twenty refused logins an hour, and leave some to those with a verified address', async () => {
  const clock = manualClock(NOON)
  await using it = await startConnecting(clock)
  const connected = await it.newcomer()
  expect((await connected.store()).status).toBe(200)
  let tries = 0
  const refuse = async ({ store }: Pick<typeof connected, 'store'>) => {
    tries += 1
    return (await store({ username: `nobody-${tries}`, password: 'guessed' })).status
  }
  const verified = async () => {
    const person = await it.newcomer()
    const at = new Date(clock.now())
    const { accountId } = person.person
    await it.api.db.updateTable('accounts').set({ email_verified_at: at }).where('id', '=', accountId).execute()
    return person
  }
  // With a refusal, an account leaves the rest to others.
  const again = await it.newcomer()
  for (let more = 0; more < 2; more += 1) expect(await refuse(again)).toBe(422)
  for (let more = 0; more < 6; more += 1) expect(await refuse(await it.newcomer())).toBe(422)
  expect(await refuse(again)).toBe(429)
  for (let more = 0; more < 6; more += 1) expect(await refuse(await it.newcomer())).toBe(422)

  const before = it.logins()
  const blocked = await (await it.newcomer()).store()
  expect([blocked.status, blocked.headers.get('retry-after'), blocked.failure.message]).toEqual([
    429,
    String(HOUR_MS / 1_000),
    messages.connection.loginsPaused('60 minutes'),
  ])
  expect(it.logins()).toBe(before)
  const owner = await verified()
  expect((await owner.store()).status).toBe(200)
  for (let more = 0; more < 6; more += 1) expect(await refuse(await verified())).toBe(422)
  expect((await (await verified()).store()).status).toBe(429)
  // Whoever has connected before is counted apart.
  expect([await refuse(connected), (await connected.store()).status, (await owner.store()).status]).toEqual([
    422, 200, 200,
  ])
  await clock.advanceBy(HOUR_MS)
  expect((await (await it.newcomer()).store()).status).toBe(200)
})

test('The more accounts have connected in the last month, the more refused logins of others it takes to stop a first one', async () => {
  const clock = manualClock(NOON)
  await using it = await startConnecting(clock)
  const { db } = it.api
  // One of them was connected two months ago.
  for (let index = 0; index < 31; index += 1)
    await addAccount(db, provider.provider, NOON - (index === 0 ? 61 : 1) * 24 * HOUR_MS)
  await db
    .updateTable('connections')
    .set((row) => ({ last_verified_at: row.ref('created_at') }))
    .execute()
  const refuse = async (count: number) => {
    const { accountId } = await it.api.signUp()
    const at = new Date(clock.now())
    const users = Array.from({ length: count }, () => ({ user_hash: randomBytes(32) }))
    await db
      .insertInto('login_attempts')
      .values(users.map((user) => ({ ...user, account_id: accountId, at })))
      .execute()
  }
  const verified = async () => {
    const someone = await it.newcomer()
    const { accountId } = someone.person
    await db
      .updateTable('accounts')
      .set({ email_verified_at: new Date(NOON) })
      .where('id', '=', accountId)
      .execute()
    return (await someone.store()).status
  }
  await refuse(28)
  expect(await verified()).toBe(200)
  await refuse(3)
  expect(await verified()).toBe(429)
})

test('Logins that succeed, or that the site does not answer, do not count as refused', async () => {
  await using it = await startConnecting()
  for (let tries = 0; tries < 5; tries += 1) expect((await it.store()).status).toBe(200)
  it.house.control.addFault({ kind: 'cut', endpoint: 'SignIn/Login' })
  for (let tries = 0; tries < 5; tries += 1) expect((await it.store()).status).toBe(503)
  it.house.control.clearFaults()
  expect((await it.store()).status).toBe(200)
})

test("The database does not show which site user's login was tried", async () => {
  await using it = await startConnecting()
  await it.store({ username: 'canary-user', password: 'wrong' })
  const { rows } = await sql<{ row: string }>`select t::text as row from login_attempts t`.execute(it.api.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain('canary-user')
})

test('A stored login is tried on request at most every half minute, however the request ends', async () => {
  await using it = await startConnecting()
  const bystander = await it.newcomer()
  await Promise.all([it.store(), bystander.store()])
  await using stack = new AsyncDisposableStack()
  const jobs = await it.startJobs()
  stack.defer(() => jobs.stop())
  const renew = (token: string) => it.api.call(api.renewToken, { token, params: provider })

  expect((await renew(it.person.token)).status).toBe(200)
  const before = it.logins()
  const again = await renew(it.person.token)
  expect([again.status, again.headers.get('retry-after'), again.failure.message]).toEqual([
    429,
    '30',
    messages.connection.renewedAMomentAgo(SITE, '30 seconds'),
  ])
  expect(it.logins()).toBe(before)
  expect((await renew(bystander.person.token)).status).toBe(200)

  await sql`update connections set renewal_requested_at = now() - interval '30 seconds'`.execute(it.api.db)
  expect((await renew(it.person.token)).status).toBe(200)
})
