import { expect, test } from 'vitest'
import { runSimulation } from './run-simulation.ts'
import { NO_TROUBLES } from './scenario.ts'

const SEEDS = 300

test('whatever goes wrong, no rule is broken', async () => {
  const failed: string[] = []
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { violations } = await runSimulation(seed)
    failed.push(...violations.map((violation) => `seed ${seed}: ${violation}`))
  }
  expect(failed).toEqual([])
}, 120_000)

test('where nothing goes wrong, every snipe is sent once', async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const { violations, sendings, bids } = await runSimulation(seed, NO_TROUBLES)
    expect(violations).toEqual([])
    expect(sendings).toHaveLength(bids.length)
  }
})
