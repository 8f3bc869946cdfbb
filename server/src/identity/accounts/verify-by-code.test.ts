import { api, messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { mailedLinks } from '../../../test/mailed-links.ts'
import { type ManualClock, manualClock } from '../../../test/manual-clock.ts'
import { readMails } from '../../../test/read-mails.ts'

const DAY_MS = 86_400_000

let server: TestApi
const clock: ManualClock = manualClock(Date.UTC(2026, 10, 28, 21))
beforeAll(async () => {
  server = await startTestApi({ clock, trustedProxies: ['127.0.0.1'] })
})
afterAll(() => server[Symbol.asyncDispose]())

const { tokenFor, verify } = mailedLinks(() => server)

/** The code in the newest mail that verifies an address. */
async function codeFor({ email }: Pick<Person, 'email'>): Promise<string> {
  const mail = (await readMails(server.db, email)).findLast(({ kind }) => kind === 'verify-email')
  return /registered:\s+(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? `no code in ${mail?.text}`
}
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
let networks = 0
/** Types a code; each person comes from a network of its own. */
const type = (token: string | undefined, code: string, address = `198.18.${(networks += 1)}.1`) =>
  server.call(api.verifyByCode, {
    ...(token !== undefined && { token }),
    body: { code },
    headers: { 'X-Forwarded-For': address },
  })
const isVerified = async ({ token }: Person) => (await server.call(api.readProfile, { token })).body.data.email_verified

test('The code of the mail verifies the address in the session that registered, and a second time says the same', async () => {
  const [ann, bystander] = [await server.signUp(), await server.signUp()]
  const code = await codeFor(ann)
  for (const typed of [code, ` ${code.slice(0, 3)} ${code.slice(3)} `]) {
    const { status, body } = await type(ann.token, typed)
    expect([status, body.message, body.data]).toEqual([200, messages.mailLink.verified, { email: ann.email }])
  }
  expect([await isVerified(ann), await isVerified(bystander)]).toEqual([true, false])
  const events = server.db
    .selectFrom('security_events')
    .select('id')
    .where('account_id', '=', ann.accountId)
    .where('kind', '=', 'email_verified')
  expect(await events.execute()).toHaveLength(1)
})

test('The code verifies nothing in another session, of the same account or of another, nor without one', async () => {
  const [ann, stranger] = [await server.signUp(), await server.signUp()]
  const code = await codeFor(ann)
  const elsewhere = await type(await server.signIn(ann), code)
  expect([elsewhere.status, elsewhere.failure.message]).toEqual([403, messages.mailLink.codeOfOtherSession])
  expect((await type(undefined, code)).status).toBe(401)
  expect((await type(stranger.token, code)).status).not.toBe(200)
  expect([await isVerified(ann), await isVerified(stranger)]).toEqual([false, false])
  expect((await type(ann.token, code)).status).toBe(200)
})

test('After five wrong codes the right one is refused, and the link of the mail still works', async () => {
  const [ann, bystander] = [await server.signUp(), await server.signUp()]
  const code = await codeFor(ann)
  for (let tries = 0; tries < 5; tries += 1) {
    const { status, failure } = await type(ann.token, wrongOf(code))
    expect([status, failure.details]).toEqual([422, [{ path: 'code', message: messages.mailLink.codeWrong }]])
  }
  const over = await type(ann.token, code)
  expect([over.status, over.failure.message]).toEqual([409, messages.mailLink.codeOver])
  expect(await isVerified(ann)).toBe(false)
  expect((await type(bystander.token, await codeFor(bystander))).status).toBe(200)
  expect((await verify(await tokenFor(ann.email, 'verify-email'), ann.token)).status).toBe(200)
})

test('Wrong codes that come at once count one after the other', async () => {
  const ann = await server.signUp()
  const code = await codeFor(ann)
  const answers = await Promise.all(Array.from({ length: 12 }, () => type(ann.token, wrongOf(code))))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  expect((await type(ann.token, code)).status).toBe(409)
})

test('A mail that is sent again has another code, and ends the one before', async () => {
  const ann = await server.signUp()
  const first = await codeFor(ann)
  for (let tries = 0; tries < 5; tries += 1) await type(ann.token, wrongOf(first))
  await server.call(api.resendVerification, { body: { email: ann.email } })
  const second = await codeFor(ann)
  // One of a million mails has the same code again.
  if (first !== second) expect((await type(ann.token, first)).status).toBe(422)
  expect((await type(ann.token, second)).status).toBe(200)
})

test('A code works for 24 hours, as its link does', async () => {
  const ann = await server.signUp()
  const code = await codeFor(ann)
  const token = await server.db
    .selectFrom('mail_links')
    .select('expires_at')
    .where('account_id', '=', ann.accountId)
    .executeTakeFirstOrThrow()
  expect(token.expires_at.getTime() - clock.now()).toBe(DAY_MS)
  await server.db
    .updateTable('mail_links')
    .set({ expires_at: new Date(clock.now()) })
    .where('account_id', '=', ann.accountId)
    .execute()
  expect((await type(ann.token, code)).status).toBe(409)
})

test('Wrong codes use up a budget of the account and one of its network, and right ones do not', async () => {
  const [ann, neighbour, bystander] = [await server.signUp(), await server.signUp(), await server.signUp()]
  const code = await codeFor(ann)
  const from = '203.0.113.5'
  for (let tries = 0; tries < 20; tries += 1) await type(ann.token, wrongOf(code), from)
  const limited = await type(neighbour.token, await codeFor(neighbour), from)
  expect([limited.status, limited.failure.code]).toEqual([429, 'rate_limited'])
  expect((await type(ann.token, code)).status).toBe(429)
  for (let tries = 0; tries < 25; tries += 1) {
    expect((await type(bystander.token, await codeFor(bystander), '203.0.114.5')).status).toBe(200)
  }
})

test('The database keeps no code, and an address that was verified before gets none', async () => {
  const ann = await server.signUp()
  const code = await codeFor(ann)
  const row = await server.db
    .selectFrom('mail_links')
    .selectAll()
    .where('account_id', '=', ann.accountId)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(code)
  expect((await type(ann.token, code)).status).toBe(200)
  const stopped = { stopped_at: new Date(clock.now()), stopped_because: 'refused' as const }
  await server.db.updateTable('destinations').set(stopped).where('account_id', '=', ann.accountId).execute()
  await server.call(api.resendVerification, { body: { email: ann.email } })
  const [mail] = (await readMails(server.db, ann.email)).slice(-1)
  expect(mail!.text).toContain('Please confirm that mails arrive again.')
  expect(mail!.text).not.toMatch(/code/)
})
