import { expect, test } from 'vitest'
import { randomKey } from './random-key.ts'

test('A thousand random keys are all different, each 32 hex digits', () => {
  const keys = Array.from({ length: 1_000 }, randomKey)
  expect(new Set(keys).size).toBe(1_000)
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
})
