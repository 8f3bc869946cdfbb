import { expect, test } from 'vitest'
import { PAST_FAILURES } from './past-failures.ts'
import { runSeeds, seedsFrom } from './run-seeds.ts'
import { runSimulation } from './run-simulation.ts'
import { NO_TROUBLES } from './faults/faults.ts'

const MINUTE = 60_000

test('what once went wrong goes right', async () => {
  const { failed } = await runSeeds(PAST_FAILURES)
  expect(failed.flatMap(({ seed, violations }) => [seed, ...violations])).toEqual([])
})

test('whatever goes wrong in a thousand worlds, no rule is broken', { timeout: 2 * MINUTE }, async () => {
  const { failed, seeds } = await runSeeds(seedsFrom(1, 1_000))
  expect(seeds).toBe(1_000)
  expect(
    failed.flatMap(({ seed, violations }) => [`npm run simulate -- --seeds 1 --from ${seed}`, ...violations]),
  ).toEqual([])
})

test('where nothing goes wrong, every snipe that comes in time is sent once', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { violations, sendings, outcomes } = await runSimulation(seed, { faults: NO_TROUBLES })
    expect(violations).toEqual([])
    expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(sendings.length)
    expect(outcomes.filter(({ kind, why }) => kind !== 'accepted' && why !== 'it came late')).toEqual([])
  }
})

test('the same seed gives the same run', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const [once, again] = [await runSimulation(seed), await runSimulation(seed)]
    expect(again.hash).toBe(once.hash)
  }
})
