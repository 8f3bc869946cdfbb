import { api, type Endpoint, NoData } from '@bidwell/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { appoint as appointIn } from '../../../test/appoint.ts'
import { mailedLinks } from '../../../test/mailed-links.ts'
import { route } from '../../http/route.ts'

const adminCall = {
  method: 'GET',
  path: '/admin/example',
  access: 'admin',
  scope: 'people',
  summary: 'For the test',
  data: NoData,
} as const satisfies Endpoint

let it: TestApi
beforeAll(async () => {
  it = await startTestApi({
    adminEmails: [
      'ann@example.com',
      'bob@example.com',
      'cat@example.com',
      'dan@example.com',
      'fay@example.com',
      'gil@example.com',
    ],
    routes: () => [route(adminCall, async () => ({ data: {} }))],
  })
})
afterAll(() => it[Symbol.asyncDispose]())

const statusFor = async (token?: string) => (await it.call(adminCall, { ...(token && { token }) })).status
const isRequired = async ({ token }: Person) => (await it.call(api.readSecondFactor, { token })).body.data.required

function verify({ accountId }: Person, at: Date) {
  return it.db.updateTable('accounts').set({ email_verified_at: at }).where('id', '=', accountId).execute()
}

const appoint = ({ accountId }: Person) => appointIn(it.db, accountId)

async function setUpApp({ token }: Person) {
  const { secret } = (await it.call(api.beginTotp, { token })).body.data
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) })
  expect((await it.call(api.confirmTotp, { token, body: { code } })).status).toBe(200)
}

test('An account administers once the operator has appointed it, its address is a verified one of the named, and it has a second factor', async () => {
  const [ann, bob, eve] = [
    await it.signUp('ann@example.com'),
    await it.signUp('bob@example.com'),
    await it.signUp('eve@example.com'),
  ]
  for (const person of [ann, bob, eve]) await verify(person, new Date(1_000))
  for (const person of [bob, eve]) await setUpApp(person)
  const statuses = async () => [await statusFor(ann.token), await statusFor(bob.token), await statusFor(eve.token)]
  // Whoever registers a named address is nobody before.
  expect([await statusFor(), ...(await statuses())]).toEqual([404, 404, 404, 404])
  for (const person of [ann, eve]) await appoint(person)
  expect([...(await statuses()), await isRequired(ann), await isRequired(bob)]).toEqual([404, 404, 404, true, false])

  await setUpApp(ann)
  expect([...(await statuses()), await isRequired(ann)]).toEqual([200, 404, 404, false])
  await it.call(api.turnOffTotp, { token: ann.token })
  expect(await statusFor(ann.token)).toBe(404)
})

test('A session that was opened with the password alone ends when another one adds the first second factor, and administers nothing', async () => {
  const [dan, bystander] = [await it.signUp('dan@example.com'), await it.signUp()]
  await verify(dan, new Date(1_000))
  await appoint(dan)
  const signIn = async ({ email, password }: Person) => (await it.call(api.signIn, { body: { email, password } })).body
  const [stolen, theirs] = [await signIn(dan), await signIn(bystander)]
  await setUpApp(dan)
  expect([await statusFor(dan.token), await statusFor(stolen.token)]).toEqual([200, 401])
  expect((await it.call(api.readProfile, { token: theirs.token })).status).toBe(200)
})

test('A reset by mail that removes a new second factor ends the appointment, and one that leaves an old one does not', async () => {
  const [fay, gil] = [await it.signUp('fay@example.com'), await it.signUp('gil@example.com')]
  for (const person of [fay, gil]) {
    await verify(person, new Date(1_000))
    await appoint(person)
    await setUpApp(person)
  }
  const isOld = { confirmed_at: new Date(1_000) }
  await it.db.updateTable('totp_secrets').set(isOld).where('account_id', '=', gil.accountId).execute()
  const { reset, resetTokenFor } = mailedLinks(() => it)
  for (const person of [fay, gil]) expect((await reset(await resetTokenFor(person))).status).toBe(200)
  const appointed = await it.db.selectFrom('administrators').select('account_id').execute()
  const isAppointed = ({ accountId }: Person) => appointed.some(({ account_id }) => account_id === accountId)
  expect([isAppointed(fay), isAppointed(gil)]).toEqual([false, true])
})

test('An account that moves to a named address is not an administrator', async () => {
  const eve = await it.signUp()
  await verify(eve, new Date(1_000))
  await setUpApp(eve)
  const moved = it.db.updateTable('accounts').set({ email: 'cat@example.com' }).where('id', '=', eve.accountId)
  await moved.execute()
  expect(await statusFor(eve.token)).toBe(404)
  await appoint(eve)
  expect(await statusFor(eve.token)).toBe(200)
})

test('No other spelling of an address reaches a call of the administrator', async () => {
  const stranger = await it.signUp()
  for (const path of ['/api/admin/example/', '/api//admin/example', '/api/ADMIN/example', '/api/%61dmin/example']) {
    const response = await fetch(it.url + path, { headers: { Authorization: `Bearer ${stranger.token}` } })
    expect([path, response.status]).toEqual([path, 404])
  }
})
