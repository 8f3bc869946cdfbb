import { expect, test } from 'vitest'
import { cutPage, decodeCursor, encodeCursor } from './cursor.ts'

test('A cursor decodes to what was encoded, and any other text is refused', () => {
  expect(decodeCursor(encodeCursor({ key: 1_795_205_000_123, id: 42 }))).toEqual({ key: 1_795_205_000_123, id: 42 })
  for (const made of [
    '',
    'x',
    '1.2',
    encodeCursor({ key: Number.NaN, id: Number.NaN }),
    encodeCursor({ key: -1, id: 1 }),
    encodeCursor({ key: 999_999_999_999_999, id: 1 }),
    'MS4y\u0000',
    'é'.repeat(100),
  ]) {
    expect(() => decodeCursor(made)).toThrow(/not well formed/)
  }
})

const cursorOf = (id: number) => ({ key: id, id })

test('A page that holds all rows has no next cursor', () => {
  expect(cutPage([1, 2], 2, cursorOf)).toEqual({ page: [1, 2], nextCursor: null })
  expect(cutPage([1, 2, 3], 2, cursorOf)).toEqual({ page: [1, 2], nextCursor: encodeCursor({ key: 2, id: 2 }) })
  expect(cutPage([], 2, cursorOf)).toEqual({ page: [], nextCursor: null })
})
