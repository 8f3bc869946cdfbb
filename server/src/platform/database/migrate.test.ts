import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { StartupError } from '../startup-error.ts'
import { migrate, pendingMigrations } from './migrate.ts'

async function migrations(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

async function applied({ db }: TestDatabase) {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

test('Processes that migrate at the same time all succeed, and each file is applied once', async () => {
  await using empty = await createTestDatabase({ bare: true })
  await Promise.all([migrate(empty.url), migrate(empty.url), migrate(empty.url)])
  const names = (await readdir(new URL('../../../migrations/', import.meta.url))).toSorted()
  expect(names.length).toBeGreaterThan(0)
  expect(await applied(empty)).toEqual(names)
})

test('Migrating again applies only the files that are new', async () => {
  await using empty = await createTestDatabase({ bare: true })
  const one = { '0001-one.sql': 'create table one ()' }
  await migrate(empty.url, await migrations(one))
  await migrate(empty.url, await migrations({ ...one, '0002-two.sql': 'create table two ()' }))
  expect(await applied(empty)).toEqual(['0001-one.sql', '0002-two.sql'])
})

test('A migration that fails takes those before it back, so that the version before still starts', async () => {
  await using older = await createTestDatabase({ bare: true })
  const one = { '0001-one.sql': 'create table one ()' }
  await migrate(older.url, await migrations(one))
  const two = { ...one, '0002-two.sql': 'create table two ()' }
  const broken = await migrations({ ...two, '0003-three.sql': 'create table three (); create tabel four ()' })
  await expect(migrate(older.url, broken)).rejects.toThrow('Migration 0003-three.sql failed, and nothing was changed')
  expect(await applied(older)).toEqual(['0001-one.sql'])
  await migrate(older.url, await migrations(one))
  await migrate(older.url, await migrations({ ...two, '0003-three.sql': 'create table three ()' }))
  expect(await applied(older)).toEqual(['0001-one.sql', '0002-two.sql', '0003-three.sql'])
})

test('A database with migrations of another version is refused and left as it was', async () => {
  await using made = await createTestDatabase({ bare: true })
  await migrate(made.url, await migrations({ '0001-one.sql': '', '0002-two.sql': '' }))
  const otherVersion = await migrations({ '0001-one.sql': 'select 1', '0003-three.sql': '' })
  await expect(migrate(made.url, otherVersion)).rejects.toThrow(
    new StartupError(
      'Another version of Bidwell made this database (it has 0002-two.sql): run that version, or start with an empty ' +
        'database (another DATABASE_URL or BIDWELL_DATA)',
    ),
  )
  expect(await applied(made)).toEqual(['0001-one.sql', '0002-two.sql'])
})

test('A migration that was edited after it was applied is refused', async () => {
  await using made = await createTestDatabase({ bare: true })
  await migrate(made.url, await migrations({ '0001-one.sql': 'create table one ()' }))
  const edited = migrate(made.url, await migrations({ '0001-one.sql': 'create table one (id int)' }))
  await expect(edited).rejects.toThrow(/^0001-one.sql has changed since it was applied/)
})

test('A database from before the baseline is refused by name, with what to do, and left as it was', async () => {
  await using older = await createTestDatabase({ bare: true })
  await migrate(older.url, await migrations({ '0001-accounts.sql': '', '0111-codes-of-links.sql': '' }))
  const refused =
    /^This database has the tables of an older Bidwell .*, and nothing was changed: .* bidwell backup.* bidwell restore FILE/
  await expect(migrate(older.url)).rejects.toThrow(refused)
  await expect(pendingMigrations(older.url)).rejects.toThrow(refused)
  expect(await applied(older)).toEqual(['0001-accounts.sql', '0111-codes-of-links.sql'])
})
