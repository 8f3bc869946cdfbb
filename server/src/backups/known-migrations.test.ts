import { expect, test } from 'vitest'
import { readMigrations } from '../platform/database/read-migrations.ts'
import { knownMigrations } from './known-migrations.ts'

const NAME = '0081-after-the-win.sql'
const backupWith = (checksum: string) =>
  knownMigrations({ release: '0.1.0', migrations: [{ name: NAME, checksum }] } as Parameters<typeof knownMigrations>[0])

test('A backup of a database that took a migration before its fault was mended can be restored', async () => {
  const [mended] = (await readMigrations()).filter(({ name }) => name === NAME)
  expect(await backupWith('5fd0417a371b3d79c97706e88b2da44d8042ad8d82faa030ee7bc80e38939ea2')).toEqual([mended])
  await expect(backupWith('another')).rejects.toThrow('this Bidwell has another of that name')
})
