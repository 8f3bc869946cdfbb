import { expect, test } from 'vitest'
import { nameOf, ofClass } from './kind-name.ts'

test('Every kind whose channels can be chosen has a name of its own', () => {
  const kinds = (['result', 'urgent', 'info'] as const).flatMap(ofClass)
  expect(kinds.length).toBeGreaterThan(15) // an empty scan would pass
  expect(kinds.filter(({ kind, name }) => name === kind.replaceAll('_', ' ')).map(({ kind }) => kind)).toEqual([])
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
})

test('A kind of another version is called by its word', () => {
  expect(nameOf('of_tomorrow')).toBe('of tomorrow')
})
