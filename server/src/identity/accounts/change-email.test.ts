import { api, messages } from '@bidwell/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertAccount } from '../../../test/add-rows.ts'
import { type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { awaitBlocked } from '../../../test/await-blocked.ts'
import { mailedLinks, NEW_PASSWORD } from '../../../test/mailed-links.ts'
import { type ManualClock, manualClock } from '../../../test/manual-clock.ts'
import { readMails } from '../../../test/read-mails.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let server: TestApi
const clock: ManualClock = manualClock(Date.UTC(2026, 10, 22, 21))
beforeAll(async () => {
  server = await startTestApi({ clock })
})
afterAll(() => server[Symbol.asyncDispose]())
// The requests of one story do not count in the next.
beforeEach(() => clock.stepWall(HOUR_MS))

const { tokenFor, resetTokenFor, reset, verify, aVerifiedPerson, canSignIn, isSignedIn } = mailedLinks(() => server)
const profileOf = async (token: string) => (await server.call(api.readProfile, { token })).body.data

test('A changed password ends the other sessions and mailed links, and the owner is told', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const [other, token] = [await server.signIn(ann), await resetTokenFor(ann)]
  const body = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
  expect(
    (await server.call(api.changePassword, { token: ann.token, body: { ...body, password: 'short' } })).status,
  ).toBe(422)

  expect((await server.call(api.changePassword, { token: ann.token, body })).status).toBe(200)
  expect([await isSignedIn(ann.token), await isSignedIn(other), await isSignedIn(bob.token)]).toEqual([
    true,
    false,
    true,
  ])
  expect(await canSignIn(ann.email, NEW_PASSWORD)).toBe(true)
  expect((await reset(token)).status).toBe(422)
  expect((await readMails(server.db, ann.email)).at(-1)).toMatchObject({ kind: 'password_changed' })
})

test('The password and the address cannot be changed by a session that proved nothing for fifteen minutes', async () => {
  const ann = await server.signUp()
  clock.stepWall(15 * MINUTE_MS)
  const token = await freshTokenOf(ann)
  clock.stepWall(1)
  const body = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
  const attempts = [
    await server.call(api.changePassword, { token, body }),
    await server.call(api.changeEmail, { token, body: { email: 'thief@example.com' } }),
  ]
  expect(attempts.map(({ status, failure }) => [status, failure.code])).toEqual([
    [403, 'proof_needed'],
    [403, 'proof_needed'],
  ])
  expect(await canSignIn(ann.email, ann.password)).toBe(true)
  expect(await readMails(server.db, 'thief@example.com')).toEqual([])
})

/** A new token of the same session, as a thief would get who copied the old one. */
async function freshTokenOf({ token }: Person): Promise<string> {
  return (await server.call(api.refreshToken, { body: { token } })).body.token
}

/** Asks for another address, and uses the link that is mailed there. */
async function moveTo(person: Person, token: string, email: string) {
  expect((await server.call(api.changeEmail, { token, body: { email } })).status).toBe(200)
  const answer = await verify(await tokenFor(email, 'confirm-new-email'), token)
  return { ...person, email, answer }
}

test('An account moves to its new address when the link there is used, and the earlier address is told', async () => {
  const ann = await aVerifiedPerson()
  const other = await server.signIn(ann)
  expect(
    (await server.call(api.changeEmail, { token: ann.token, body: { email: 'ann.new@example.com' } })).status,
  ).toBe(200)
  expect(await profileOf(ann.token)).toMatchObject({ email: ann.email })
  expect((await readMails(server.db, ann.email)).at(-1)).toMatchObject({ kind: 'email_change_asked' })

  const { status, body } = await verify(await tokenFor('ann.new@example.com', 'confirm-new-email'), ann.token)
  expect([status, body.message]).toEqual([200, messages.mailLink.emailChanged])
  expect(await profileOf(ann.token)).toMatchObject({ email: 'ann.new@example.com', email_verified: true })
  expect(await isSignedIn(other)).toBe(false)
  expect(await canSignIn(ann.email, ann.password)).toBe(false)
  expect(await canSignIn('ann.new@example.com', ann.password)).toBe(true)
  expect((await readMails(server.db, ann.email)).at(-1)).toMatchObject({ kind: 'email-moved' })
})

test('The link to the earlier address takes a moved account back, however often it was moved', async () => {
  const [ann, bob] = [await aVerifiedPerson(), await server.signUp()]
  const once = await moveTo(ann, ann.token, 'thief1@example.com')
  await moveTo(once, ann.token, 'thief2@example.com')
  const [fromAnn, fromThief] = [
    await tokenFor(ann.email, 'email-moved'),
    await tokenFor('thief1@example.com', 'email-moved'),
  ]
  clock.stepWall(6 * 24 * HOUR_MS)
  const valid = await server.call(api.validateResetToken, { body: { token: fromAnn } })
  expect(valid.body.data).toEqual({ email: ann.email })
  expect((await reset(fromAnn)).status).toBe(200)

  expect(await canSignIn(ann.email, NEW_PASSWORD)).toBe(true)
  expect(await canSignIn('thief2@example.com', NEW_PASSWORD)).toBe(false)
  expect(await isSignedIn(ann.token)).toBe(false)
  expect((await reset(fromThief)).status).toBe(422)
  expect((await readMails(server.db, 'thief2@example.com')).at(-1)).toMatchObject({ kind: 'email-returned' })
  expect(await canSignIn(bob.email, bob.password)).toBe(true)
})

test('An address that was never verified gets no link that takes the account back', async () => {
  const ann = await server.signUp()
  await moveTo(ann, ann.token, 'ann.right@example.com')
  const kinds = (await readMails(server.db, ann.email)).map(({ kind }) => kind)
  expect(kinds).toEqual(['verify-email'])
})

test('An account cannot move to its own address or to that of another account', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const ask = async (email: string) => {
    const { status, failure } = await server.call(api.changeEmail, { token: ann.token, body: { email } })
    return [status, failure.message]
  }
  expect(await ask(ann.email)).toEqual([422, messages.mailLink.emailUnchanged])
  expect(await ask(bob.email)).toEqual([409, messages.account.emailTaken])
  expect((await server.call(api.changeEmail, { token: ann.token, body: { email: 'free@example.com' } })).status).toBe(
    200,
  )
  await server.signUp('free@example.com')
  const { status, failure } = await verify(await tokenFor('free@example.com', 'confirm-new-email'), ann.token)
  expect([status, failure.message]).toEqual([409, messages.mailLink.emailTakenMeanwhile])
  expect(await profileOf(ann.token)).toMatchObject({ email: ann.email })
})

test('An address that another account takes while the link is used stays with that account', async () => {
  const ann = await server.signUp()
  const email = 'wanted.by.two@example.com'
  await server.call(api.changeEmail, { token: ann.token, body: { email } })
  const link = await tokenFor(email, 'confirm-new-email')
  const { moving } = await server.db.transaction().execute(async (tx) => {
    await insertAccount(tx, new Date(clock.now()), { email })
    const answer = verify(link, ann.token)
    await awaitBlocked(server.db, 1)
    return { moving: answer }
  })
  const { status, failure } = await moving
  expect([status, failure.message]).toEqual([409, messages.mailLink.emailTakenMeanwhile])
  expect(await profileOf(ann.token)).toMatchObject({ email: ann.email })
})
