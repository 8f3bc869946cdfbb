import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { readConfig } from '../../config/config.ts'
import { generateKeys, publicHalf } from '../../config/keys.ts'
import { forgetUnopenablePushKeys, openPushKeys, readPublicPushKey } from './open-push-keys.ts'

let database: TestDatabase
const clock = manualClock(Date.UTC(2026, 10, 22, 12))
const vaultKeys = () => readConfig(generateKeys()).keys.vault

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() => database.db.deleteFrom('push_keys').execute())

const deps = () => ({ db: database.openAs('jobs').db, clock })

test('The keys for pushes are made once, also when several processes start together', async () => {
  const vault = vaultKeys()
  const opened = await Promise.all(Array.from({ length: 5 }, () => openPushKeys(deps(), vault)))
  expect(new Set(opened.map((keys) => JSON.stringify(keys))).size).toBe(1)
  expect(await openPushKeys(deps(), vault)).toEqual(opened[0])
  const rows = await database.db.selectFrom('push_keys').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(opened[0]?.privateKey)
})

test('The API reads the public key, and no private one, however it is sealed', async () => {
  const { publicKey } = await openPushKeys(deps(), vaultKeys())
  const { db } = database.openAs('api')
  expect(await readPublicPushKey(db)).toBe(publicKey)
  await expect(db.selectFrom('push_keys').select('sealed_private_key').execute()).rejects.toThrow('permission denied')
})

test('The keys for pushes stay when a vault key is replaced, and then open without the old one', async () => {
  const [old, next] = [vaultKeys(), vaultKeys()]
  const made = await openPushKeys(deps(), old)
  expect(await openPushKeys(deps(), [...next, ...old])).toEqual(made)
  expect(await openPushKeys(deps(), next)).toEqual(made)
})

test('A start without the vault key that seals the keys for pushes is refused by its name, until they are forgotten', async () => {
  const [lost, left] = [vaultKeys(), vaultKeys()]
  const made = await openPushKeys(deps(), lost)
  await expect(openPushKeys(deps(), left)).rejects.toThrow(`VAULT_KEYS lacks the secret key "${lost[0]?.kid}"`)
  const owner = { db: database.db, clock }
  expect(await forgetUnopenablePushKeys(owner, [...left, ...lost.map(publicHalf)])).toBe(true)
  expect(await forgetUnopenablePushKeys(owner, left)).toBe(false)
  expect(await openPushKeys(deps(), left)).not.toEqual(made)
  expect(await forgetUnopenablePushKeys(owner, left)).toBe(false)
})
