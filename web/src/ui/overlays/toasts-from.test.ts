import { expect, test } from 'vitest'
import { toastsFrom } from './toasts-from.ts'

test('Toasts begin below what is to stay free, as far as it is in sight, and above what is pinned to the foot of the window', () => {
  expect(toastsFrom([140, 214], 700)).toBe(214)
  expect(toastsFrom([-300, -226], 700)).toBe(0)
  expect(toastsFrom([], 700)).toBe(0)
  expect(toastsFrom([150, 396], 420)).toBe(348)
  expect(toastsFrom([150, 240], 420)).toBe(240)
})
