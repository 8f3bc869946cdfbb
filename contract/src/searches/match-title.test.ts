import { expect, test } from 'vitest'
import { matchTitle, readSearchText, siteWordsOf } from './match-title.ts'

function matched(text: string, title: string): string[] | null {
  const { terms, fault } = readSearchText(text)
  if (fault !== null) throw new Error(fault)
  return matchTitle(terms, title)?.map(([from, to]) => title.slice(from, to)) ?? null
}

test.each([
  ['men', 'Coat for men', ['men']],
  ['men', 'Women’s coat', null],
  ['men', 'MEN’S coat', ['MEN']],
  ['"50mm 1.8"', 'Nikon AF 50mm f/1.8 D', null],
  ['"50mm f/1.8"', 'Nikon AF 50mm f/1.8 D', ['50mm f/1.8']],
  ['"50mm 1.8"', 'Nikkor 50mm, 1.8', ['50mm, 1.8']],
  ['1.8', 'Lens 11.85', null],
  ['nikon -broken', 'Nikon F3, broken', null],
  ['nikon -"for parts"', 'Nikon F3 for parts', null],
  ['nikon -"for parts"', 'Nikon F3, parts for free', ['Nikon']],
  ['nikon (ai|ais)', 'Nikon AIS lens', ['Nikon', 'AIS']],
  ['nikon (ai|ais)', 'Nikon paint', null],
  ['nikon ("series e"|ai)', 'Nikon 50mm Series E', ['Nikon', 'Series E']],
  ['nikon -(broken|parts)', 'Nikon parts', null],
  ['etagere', 'Étagère, oak', ['Étagère']],
  ['black & decker', 'Black & Decker drill', ['Black', 'Decker']],
  ['d-50', 'Nikon D 50 body', ['D 50']],
  ['lamp', 'Lamp and lamp', ['Lamp', 'lamp']],
  ['lamp', '', null],
])('The search %s finds in “%s” %j', (text, title, expected) => {
  expect(matched(text, title)).toEqual(expected)
})

test.each([
  ['', 'Enter at least one word'],
  [' & -', 'Enter at least one word'],
  ['nikon "50mm', 'Close the quotation mark: "50mm 1.8"'],
  ['nikon (ai|ais', 'Put alternatives in parentheses: (ai|ais)'],
  ['nikon | canon', 'Put alternatives in parentheses: (ai|ais)'],
  ['ai)', 'Put alternatives in parentheses: (ai|ais)'],
  ['-broken -parts', 'Add a word to look for: this only leaves things out'],
  ['nikon f', 'A word needs two letters or digits: f'],
  ['(ai|s)', 'A word needs two letters or digits: s'],
  ['x'.repeat(101), 'A search has at most 100 characters'],
])('The search %j is refused: %s', (text, fault) => {
  expect(readSearchText(text)).toEqual({ terms: null, fault })
})

test('The site is asked for the words that every match has, without signs, in an order of their own', () => {
  const { terms } = readSearchText('nikon "f/1.8 50mm" -broken (ai|ais) Nikon')
  expect(siteWordsOf(terms ?? [])).toEqual(['1.8', '50mm', 'nikon'])
})
