import { expect, test } from 'vitest'
import { shrinkTroubles } from './shrink-troubles.ts'
import { TROUBLES } from './troubles.ts'

test('of all troubles, those are told without which the rule would have been kept', async () => {
  const needed = await shrinkTroubles(
    async (_, { troubles }) => ({
      violations: [
        ...(troubles.has('kills') && troubles.has('bids') ? ['I2 no double: bid 1 of this run'] : []),
        ...(troubles.has('rivals') ? ['I6 truthful status: another matter'] : []),
      ],
    }),
    { seed: 1, troubles: new Set(TROUBLES), violations: ['I2 no double: bid 3'] },
  )
  expect([...needed]).toEqual(['kills', 'bids'])
})
