import { expect, test } from 'vitest'
import { PAST_FAILURES } from './past-failures.ts'
import { tableOfLosses } from './rules/loss-reasons.ts'
import { replaysOf, runSeeds, seedsFrom } from './run-seeds.ts'

test('Seeds that once broke a rule break none', async () => {
  const { failed } = await runSeeds(PAST_FAILURES)
  expect(replaysOf(failed)).toEqual([])
})

test('Three hundred simulated runs full of faults break no rule and stay within the budgets of losses', async () => {
  const { failed, seeds, lost } = await runSeeds(seedsFrom(1, 300))
  expect(replaysOf(failed)).toEqual([])
  expect(tableOfLosses(lost, seeds).filter(({ isOver }) => isOver)).toEqual([])
})
