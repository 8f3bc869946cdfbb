import { expect, test } from 'vitest'
import { claimsOf, userOf } from './session-token.ts'

const claims = {
  sub: '7',
  email: 'jürgen@example.com',
  auth_provider: 'password',
  email_verified: false,
  sid: '3f2f8f5e-6d0b-4e0e-9a53-0d7d3b6d1c11',
  jti: '0f2f8f5e-6d0b-4e0e-9a53-0d7d3b6d1c12',
  exp: 1_800_000_000,
  session_exp: 1_800_086_400,
  remember_me: false,
}
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenWith = (body: unknown) => `${encode({ alg: 'HS256' })}.${encode(body)}.signature`

test('The claims of a token name its user', () => {
  const read = claimsOf(tokenWith(claims))
  expect(read).toEqual(claims)
  expect(userOf(read!)).toEqual({
    id: '7',
    email: 'jürgen@example.com',
    authProvider: 'password',
    emailVerified: false,
  })
})

test('A malformed token has no claims', () => {
  const broken = ['', 'a.b.c', 'a..c', tokenWith({ ...claims, exp: 'soon' }), tokenWith(null), 'no dots at all']
  expect(broken.map(claimsOf)).toEqual(broken.map(() => null))
})
