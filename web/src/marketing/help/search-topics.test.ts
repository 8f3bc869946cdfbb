import { expect, test } from 'vitest'
import { ACCOUNT_TOPICS, FAQ } from './help-topics.ts'
import { searchTopics } from './search-topics.ts'

const found = (query: string) => searchTopics([...ACCOUNT_TOPICS, ...FAQ], query).map(({ id }) => id)

test('A search of the help finds the topics that contain every word, in any case and order', () => {
  expect(found('LOCK password')).toContain('locked')
  expect(found('password lock')).toEqual(found('LOCK password'))
  expect(found('refused login')).toContain('not-sent')
  expect(found('refused login')).not.toContain('pay')
})

test('An empty search of the help finds every topic, and an unknown word none', () => {
  expect(found('  ')).toHaveLength(ACCOUNT_TOPICS.length + FAQ.length)
  expect(found('zzzz')).toEqual([])
})

test('Every topic of the help has an anchor of its own', () => {
  expect(new Set(found('')).size).toBe(ACCOUNT_TOPICS.length + FAQ.length)
})
