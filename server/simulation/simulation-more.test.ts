import { expect, test } from 'vitest'
import { tableOfLosses } from './rules/loss-reasons.ts'
import { runSeeds, seedsFrom } from './run-seeds.ts'

// A file of its own, so that a second worker runs it at the same time.
test('A second thousand simulated runs full of faults break no rule and stay within the budgets of losses', async () => {
  const { failed, seeds, lost } = await runSeeds(seedsFrom(1_001, 1_000))
  expect(seeds).toBe(1_000)
  expect(
    failed.flatMap(({ seed, violations }) => [`npm run simulate -- --seeds 1 --from ${seed}`, ...violations]),
  ).toEqual([])
  expect(tableOfLosses(lost, seeds).filter(({ isOver }) => isOver)).toEqual([])
})
