import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { encryptCredential, readTokenExpiry } from './submit-login.ts'

test.each([
  ['user@example.com', 'R1r5eg6WPWTwJvMMBhnbUGiMEVHwvlqV130UkcpLbn4%3D'],
  ['hunter2', '5s5%2FgXldE6OHK9WninfB7Q%3D%3D'],
  ['correct horse battery staple', '0vyBpYIVo%2Ba67lAeT9UcvA6LBFkIA0K7av4uA97j2mU%3D'],
])('The credential %j is encrypted as on the page of the site', (plain, encrypted) => {
  expect(encryptCredential(plain)).toBe(encrypted)
})

test('A credential of exactly one block gets a padding block, and letters beyond ASCII are kept', () => {
  expect(decodeURIComponent(encryptCredential('sixteen letters!'))).toHaveLength(44)
  expect(encryptCredential('pässwörd')).not.toBe(encryptCredential('password'))
})

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
