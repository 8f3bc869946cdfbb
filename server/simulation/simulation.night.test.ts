import { expect, test } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { compareSequences } from './database/compare-sequences.ts'
import { tableOfLosses } from './rules/loss-reasons.ts'
import { replaysOf, runSeeds, seedsFrom } from './run-seeds.ts'
import { failuresAtCalls, MISHAPS } from './sweep.ts'

const THOUSAND = 1_000
const thousands = (count: number) => Array.from({ length: count }, (_, nth) => 1 + nth * THOUSAND)

test.each(thousands(20))(
  'A thousand simulated runs from seed %i break no rule and stay within the budgets of losses',
  async (from) => {
    const { failed, seeds, lost } = await runSeeds(seedsFrom(from, THOUSAND))
    expect(replaysOf(failed)).toEqual([])
    expect(tableOfLosses(lost, seeds).filter(({ isOver }) => isOver)).toEqual([])
  },
)

test.each(thousands(3))(
  'In a thousand simulated runs from seed %i, no group has more bids out than it may win',
  async (from) => {
    const { failed } = await runSeeds(seedsFrom(from, THOUSAND), { always: ['groups'] })
    expect(replaysOf(failed, '--faults groups')).toEqual([])
  },
)

test.each(MISHAPS)('When any one call of an engine ends with %s, no rule is broken', async (mishap) => {
  expect(await failuresAtCalls(mishap, { everyNth: 1 })).toEqual([])
})

test('In hundreds of random sequences, the simulated database answers as PostgreSQL does, and stores the same', async () => {
  await using database = await createTestDatabase()
  const comparison = await compareSequences(database.url, { first: 1, sequences: 300 })
  expect(comparison).toEqual({ compared: 300, difference: null })
})
