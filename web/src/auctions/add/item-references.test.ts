import { AUCTION } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { itemReferencesIn, linesLeftOut, pastedItems, referencesToAdd, sharedReference } from './item-references.ts'

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

test('A link counts in any line, and a line without one is left out by its name', () => {
  const text = 'look at this\nVase (https://shopgoodwill.com/item/279250057), $9.\nlamp 279250058\n279250059'
  expect(itemReferencesIn(text)).toEqual(['https://shopgoodwill.com/item/279250057', '279250059'])
  expect(linesLeftOut(text)).toEqual(['look at this', 'lamp 279250058'])
  const kept = pastedItems(text)
  expect(kept).toEqual(['https://shopgoodwill.com/item/279250057', '279250059', 'look at this', 'lamp 279250058'])
  // The address of the dashboard keeps them in lines.
  expect([itemReferencesIn(kept.join('\n')), linesLeftOut(kept.join('\n'))]).toEqual([
    kept.slice(0, 2),
    ['look at this', 'lamp 279250058'],
  ])
  expect(pastedItems('look at this')).toEqual([])
  expect(linesLeftOut('word '.repeat(100))[0]).toHaveLength(61)
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
