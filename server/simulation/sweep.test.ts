import { expect, test } from 'vitest'
import { failuresAtCalls, MISHAPS, sweepOnce } from './sweep.ts'

test('Without a failed call, the engine sends and wins all three snipes', async () => {
  const { violations, lost, calls } = await sweepOnce(null)
  expect({ violations, lost }).toEqual({ violations: [], lost: [] })
  expect(calls).toBeGreaterThan(100)
})

test.each(MISHAPS)('When one of every four calls of an engine ends with %s, no rule is broken', async (mishap) => {
  expect(await failuresAtCalls(mishap, { everyNth: 4 })).toEqual([])
})
