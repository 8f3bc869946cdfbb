import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { createSecretBox } from '../../platform/derived-keys/secret-box.ts'
import { createPasswordHasher } from './password-hasher.ts'

const box = createSecretBox([{ kid: 'a', key: Buffer.alloc(32, 1) }], 'password hashes')
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const COSTLY = { memoryCost: 32_768, timeCost: 10, parallelism: 1 }

/** Compares a password with a costly hash and then, without waiting, with a cheap one; returns which ended first. */
async function firstToEnd(concurrency: number) {
  const passwords = await createPasswordHasher({ box, concurrency, cost: CHEAP })
  const [costly, cheap] = [await hash('a password', COSTLY), await hash('a password', CHEAP)]
  return Promise.race([
    passwords.matches(costly, 'a password').then(() => 'costly'),
    passwords.matches(cheap, 'a password').then(() => 'cheap'),
  ])
}

test('Passwords are hashed with Argon2id at the cost that OWASP recommends', async () => {
  const passwords = await createPasswordHasher({ box })
  expect(box.open(await passwords.hash('correct horse battery'))).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('A second password waits until the first is hashed, unless two may be hashed at once', async () => {
  expect(await firstToEnd(1)).toBe('costly')
  expect(await firstToEnd(2)).toBe('cheap')
})

test('While fifty passwords wait, further ones are refused at once', async () => {
  const passwords = await createPasswordHasher({ box, concurrency: 1, cost: CHEAP })
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.matches(null, 'anything')))
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(9)
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterMs: 2_000 } })
  expect(await passwords.matches(null, 'anything')).toBe(false)
})
