import { expect, test } from 'vitest'
import { NO_FAULTS } from './faults/faults.ts'
import { replaysOf, runSeeds, seedsFrom } from './run-seeds.ts'
import { runSimulation } from './run-simulation.ts'

test('Fifty simulated runs full of faults break no rule', async () => {
  const { failed } = await runSeeds(seedsFrom(1, 50))
  expect(replaysOf(failed)).toEqual([])
})

test('In a run without faults, every snipe that is scheduled in time is sent once', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { violations, sendings, classes } = await runSimulation(seed, { faults: NO_FAULTS })
    expect(violations).toEqual([])
    const others = classes.filter(({ kind }) => kind !== 'placed')
    expect(classes.length - others.length).toBe(sendings.length)
    expect(others.filter((other) => other.kind !== 'unavoidable' || other.reason !== 'it came late')).toEqual([])
  }
})

test('The same seed gives the same simulated run', async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const [once, again] = [await runSimulation(seed), await runSimulation(seed)]
    expect(again.hash).toBe(once.hash)
  }
})
