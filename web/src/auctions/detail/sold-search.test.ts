import { expect, test } from 'vitest'
import { soldSearchUrl } from './sold-search.ts'

test('The search is eBay’s own of sold items, and takes no sign of a title for an operator', () => {
  expect(soldSearchUrl('Brown & Sharpe (micrometer) "0-1" -steel, &LH_Sold=0')).toBe(
    'https://www.ebay.com/sch/i.html?_nkw=Brown+Sharpe+micrometer+0-1+steel+LH&LH_Sold=1&LH_Complete=1',
  )
})

test('A title of fillers and signs alone has no search', () => {
  expect(soldSearchUrl('Very nice vintage items!!! 😀')).toBeNull()
  expect(soldSearchUrl('')).toBeNull()
})
