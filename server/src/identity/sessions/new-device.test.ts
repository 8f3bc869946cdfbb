import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { awaitBlocked } from '../../../test/await-blocked.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { rememberCaller } from '../limits/known-callers.ts'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Signs in in the browser that has this cookie, or in a new one; returns the browser's cookie. */
async function signIn({ email, password }: Person, cookie?: string): Promise<string> {
  const headers = { 'User-Agent': FIREFOX, ...(cookie !== undefined && { Cookie: cookie }) }
  const answer = await server.call(api.signIn, { body: { email, password }, headers })
  expect(answer.status).toBe(200)
  return answer.headers.get('set-cookie')!.split(';')[0]!
}

const noticesTo = ({ email }: Person) =>
  server.db
    .selectFrom('deliveries as d')
    .innerJoin('notifications as n', 'n.id', 'd.notification_id')
    .select('n.values')
    .where('d.recipient', '=', email)
    .where('n.kind', '=', 'new_sign_in')
    .execute()

test('The owner is told of a sign-in in a new browser, once, and not of the registration', async () => {
  const [owner, bystander] = [await server.signUp(), await server.signUp()]
  expect(await noticesTo(owner)).toEqual([])

  const cookie = await signIn(owner)
  const notice = { values: { device: 'Firefox on Windows', ipAddress: '127.0.0.1' } }
  expect(await noticesTo(owner)).toEqual([notice])
  await signIn(owner, cookie)
  expect(await noticesTo(owner)).toEqual([notice])
  await signIn(owner)
  expect(await noticesTo(owner)).toEqual([notice, notice])
  expect(await noticesTo(bystander)).toEqual([])
})

test('An account gets ten mails about new browsers in a day', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  for (let browsers = 0; browsers < 12; browsers += 1) await signIn(ann)
  await signIn(bob)
  expect([(await noticesTo(ann)).length, (await noticesTo(bob)).length]).toEqual([10, 1])
})

test('A browser that is known to one account is new to another account', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const cookie = await signIn(ann)
  await signIn(bob, cookie)
  expect(await noticesTo(bob)).toHaveLength(1)
})

test('Of two sign-ins at once in a new browser, one finds it new', async () => {
  const { accountId } = await server.signUp()
  const visitor = { deviceId: 'a new browser', ipAddress: '203.0.113.7', userAgent: FIREFOX, requestId: 'a call' }
  const remember = (tx: Tx) => rememberCaller(tx, accountId, visitor, systemClock.now())
  const [first, second] = await server.db.transaction().execute(async (tx) => {
    const isNew = await remember(tx)
    const waiting = server.db.transaction().execute(remember)
    await awaitBlocked(server.db, 1)
    return [isNew, waiting]
  })
  expect([first, await second]).toEqual([true, false])
})

test.each([
  [FIREFOX, 'Firefox on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15', 'Safari on macOS'],
  ['curl/8.5.0', 'curl'],
  // Mail programs would turn a name with a dot into a link.
  ['www.evil.test', 'www'],
  ['<img src=x onerror=alert(1)>', 'Unknown device'],
])('A sign-in by %s is reported as %s', async (userAgent, device) => {
  const owner = await server.signUp()
  const { email, password } = owner
  await server.call(api.signIn, { body: { email, password }, headers: { 'User-Agent': userAgent } })
  expect(await noticesTo(owner)).toMatchObject([{ values: { device } }])
})
