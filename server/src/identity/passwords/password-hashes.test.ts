import { api, messages } from '@bidwell/contract'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aRegistration, startTestApi, type TestApi } from '../../../test/api.ts'
import { createSecretBox } from '../../platform/derived-keys/secret-box.ts'
import { AppError } from '../../platform/errors.ts'
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts'
import { resealPasswordHashes } from './reseal-password-hashes.ts'

const LOW = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const HIGH = { ...LOW, timeCost: 2 }
const [old, fresh] = ['old', 'new'].map((kid) => ({ kid, key: Buffer.alloc(32, kid) })) as [Key, Key]
type Key = { kid: string; key: Buffer }
const boxOf = (...keys: Key[]) => createSecretBox(keys, 'password hashes')

const busy = () => Promise.reject(new AppError('unavailable', messages.generic.unavailable, { retryAfterMs: 2_000 }))

/** The hasher of the API in the present test. */
let hasher: PasswordHasher
let server: TestApi
beforeAll(async () => {
  server = await startTestApi({
    passwords: () => ({
      hash: (password) => hasher.hash(password),
      matches: (passwordHash, password) => hasher.matches(passwordHash, password),
      isOutdated: (passwordHash) => hasher.isOutdated(passwordHash),
    }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => server.db.updateTable('accounts').set({ password_hash: null }).execute())

const hasherOf = (keys: Key[], cost = LOW) => createPasswordHasher({ box: boxOf(...keys), cost })
const storedOf = async (email: string) => {
  const query = server.db.selectFrom('accounts').select('password_hash').where('email', '=', email)
  return String((await query.executeTakeFirstOrThrow()).password_hash)
}
const signIn = async ({ email, password }: { email: string; password: string }) =>
  (await server.call(api.signIn, { body: { email, password } })).status

test('A hash is stored encrypted: the database without the key does not show it, and does not open it', async () => {
  hasher = await hasherOf([old])
  const person = await server.signUp()
  const stored = await storedOf(person.email)
  expect(stored).toMatch(/^old:[\w-]{100,}$/)
  expect(boxOf(old).open(stored)).toMatch(/^\$argon2id\$/)
  expect(() => boxOf({ kid: 'old', key: Buffer.alloc(32, 'guess') }).open(stored)).toThrow()
  const changed = `${stored.slice(0, -2)}${stored.endsWith('AA') ? 'BB' : 'AA'}`
  expect(() => boxOf(old).open(changed)).toThrow()
})

test('A sign-in stores the password at the present cost, once', async () => {
  hasher = await hasherOf([old], LOW)
  const [person, bystander] = [await server.signUp(), await server.signUp()]
  const untouched = await storedOf(bystander.email)
  hasher = await hasherOf([old], HIGH)
  expect(await signIn({ ...person, password: 'not the one' })).toBe(401)
  expect(boxOf(old).open(await storedOf(person.email))).toContain('t=1')

  expect(await signIn(person)).toBe(200)
  const raised = await storedOf(person.email)
  expect(boxOf(old).open(raised)).toContain('t=2')
  expect(await signIn(person)).toBe(200)
  expect(await storedOf(person.email)).toBe(raised)
  expect(await storedOf(bystander.email)).toBe(untouched)
})

test('A sign-in works although the raised hash cannot be computed for now', async () => {
  hasher = await hasherOf([old], LOW)
  const person = await server.signUp()
  hasher = { ...(await hasherOf([old], HIGH)), hash: busy }
  expect(await signIn(person)).toBe(200)
  expect(boxOf(old).open(await storedOf(person.email))).toContain('t=1')
})

test('Replacing the session key locks nobody out, and after one start the replaced key is not needed any more', async () => {
  hasher = await hasherOf([old])
  const [person, older] = [await server.signUp(), await server.signUp()]
  const unencrypted = await hash(older.password, LOW)
  await server.db.updateTable('accounts').set({ password_hash: unencrypted }).where('email', '=', older.email).execute()

  hasher = await hasherOf([fresh, old])
  expect(await signIn(person)).toBe(200)
  await resealPasswordHashes(server.db, boxOf(fresh, old))
  for (const { email } of [person, older]) expect(await storedOf(email)).toMatch(/^new:/)

  await resealPasswordHashes(server.db, boxOf(fresh))
  hasher = await hasherOf([fresh])
  for (const somebody of [person, older]) expect(await signIn(somebody)).toBe(200)
})

test('The API does not start without a session key that a password is stored with', async () => {
  hasher = await hasherOf([old])
  const person = await server.signUp()
  const stored = await storedOf(person.email)
  await expect(resealPasswordHashes(server.db, boxOf(fresh))).rejects.toThrow('SESSION_KEYS lacks the key old')
  expect(await storedOf(person.email)).toBe(stored)
})

test('A registration is refused for a moment while too many passwords wait, and uses nothing up', async () => {
  hasher = { ...(await hasherOf([old])), hash: busy }
  const body = aRegistration()
  for (let n = 0; n < 25; n += 1) {
    const { status, headers } = await server.call(api.register, { body })
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  }
  hasher = await hasherOf([old])
  expect((await server.call(api.register, { body })).status).toBe(200)
})
