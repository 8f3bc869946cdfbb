import { expect, test } from 'vitest'
import { ALL_FAULTS } from './faults.ts'
import { shrinkFaults } from './shrink-faults.ts'

test('Shrinking the faults of a failed run keeps those without which no same rule is broken', async () => {
  const needed = await shrinkFaults(
    async (_, { faults }) => ({
      violations: [
        ...(faults.has('kills') && faults.has('bids') ? ['I2 no double: bid 1 of this run'] : []),
        ...(faults.has('rivals') ? ['I6 truthful status: another matter'] : []),
      ],
    }),
    { seed: 1, faults: new Set(ALL_FAULTS), violations: ['I2 no double: bid 3'] },
  )
  expect([...needed]).toEqual(['kills', 'bids'])
})
