import { expect, test } from 'vitest'
import { shrinkFaults } from './shrink-faults.ts'
import { TROUBLES } from './faults.ts'

test('of all faults, those are told without which the rule would have been kept', async () => {
  const needed = await shrinkFaults(
    async (_, { faults }) => ({
      violations: [
        ...(faults.has('kills') && faults.has('bids') ? ['I2 no double: bid 1 of this run'] : []),
        ...(faults.has('rivals') ? ['I6 truthful status: another matter'] : []),
      ],
    }),
    { seed: 1, faults: new Set(TROUBLES), violations: ['I2 no double: bid 3'] },
  )
  expect([...needed]).toEqual(['kills', 'bids'])
})
