import { ACCOUNT, api, messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRegistration, startTestApi, type TestApi } from '../../../test/api.ts'
import { systemClock } from '../../platform/clock.ts'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

test('A registration signs the new account in', async () => {
  const { status, body } = await server.call(api.register, { body: aRegistration({ email: ' New.One@Example.com ' }) })
  expect(status).toBe(200)
  expect(body.message).toBe(messages.account.created)

  const profile = await server.call(api.readProfile, { token: body.token })
  expect(profile.body).toMatchObject({
    subscription_tier: 'self-hosted',
    data: { email: 'new.one@example.com', email_verified: false, auth_provider: 'password', sms_opt_in: false },
  })
})

test('Of twenty concurrent registrations of one e-mail in different capitals one gets the account, and no lookalike does', async () => {
  const email = 'kim.li@example.com'
  const spelled = Array.from({ length: 20 }, (_, n) => `${email.slice(0, n).toUpperCase()}${email.slice(n)}`)
  // A Kelvin sign, a dotless i, a full-width letter, a combining accent, a zero-width space.
  const lookalikes = ['\u212Aim.li', 'k\u0131m.li', '\uFF4Bim.li', 'kim.li\u0301', 'kim\u200B.li'].map(
    (name) => `${name}@example.com`,
  )
  const answers = await Promise.all(
    [...spelled, ...lookalikes].map((typed) => server.call(api.register, { body: aRegistration({ email: typed }) })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.slice(0, 20).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(409)])
  expect(statuses.slice(20)).toEqual(Array(5).fill(422))
  expect(answers.find(({ status }) => status === 409)?.failure.message).toBe(messages.account.emailTaken)
  const rows = await server.db.selectFrom('accounts').select('email').where('email', 'like', '%@example.com').execute()
  expect(rows.filter((row) => row.email.endsWith('.li@example.com'))).toEqual([{ email }])
})

test('A registration that breaks several rules gets the message of each, with its field', async () => {
  const { status, failure } = await server.call(api.register, {
    body: aRegistration({ email: 'nobody', password: 'short', terms: false, smsOptIn: true, phoneNumber: '12' }),
  })
  expect(status).toBe(422)
  expect(failure).toEqual({
    success: false,
    code: 'rule_broken',
    message: messages.account.emailInvalid,
    details: [
      { path: 'email', message: messages.account.emailInvalid },
      { path: 'password', message: messages.account.passwordTooShort },
      { path: 'confirmPassword', message: messages.account.passwordsDiffer },
      { path: 'terms', message: messages.account.termsRequired },
      { path: 'phoneNumber', message: messages.account.phoneInvalid },
    ],
  })
})

test.each([
  ['termsVersion', messages.account.termsOutdated],
  ['privacyVersion', messages.account.privacyOutdated],
])('A registration with a %s other than the current one is refused', async (path, message) => {
  for (const version of ['v0.9', 'v1.0 ', 'V1.0', '1']) {
    const { status, failure } = await server.call(api.register, { body: aRegistration({ [path]: version }) })
    expect([status, failure.message, failure.details]).toEqual([422, message, [{ path, message }]])
  }
})

test('A password with an HTML tag is refused, because the forms of the web would drop the tag when it is typed', async () => {
  for (const password of ['correct <b>horse</b> battery', '<a long password>']) {
    const { status, failure } = await server.call(api.register, {
      body: aRegistration({ password, confirmPassword: password }),
    })
    expect([status, failure.message]).toEqual([422, 'Password must not contain HTML tags, such as <b>'])
  }
  const password = 'a horse < a battery'
  const body = aRegistration({ password, confirmPassword: password })
  expect((await server.call(api.register, { body })).status).toBe(200)
})

test("An address with an apostrophe is refused instead of becoming another person's address", async () => {
  await server.call(api.register, { body: aRegistration({ email: 'obrien@example.com' }) })
  const { status, failure } = await server.call(api.register, { body: aRegistration({ email: "o'brien@example.com" }) })
  expect([status, failure.message]).toEqual([422, messages.account.emailInvalid])
})

test('The accepted versions of terms and privacy policy are stored with the time', async () => {
  const startedAt = systemClock.now()
  const body = aRegistration()
  await server.call(api.register, { body })
  const account = await server.db.selectFrom('accounts').selectAll().where('email', '=', body.email).executeTakeFirst()
  expect(account).toMatchObject({ terms_version: ACCOUNT.termsVersion, privacy_version: ACCOUNT.privacyVersion })
  expect(account!.terms_accepted_at.getTime()).toBeGreaterThanOrEqual(startedAt)
})

test.each(['password1', 'PASSWORD1', 'baseball1', 'iloveyou2', 'qwertyuiop'])(
  'A registration with the common password %j is refused',
  async (password) => {
    const { status, failure } = await server.call(api.register, {
      body: aRegistration({ password, confirmPassword: password }),
    })
    expect(status).toBe(422)
    expect(failure.message).toBe(messages.account.passwordTooCommon)
  },
)

test.each([
  'margaret.hamilton@example.com',
  'Margaret.Hamilton',
  'margaret.hamilton!1969',
  'Bidwell2026!',
  'shop goodwill',
  'GoodWill-123',
  'auction house 1',
])('A registration with the password %j, which is little more than a name, is refused', async (password) => {
  const body = aRegistration({ email: 'margaret.hamilton@example.com', password, confirmPassword: password })
  expect((await server.call(api.register, { body })).failure.message).toBe(messages.account.passwordNamesOnly)
})

test.each([
  ['eight characters', 'kr4!mop2'],
  ['128 characters', 'long pass phrase '.repeat(8).slice(0, 128)],
  ['spaces at both ends', '  spaced out  '],
  ['emoji', '🦊🦊🦊🦊 den'],
  ['small letters only', 'zyxomavretip'],
  ['a name and other words', 'bidwell wins teapots'],
])('A registration with a password of %s is accepted', async (_, password) => {
  const { status } = await server.call(api.register, { body: aRegistration({ password, confirmPassword: password }) })
  expect(status).toBe(200)
})

test.each([
  ['seven characters', 'kr4!mop', messages.account.passwordTooShort],
  ['129 characters', 'x9!'.repeat(43), messages.account.passwordTooLong],
])('A registration with a password of %s is refused', async (_, password, message) => {
  const { status, failure } = await server.call(api.register, {
    body: aRegistration({ password, confirmPassword: password }),
  })
  expect(status).toBe(422)
  expect(failure.message).toBe(message)
})

test.each(['role', 'is_admin', 'user_id', 'plan', 'email_verified'])(
  'A registration with the unknown field %s is refused',
  async (field) => {
    const { status, failure } = await server.call(api.register, { body: aRegistration({ [field]: 'admin' }) })
    expect(status).toBe(400)
    expect(failure).toMatchObject({
      code: 'malformed',
      details: [{ path: field, message: `${field} is not a field of this call` }],
    })
  },
)

test('A phone number is stored without the 1 of the country, and one with too many digits is refused', async () => {
  const body = aRegistration({ smsOptIn: true, phoneNumber: '+1 (555) 123-4567' })
  const { status, body: answer } = await server.call(api.register, { body })
  expect([status, answer.data.profile.phone_number]).toEqual([200, '5551234567'])
  const tooLong = await server.call(api.register, {
    body: aRegistration({ smsOptIn: true, phoneNumber: '55512345678' }),
  })
  expect(tooLong.failure.details).toEqual([{ path: 'phoneNumber', message: messages.account.phoneInvalid }])
})
