import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { StartupError } from '../startup-error.ts'
import { migrate } from './migrate.ts'

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

test('of processes that migrate at once, each file is applied once and all of them succeed', async () => {
  await using it = await createTestDatabase({ bare: true })
  await Promise.all([migrate(it.url), migrate(it.url), migrate(it.url)])
  const ours = (await readdir(new URL('../../../migrations/', import.meta.url))).toSorted()
  expect(ours.length).toBeGreaterThan(0)
  expect(await applied(it)).toEqual(ours)
})

test('migrating again changes nothing, and a new file is all that is applied', async () => {
  await using it = await createTestDatabase({ bare: true })
  const one = { '0001-one.sql': 'create table one ()' }
  await migrate(it.url, await migrations(one))
  await migrate(it.url, await migrations({ ...one, '0002-two.sql': 'create table two ()' }))
  expect(await applied(it)).toEqual(['0001-one.sql', '0002-two.sql'])
})

test('a migration that fails leaves nothing of itself behind', async () => {
  await using it = await createTestDatabase({ bare: true })
  const broken = await migrations({ '0001-one.sql': 'create table one (); create tabel two ()' })
  await expect(migrate(it.url, broken)).rejects.toThrow('Migration 0001-one.sql failed')
  expect(await applied(it)).toEqual([])
  await migrate(it.url, await migrations({ '0001-one.sql': 'create table one ()' }))
  expect(await applied(it)).toEqual(['0001-one.sql'])
})

test('a database that a newer Bidwell has changed is refused', async () => {
  await using it = await createTestDatabase({ bare: true })
  await migrate(it.url, await migrations({ '0001-one.sql': '', '0002-two.sql': '' }))
  const older = migrate(it.url, await migrations({ '0001-one.sql': '' }))
  await expect(older).rejects.toThrow(new StartupError('The database is newer than this Bidwell: it has 0002-two.sql'))
})

test('a migration that was edited after it was applied is refused', async () => {
  await using it = await createTestDatabase({ bare: true })
  await migrate(it.url, await migrations({ '0001-one.sql': 'create table one ()' }))
  const edited = migrate(it.url, await migrations({ '0001-one.sql': 'create table one (id int)' }))
  await expect(edited).rejects.toThrow(/^0001-one.sql has changed since it was applied/)
})
