import { expect, test } from 'vitest'
import { replaysOf, runSeeds, seedsFrom } from './run-seeds.ts'

test('In a hundred simulated runs in which the site moves an end far away after an outage, owners can cancel again', async () => {
  const { failed } = await runSeeds(seedsFrom(1, 100), {
    always: ['reopenings', 'cancels', 'changes', 'rivals'],
    alone: true,
  })
  expect(replaysOf(failed, '--faults reopenings,cancels,changes,rivals --alone')).toEqual([])
})
