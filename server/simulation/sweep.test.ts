import { expect, test } from 'vitest'
import { MISHAPS, sweepOnce } from './sweep.ts'

test('Without a failed call, the engine sends and wins all three snipes', async () => {
  const { violations, lost, calls } = await sweepOnce(null)
  expect({ violations, lost }).toEqual({ violations: [], lost: [] })
  expect(calls).toBeGreaterThan(100)
})

test.each(MISHAPS)('When any one call of an engine ends with %s, no rule is broken', async (mishap) => {
  const { calls } = await sweepOnce(null)
  const failed: string[] = []
  for (let nth = 1; nth <= calls; nth++) {
    const { violations, call } = await sweepOnce({ nth, mishap })
    failed.push(...violations.map((violation) => `call ${nth} (${call}): ${violation}`))
  }
  expect(failed).toEqual([])
})
