import { expect, test } from 'vitest'
import { itemReferencesIn } from './item-references.ts'

test('links and bare numbers are taken, one to a line, each once', () => {
  const pasted = ' https://shopgoodwill.com/item/279250057 \r\n\n279250058\nhttps://shopgoodwill.com/item/279250057\n'
  expect(itemReferencesIn(pasted)).toEqual(['https://shopgoodwill.com/item/279250057', '279250058'])
})

test.each(['12345', 'a lamp from 1960', 'javascript:279250057', 'https://example.org/about', '', '1'.repeat(19)])(
  '%j is not an item',
  (text) => expect(itemReferencesIn(text)).toEqual([]),
)

test('ordinary text around a link is left out', () => {
  expect(itemReferencesIn('look at this\nhttp://127.0.0.1:3001/item/100234')).toEqual([
    'http://127.0.0.1:3001/item/100234',
  ])
})
