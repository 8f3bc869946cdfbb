import { expect, test } from 'vitest'
import { matchTitle, readSearchText } from './match-title.ts'
import titles from './sold-titles.json' with { type: 'json' }
import { similarTo, tellingWords } from './telling-words.ts'

test.each(titles)('Of %j, the words that tell what is sold are %j', (title = '', words) => {
  expect(tellingWords(title).join(' ')).toBe(words)
})

test('A search for items like one of a title is one that may be saved, and matches the title itself', () => {
  const searches = titles.flatMap(([title = '']) =>
    similarTo(title) === '' ? [] : [[title, similarTo(title)] as const],
  )
  expect(searches.length).toBeGreaterThan(20) // an empty list would pass
  for (const [title, search] of searches) {
    const { terms, fault } = readSearchText(search)
    expect([search, fault]).toEqual([search, null])
    expect([title, search, terms && matchTitle(terms, title) !== null]).toEqual([title, search, true])
  }
})
