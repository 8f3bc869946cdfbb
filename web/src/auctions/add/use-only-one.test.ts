import { expect, test } from 'vitest'
import { freeName } from './use-only-one.ts'

test('A new group has a name from the titles that no open group has', () => {
  const titles = ['Seiko 6139', 'Seiko 6138']
  expect(freeName(titles, [])).toBe('Seiko')
  expect(freeName(titles, ['Seiko', 'Seiko 2'])).toBe('Seiko 3')
  expect(freeName([], [])).toBe('One of several')
})
