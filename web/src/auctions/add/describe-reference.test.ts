import { expect, test } from 'vitest'
import { describeReference } from './describe-reference.ts'

const site = { name: 'ShopGoodwill', home_url: 'https://www.shopgoodwill.com', practice: false }

test.each([
  ['https://www.ebay.co.uk/itm/256123456789', 'This is an eBay link. Bidwell bids at ShopGoodwill only.'],
  ['ebay.com/itm/256123456789', 'This is an eBay link. Bidwell bids at ShopGoodwill only.'],
  ['https://www.etsy.com/listing/1234567', 'This is an Etsy link. Bidwell bids at ShopGoodwill only.'],
  ['https://fakeebay.com/itm/256123456789', 'This is a link to fakeebay.com. Bidwell bids at ShopGoodwill only.'],
  [
    'https://ebay.com.evil.example/1234567',
    'This is a link to ebay.com.evil.example. Bidwell bids at ShopGoodwill only.',
  ],
  [
    'https://shopgoodwill.com/categories/lamps/123456',
    "This link leads to ShopGoodwill, but to no item. Please open the item's own page and copy its address.",
  ],
  ['12345', 'An item number has at least 6 digits.'],
])('The text %s, which names no item of the site, is described as what it is', (text, sentence) => {
  expect(describeReference(text, site)).toBe(sentence)
})

test('At a practice site, a ShopGoodwill link is told apart from a link to another site', () => {
  const practice = { name: 'Auction House', home_url: 'http://127.0.0.1:3001', practice: true }
  expect(describeReference('https://shopgoodwill.com/item/279250057', practice)).toBe(
    'This installation only practises at Auction House.',
  )
})

test.each(['', 'a nice bowl', 'lamp', 'javascript:alert(1)', '279250057', 'https://', 'https://a b.example/123456'])(
  'Nothing is said of the text %j, which could be anything',
  (text) => {
    expect(describeReference(text, site)).toBeNull()
  },
)
