import { expect, test } from 'vitest'
import { MISHAPS, sweepOnce } from './sweep.ts'

test('where every call goes well, three snipes are sent and won', async () => {
  const { violations, lost, calls } = await sweepOnce(null)
  expect({ violations, lost }).toEqual({ violations: [], lost: [] })
  expect(calls).toBeGreaterThan(100)
})

test.each(MISHAPS)('whichever one call to the outside %s, no rule is broken', async (mishap) => {
  const { calls } = await sweepOnce(null)
  const failed: string[] = []
  for (let nth = 1; nth <= calls; nth++) {
    const { violations, call } = await sweepOnce({ nth, mishap })
    failed.push(...violations.map((violation) => `call ${nth} (${call}): ${violation}`))
  }
  expect(failed).toEqual([])
})
