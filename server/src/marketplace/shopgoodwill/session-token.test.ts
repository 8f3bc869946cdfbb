import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { readTokenClaims } from './session-token.ts'

const NOTHING = { expiresAt: null, buyerId: null }
const tokenOf = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`

test('a token says when it ends and whose it is', () => {
  expect(readTokenClaims(tokenOf({ exp: 1_797_785_753, BuyerId: '1000001' }))).toEqual({
    expiresAt: 1_797_785_753_000,
    buyerId: '1000001',
  })
  expect(readTokenClaims(tokenOf({ BuyerId: 7 }))).toEqual({ expiresAt: null, buyerId: '7' })
})

test.each([0, -1, 1e300, '1797785753', null, [], true])('an end of %j is none', (exp) => {
  expect(readTokenClaims(tokenOf({ exp }))).toEqual(NOTHING)
})

test('a token that is no token says nothing', () => {
  expect(readTokenClaims('')).toEqual(NOTHING)
  expect(readTokenClaims(tokenOf(null))).toEqual(NOTHING)
  fc.assert(
    fc.property(fc.string(), (token) => {
      expect(readTokenClaims(token)).toEqual(NOTHING)
    }),
  )
})
