import { AUCTION } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { itemReferencesIn, referencesToAdd, sharedReference } from './item-references.ts'

test('Each line with an item link or a bare number is one reference, without repetitions', () => {
  const pasted = ' https://shopgoodwill.com/item/279250057 \r\n\n279250058\nhttps://shopgoodwill.com/item/279250057\n'
  expect(itemReferencesIn(pasted)).toEqual(['https://shopgoodwill.com/item/279250057', '279250058'])
})

test('A line of nothing but links and numbers has one reference each', () => {
  expect(itemReferencesIn('279250057, https://shopgoodwill.com/item/279250058 279250057')).toEqual([
    '279250057',
    'https://shopgoodwill.com/item/279250058',
  ])
  expect(itemReferencesIn('lamp 279250057')).toEqual([])
})

test.each(['12345', 'a lamp from 1960', 'javascript:279250057', 'https://example.org/about', '', '1'.repeat(19)])(
  '%j is not an item reference',
  (text) => expect(itemReferencesIn(text)).toEqual([]),
)

test('A link may be as long as the limit and no longer', () => {
  const longest = 'https://shopgoodwill.com/item/279250057'.padEnd(AUCTION.maxReferenceLength, '0')
  expect(itemReferencesIn(longest)).toEqual([longest])
  expect(itemReferencesIn(`${longest}0`)).toEqual([])
})

test('A line of ordinary text is not an item reference', () => {
  expect(itemReferencesIn('look at this\nhttp://127.0.0.1:3001/item/100234')).toEqual([
    'http://127.0.0.1:3001/item/100234',
  ])
})

test('A parameter without any reference is passed on, so that the server refuses it with a reason', () => {
  expect(referencesToAdd('https://example.org/about')).toEqual(['https://example.org/about'])
  expect(referencesToAdd('279250057\n279250058')).toEqual(['279250057', '279250058'])
  expect(referencesToAdd('  ')).toEqual([])
  expect(referencesToAdd(null)).toEqual([])
})

test('A shared link is found in the text around it', () => {
  const text = 'Look at this: https://shopgoodwill.com/item/279250057 nice!'
  expect(sharedReference({ url: '', text, title: 'Lamp' })).toBe('https://shopgoodwill.com/item/279250057')
  expect(sharedReference({ url: '279250057', text, title: null })).toBe('279250057')
  expect(sharedReference({ url: null, text: 'Lamp', title: text })).toBe('https://shopgoodwill.com/item/279250057')
  expect(sharedReference({ url: null, text: null, title: null })).toBe('')
})
