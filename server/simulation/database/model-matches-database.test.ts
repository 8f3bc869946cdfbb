import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { compareSequences } from './compare-sequences.ts'

test(
  'The simulated database answers every sequence of operations as PostgreSQL does',
  { timeout: 60_000 },
  async () => {
    await using database = await createTestDatabase()
    const { compared, difference } = await compareSequences(database.url, {
      seed: 1,
      sequences: 200,
      timeLimitMs: 15_000,
    })
    expect(difference).toBeNull()
    expect(compared).toBeGreaterThan(20)
  },
)
