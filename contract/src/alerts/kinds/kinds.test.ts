import { expect, test } from 'vitest'
import { defaultChannels, nameOf, ofClass } from './kinds.ts'

test('Every kind whose channels can be chosen has a name of its own', () => {
  const kinds = (['result', 'urgent', 'info'] as const).flatMap(ofClass)
  expect(kinds.length).toBeGreaterThan(15) // an empty scan would pass
  expect(kinds.filter(({ kind, name }) => name === kind.replaceAll('_', ' ')).map(({ kind }) => kind)).toEqual([])
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
})

test('A kind of another version is called by its word', () => {
  expect(nameOf('of_tomorrow')).toBe('of tomorrow')
})

test('News of the account, which has a mail of its own, goes out over no channel unless its user chose one', () => {
  for (const kind of ['new_sign_in', 'deletion_requested']) expect(defaultChannels(kind)).toEqual([])
  expect(defaultChannels('bid_won')).toContain('email')
})
