import { expect, test } from 'vitest'
import { shapeOf } from './shape-of.ts'

const of = (value: unknown) => shapeOf('A/B', value)

test('The form of a reply has its fields and types, the words of its message and its code', () => {
  const reply = {
    itemId: 279_250_057,
    result: -20,
    status: false,
    message: 'Your bid of $1,234.50 cannot be accepted: this seller ships to the US only.',
    bidHistory: [{ bidder: 'j****n', amount: 12.5 }, 7],
    note: null,
  }
  expect(of(reply)).toBe(
    'A/B: {"itemId":"number","result":-20,"status":false,"message":"Your bid of * cannot be accepted: this seller ' +
      'ships to the * only.","bidHistory":[{"bidder":"text","amount":"number"}],"note":null}',
  )
})

const SECRETS = {
  'an access token': 'eyJhbGciOiJIUzI1NiJ9.eyJCdXllcklkIjoiMSJ9.c2lnbmF0dXJl',
  'an opaque token': 'kq7Zx0pT/9a+w==',
  'an encrypted password': '5s5%2FgXldE6OHK9WninfB7Q%3D%3D',
  'a telephone number': '+15035550100',
  'an e-mail address': 'jane.doe@example.com',
  'a name': 'Jane',
  'a quoted name': '"jane"',
  'a name with a digit': 'jane7',
  'a masked name': 'j****e',
  'an item number': '279250057',
  'an amount': '$12.50',
  'an address on the network': '203.0.113.7',
}

test.each(Object.entries(SECRETS))('The form of a reply has no trace of %s, wherever it stands', (_what, secret) => {
  const shape = of({
    message: `Hello ${secret}, your bid was received. ${secret}`,
    status: secret,
    errors: [{ reason: secret }],
    shipTo: { firstName: secret, lines: [secret, secret] },
    refreshToken: { token: secret, createdByIp: secret },
  })
  expect(shape).not.toContain(secret)
  expect(shape).not.toContain(JSON.stringify(secret).slice(1, -1))
  expect(shape).toContain('your bid was received.')
})

test('A field that is named by a number, a token or an address is left out', () => {
  const names = ['41414', 'kq7Zx0pT9a', 'jane.doe@example.com', 'a'.repeat(42)]
  expect(of(Object.fromEntries(names.map((name) => [name, 1])))).toBe('A/B: {}')
})

test('A name in small letters is left out after the words that announce one', () => {
  expect(of({ message: 'The user janedoe is not known. Outbid by janedoe, dear janedoe.' })).not.toContain('janedoe')
})

test('A street in its own field is left out', () => {
  expect(of({ address1: '12 main street', city: 'springfield' })).toBe('A/B: {"address1":"text","city":"text"}')
})

test('The form of any reply is short plain ASCII', () => {
  const deep = Array.from({ length: 50 }).reduce<unknown>((inner) => ({ rows: [inner] }), 'x')
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, n) => ['abcdefghij'.slice(0, 1 + (n % 9)) + n, 'é']))
  for (const reply of [deep, wide, 'é', 7, [], null]) {
    expect(of(reply)).toMatch(/^[ -~]{1,1500}$/)
  }
})
