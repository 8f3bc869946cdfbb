import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTokenExpiry } from './token-expiry.ts'

const tokenOf = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`

test("A token's expiry is read from its payload", () => {
  expect(readTokenExpiry(tokenOf({ exp: 1_797_785_753, BuyerId: '1000001' }))).toBe(1_797_785_753_000)
})

test.each([0, -1, 1e300, '1797785753', null, [], true])('A token whose expiry is %j has no known expiry', (exp) => {
  expect(readTokenExpiry(tokenOf({ exp }))).toBeNull()
})

test('Text that is not a token has no known expiry', () => {
  expect(readTokenExpiry('')).toBeNull()
  expect(readTokenExpiry(tokenOf(null))).toBeNull()
  fc.assert(
    fc.property(fc.string(), (token) => {
      expect(readTokenExpiry(token)).toBeNull()
    }),
  )
})
