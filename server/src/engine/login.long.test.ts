import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { freePort } from '../../test/free-port.ts'
import { readMails } from '../../test/read-mails.ts'
import { startSniping } from '../../test/sniping.ts'
import { removeCredentials } from '../connections/remove-credentials.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { awaitHttpOk } from '../supervisor/await-http-ok.ts'

type World = Awaited<ReturnType<typeof startSniping>>

const LEAD_S = 3

/** Three snipes of one account that fire within three seconds, and one of a bystander, all armed. */
async function armedSnipes(it: World, { endsInSeconds = 24 } = {}) {
  const bystanderId = await it.addBystander()
  const own = []
  for (const laterSeconds of [0, 1, 2]) {
    own.push(await it.snipe({ secondsBeforeEnd: LEAD_S, endsInSeconds: endsInSeconds + laterSeconds }))
  }
  const bystander = await it.snipe({ accountId: bystanderId, secondsBeforeEnd: LEAD_S, endsInSeconds })
  await Promise.all([...own, bystander].map(({ bidId }) => it.untilLogged(bidId, 'armed')))
  return { own, bystander }
}

const loginsAt = ({ house }: World) => house.control.readReads().reads['SignIn/Login']?.total ?? 0
/** The accounts whose owners were told that the site refuses their login. */
async function toldOfRefusal({ db }: World) {
  const { rows } = await sql<{ account_id: number }>`
    select account_id from notifications where kind = 'site_login_refused'`.execute(db)
  return rows.map(({ account_id }) => account_id)
}
const isFinished = ({ status }: { status: string }) => status !== 'pending'

test('Three snipes of one account share one new login when the site, which keeps one session, has ended theirs', async () => {
  await using it = await startSniping()
  it.house.control.addFault({ kind: 'one_session' })
  await using _engine = await it.startEngine()
  const { own, bystander } = await armedSnipes(it)
  const before = loginsAt(it)
  it.house.control.revokeTokens({ userName: 'demo' })

  for (const { bidId, itemId } of [...own, bystander]) {
    await it.until(bidId, ({ executed_at }) => executed_at !== null)
    expect(it.arrivals(itemId)).toMatchObject([{ outcome: 'leading' }])
  }
  expect(loginsAt(it)).toBe(before + 1)
})

test('Three snipes of an account whose password was changed at the site fail for that reason at the close, after one login', async () => {
  await using it = await startSniping()
  await using _engine = await it.startEngine()
  const { own, bystander } = await armedSnipes(it)
  const before = loginsAt(it)
  it.house.control.revokeTokens({ userName: 'demo' })
  it.house.control.changeAccount({ userName: 'demo', password: 'changed at the site' })

  await expect.poll(() => toldOfRefusal(it)).toEqual([it.accountId])
  for (const { bidId, itemId, endsAt } of own) {
    const { status, outcome, error_detail, settled_at } = await it.until(bidId, isFinished)
    expect([status, outcome]).toEqual(['failed', 'login_refused'])
    expect(settled_at?.getTime()).toBeGreaterThanOrEqual(endsAt)
    expect(error_detail).toContain('The username or password are incorrect')
    expect(it.arrivals(itemId)).toEqual([])
  }
  expect(loginsAt(it)).toBe(before + 1)
  expect(await it.until(bystander.bidId, ({ executed_at }) => executed_at !== null)).toMatchObject({ fence: 1 })
})

test('An armed bid whose login the site refuses is sent with the password that its owner stores before its moment', async () => {
  await using it = await startSniping()
  await using _engine = await it.startEngine()
  const { own, bystander } = await armedSnipes(it)
  it.house.control.changeAccount({ userName: 'demo', password: 'changed at the site' })
  it.house.control.revokeTokens({ userName: 'demo' })
  await expect.poll(() => toldOfRefusal(it)).toEqual([it.accountId])
  it.house.control.changeAccount({ userName: 'demo', password: 'demo' })
  expect(await it.connect(it.accountId, 'demo')).toEqual([])

  for (const { bidId, itemId } of own) {
    await it.until(bidId, ({ executed_at }) => executed_at !== null)
    expect(it.arrivals(itemId)).toMatchObject([{ outcome: 'leading' }])
  }
  expect(await it.until(bystander.bidId, ({ executed_at }) => executed_at !== null)).toMatchObject({ fence: 1 })
})

