import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { readConfig } from '../../config/config.ts'
import { generateKeys, publicHalf } from '../../config/keys.ts'
import { derivePushKeys, publishPushKeys, readPublicPushKey } from './push-keys.ts'

let database: TestDatabase
const vaultKeys = () => readConfig(generateKeys()).keys.vault

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

test('The keys for pushes come from the vault keys, the newest first, and no public half gives any', () => {
  const [old, next] = [vaultKeys(), vaultKeys()]
  expect(derivePushKeys(old)).toEqual(derivePushKeys(old))
  expect(derivePushKeys([...next, ...old])).toEqual([...derivePushKeys(next), ...derivePushKeys(old)])
  expect(derivePushKeys(next)).not.toEqual(derivePushKeys(old))
  expect(derivePushKeys(old.map(publicHalf))).toEqual([])
})

test('The API reads the newest public key, and no private one is stored', async () => {
  const [old, next] = [vaultKeys(), vaultKeys()]
  const { db } = database.openAs('jobs')
  await publishPushKeys(db, old)
  const [newest] = await publishPushKeys(db, [...next, ...old])
  expect(await readPublicPushKey(database.openAs('api').db)).toBe(newest?.publicKey)
  expect(await database.db.selectFrom('push_keys').selectAll().execute()).toEqual([
    { is_only: true, public_key: newest?.publicKey },
  ])
})
