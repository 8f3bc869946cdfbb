import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseItemReference } from './parse-item-reference.ts'

const SITE = ['shopgoodwill.com', 'www.shopgoodwill.com']
const HOUSE = ['127.0.0.1:3001', 'localhost:3001']

test.each([
  '279250057',
  '  279250057\n',
  'https://shopgoodwill.com/item/279250057',
  'https://www.shopgoodwill.com/item/279250057',
  'http://shopgoodwill.com/item/279250057',
  'HTTPS://ShopGoodwill.COM/Item/279250057',
  'shopgoodwill.com/item/279250057',
  'https://shopgoodwill.com/item/279250057/',
  'https://shopgoodwill.com/item/279250057#maincontent',
  'https://shopgoodwill.com/item/279250057?utm_source=mail&x=1',
  'https://shopgoodwill.com/shopgoodwill/item/279250057',
  'https://www.shopgoodwill.com/viewItem.asp?itemID=279250057',
])('The text %j refers to an item', (text) => {
  expect(parseItemReference(text, SITE)).toBe('279250057')
})

test('A link to the practice site needs its host and port', () => {
  expect(parseItemReference('http://127.0.0.1:3001/item/500000001', HOUSE)).toBe('500000001')
  expect(parseItemReference('localhost:3001/item/500000001', HOUSE)).toBe('500000001')
  expect(parseItemReference('https://shopgoodwill.com/item/500000001', HOUSE)).toBeNull()
})

test.each([
  '',
  '0',
  '12345',
  '-279250057',
  '0279250057',
  '2792500570000000000',
  '279250057.0',
  '0x10a5c2d9',
  '２７９２５００５７',
  '279250057 or 1=1',
  'https://shopgoodwill.com/item/',
  'https://shopgoodwill.com/item/279250057abc',
  'https://shopgoodwill.com/item/..%2f279250057',
  'https://shopgoodwill.com/item/279250057\u0000',
  'https://shopgoodwill.com/items/279250057',
  'https://evil.example/item/279250057',
  'https://shopgoodwill.com.evil.example/item/279250057',
  'https://evilshopgoodwill.com/item/279250057',
  'https://evil.example/?https://shopgoodwill.com/item/279250057',
  'https://evil.example#https://shopgoodwill.com/item/279250057',
  'https://shopgoodwill.com@evil.example/item/279250057',
  'https://user@shopgoodwill.com/item/279250057',
  'https://user:password@shopgoodwill.com/item/279250057',
  'https://shopgoodwill.com:8443/item/279250057',
  'https://shopgoodwill.com\\@evil.example/item/279250057',
  'https:\\\\shopgoodwill.com\\item\\279250057',
  'https://shopgoodwill.com./item/279250057',
  'https://shopgoodwi\u0131l.com/item/279250057',
  'https://\u0455hopgoodwill.com/item/279250057',
  'https://xn--hopgoodwill-2eh.com/item/279250057',
  '//shopgoodwill.com/item/279250057',
  'javascript:https://shopgoodwill.com/item/279250057',
  'file://shopgoodwill.com/item/279250057',
  'ftp://shopgoodwill.com/item/279250057',
  'http://127.0.0.1/item/279250057',
  'http://169.254.169.254/item/279250057',
  `https://shopgoodwill.com/item/279250057?${'x'.repeat(10_000)}`,
])('The text %j refers to no item of the site', (text) => {
  expect(parseItemReference(text, SITE)).toBeNull()
})

test.each(['http://2130706433:3001', 'http://0x7f.1:3001', 'http://[::ffff:127.0.0.1]:3001', 'http://127.1:3001'])(
  'The origin %s is not accepted as the practice site',
  (origin) => {
    expect(parseItemReference(`${origin}/item/500000001`, HOUSE)).toBeNull()
  },
)

test('The item id of any text has only digits', () => {
  const nearly = fc.tuple(fc.constantFrom('https://shopgoodwill.com/item/', 'shopgoodwill.com/item/', ''), fc.string())
  fc.assert(
    fc.property(nearly, ([start, rest]) => {
      expect(parseItemReference(start + rest, SITE) ?? '100000').toMatch(/^[1-9]\d{5,17}$/)
    }),
  )
})
