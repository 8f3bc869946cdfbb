import { expect, test } from 'vitest'
import { bytesText } from './bytes-text.ts'

test('A size is said in the larger unit that it fills', () => {
  expect(bytesText(71_700 * 2 ** 20)).toBe('70 GiB')
  expect(bytesText(2.5 * 2 ** 30)).toBe('2.5 GiB')
  expect(bytesText(900 * 2 ** 20)).toBe('900 MiB')
  expect(bytesText(3_000)).toBe('0.1 MiB')
})
