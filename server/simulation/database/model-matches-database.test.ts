import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { compareSequences } from './compare-sequences.ts'

test('The simulated database answers random operations as PostgreSQL does, and stores the same', async () => {
  await using database = await createTestDatabase()
  const comparison = await compareSequences(database.url, { first: 1, sequences: 12 })
  expect(comparison).toEqual({ compared: 12, difference: null })
})

test('A statement that PostgreSQL cannot read is no difference, but a failure of the comparison', async () => {
  await using database = await createTestDatabase()
  await sql`alter table bids rename column fence to guard`.execute(database.db)
  const comparing = compareSequences(database.url, { first: 1, sequences: 20 })
  await expect(comparing).rejects.toMatchObject({ cause: { code: expect.stringMatching(/^42/) } })
})
