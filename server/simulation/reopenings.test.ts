import { expect, test } from 'vitest'
import { runSeeds, seedsFrom } from './run-seeds.ts'

test('In a hundred simulated runs in which the site moves an end far away after an outage, owners can cancel again', async () => {
  const { failed } = await runSeeds(seedsFrom(1, 100), {
    always: ['reopenings', 'cancels', 'changes', 'rivals'],
    alone: true,
  })
  expect(
    failed.flatMap(({ seed, violations }) => [
      `npm run simulate -- --seeds 1 --from ${seed} --faults reopenings,cancels,changes,rivals --alone`,
      ...violations,
    ]),
  ).toEqual([])
})