test('A bid of a stored session of before a boot is sent although the site refuses the login of its engine', async () => {
  await using it = await startSniping()
  const bystanderId = await it.addBystander()
  await it.db.updateTable('connections').set({ token_machine: 'before the boot' }).execute()
  it.house.control.changeAccount({ userName: 'demo', password: 'changed at the site' })
  const before = loginsAt(it)
  await using _engine = await it.startEngine()
  const snipes = await Promise.all(
    [it.accountId, it.accountId, bystanderId].map((accountId) =>
      it.snipe({ accountId, secondsBeforeEnd: LEAD_S, endsInSeconds: 30 }),
    ),
  )
  for (const { bidId, itemId } of snipes) {
    await it.until(bidId, ({ executed_at }) => executed_at !== null)
    expect(it.arrivals(itemId)).toMatchObject([{ outcome: 'leading' }])
  }
  // One of the account, and the bystander's.
  expect(loginsAt(it)).toBe(before + 2)
  expect(await toldOfRefusal(it)).toEqual([it.accountId])
})

test('An armed bid is not sent after its login was removed, and says why', async () => {
  await using it = await startSniping()
  await using _engine = await it.startEngine()
  const { own, bystander } = await armedSnipes(it, { endsInSeconds: 30 })
  expect(await removeCredentials(it.connecting, it.accountId)).toEqual([])

  for (const { bidId, itemId } of own) {
    expect(await it.until(bidId, isFinished)).toMatchObject({
      status: 'failed',
      outcome: 'login_missing',
    })
    expect(await it.eventsOf(bidId)).toContainEqual({ kind: 'released', because: 'login_changed' })
    expect(it.arrivals(itemId)).toEqual([])
  }
  await it.until(bystander.bidId, ({ executed_at }) => executed_at !== null)
  expect(it.arrivals(bystander.itemId)).toMatchObject([{ outcome: 'leading', userName: 'bystander' }])
})

test('An armed bid is sent although its account is locked, its password is reset and every session ends', async () => {
  await using it = await startSniping()
  await using _engine = await it.startEngine()
  const account = await openAccount(it)
  const { token, password } = await account.resetPassword()
  const { own, bystander } = await armedSnipes(it, { endsInSeconds: 30 })
  for (let tries = 0; tries < 4; tries += 1) await account.signIn('wrong password')
  expect((await account.signIn(password)).status).toBe(429)
  expect(await account.readProfile(token)).toBe(200)
  const again = await account.resetPassword()
  expect([await account.readProfile(token), await account.readProfile(again.token)]).toEqual([401, 200])

  for (const { bidId, itemId } of [...own, bystander]) {
    await it.until(bidId, ({ executed_at }) => executed_at !== null)
    expect(it.arrivals(itemId)).toMatchObject([{ outcome: 'leading' }])
  }
})

test('An armed bid whose login is replaced is sent with the new login', async () => {
  await using it = await startSniping()
  it.house.control.createAccount({ userName: 'second', password: 'second' })
  await using _engine = await it.startEngine()
  const { own, bystander } = await armedSnipes(it, { endsInSeconds: 30 })
  expect(await it.connect(it.accountId, 'second')).toEqual([])

  for (const { bidId, itemId } of own) {
    await it.until(bidId, ({ executed_at }) => executed_at !== null)
    expect(it.arrivals(itemId)).toMatchObject([{ outcome: 'leading', userName: 'second' }])
  }
  expect(await it.until(bystander.bidId, ({ executed_at }) => executed_at !== null)).toMatchObject({ fence: 1 })
})

/** The bidder's account here, by the calls of an API process of its own. */
async function openAccount(it: World) {
  const port = await freePort()
  it.spawnProgram('api', { PORT: String(port) })
  const url = `http://127.0.0.1:${port}/api`
  await awaitHttpOk(`${url}/health`, neverAborted)
  const { email } = await it.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', it.accountId)
    .executeTakeFirstOrThrow()
  // A reset stops the bids of an address that nobody has verified.
  await it.db
    .updateTable('accounts')
    .set({ email_verified_at: new Date(0) })
    .where('email', '=', email)
    .execute()
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const signIn = (password: string) => post('/auth/login', { email, password })
  let resets = 0

  /** Sets a new password by a mailed link, and signs in with it. */
  async function resetPassword() {
    resets += 1
    const password = `a quite different horse ${resets}`
    await post('/auth/request-reset', { email })
    const token = (await readMails(it.db, email)).findLast(({ kind }) => kind === 'reset-password')?.token
    const { status } = await post('/auth/reset-password', { token, password, confirmPassword: password })
    if (status !== 200) throw new Error(`The reset was answered with ${status}`)
    const signedIn = z.object({ token: z.string() }).parse(await (await signIn(password)).json())
    return { token: signedIn.token, password }
  }

  const readProfile = async (token: string) =>
    (await fetch(`${url}/profile`, { headers: { Authorization: `Bearer ${token}` } })).status
  return { signIn, resetPassword, readProfile }
}
