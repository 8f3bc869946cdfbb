import { randomUUID } from 'node:crypto'
import type { TokenClaims } from '@bidwell/contract'

/** A token as a browser reads it. Only a server verifies one. */
export function aToken(claims: Partial<TokenClaims> = {}): string {
  const now = Math.floor(Date.now() / 1_000)
  const all: TokenClaims = {
    sub: '1',
    email: 'ann@example.com',
    auth_provider: 'password',
    email_verified: true,
    sid: randomUUID(),
    jti: randomUUID(),
    exp: now + 3_600,
    session_exp: now + 86_400,
    remember_me: false,
    ...claims,
  }
  return ['{}', JSON.stringify(all), ''].map((part) => Buffer.from(part).toString('base64url')).join('.')
}
