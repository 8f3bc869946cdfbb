import { hash } from 'node:crypto'
import { TokenClaims } from '@bidwell/contract'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import type { SessionKey } from '../../platform/derived-keys/derive-key.ts'
import { StartupError } from '../../platform/startup-error.ts'

export type Tokens = {
  /** The same arguments always give the same token. `issuedAt` is epoch ms. */
  sign(claims: TokenClaims, issuedAt: number): Promise<string>
  /** The claims of a token that `sign` made, and whether it has expired; null for any other text. */
  read(token: string): Promise<{ claims: TokenClaims; expired: boolean } | null>
}

const ALGORITHM = 'HS256'
const TYPE = 'at+jwt'
const ISSUER = 'bidwell'
const AUDIENCE = 'bidwell-api'
/** The tokens whose signature is not computed again. That of a token never changes; its expiry is looked at each time. */
const MAX_KNOWN = 10_000

/** Signs with the first key and accepts tokens of all keys, so that replacing a key signs nobody out. */
export function createTokens(keys: readonly SessionKey[], clock: Clock): Tokens {
  const [newest] = keys
  const verified = new Map<string, TokenClaims>()
  if (!newest) throw new StartupError('SESSION_KEYS must hold a key: this process signs people in')

  /** Looks a key up by its name. A key inside the token's own header is ignored. */
  function keyOf({ kid }: { kid?: string }): Uint8Array {
    const known = keys.find((key) => key.kid === kid)
    if (!known) throw new errors.JWKSNoMatchingKey()
    return known.key
  }

  return {
    sign(claims, issuedAt) {
      return new SignJWT({ ...claims, iss: ISSUER, aud: AUDIENCE, iat: Math.floor(issuedAt / 1_000) })
        .setProtectedHeader({ alg: ALGORITHM, kid: newest.kid, typ: TYPE })
        .sign(newest.key)
    },

    async read(token) {
      const claims = await verify(token)
      return claims && { claims, expired: claims.exp * 1_000 <= clock.now() }
    },
  }

  async function verify(token: string): Promise<TokenClaims | null> {
    // A token is kept by its hash: reading the memory of the process gives nobody a token.
    const name = hash('sha256', token)
    const known = verified.get(name)
    if (known) return known
    const claims = await verifyNew(token)
    if (!claims) return null
    verified.set(name, claims)
    const [oldest] = verified.keys()
    if (verified.size > MAX_KNOWN && oldest !== undefined) verified.delete(oldest)
    return claims
  }

  async function verifyNew(token: string): Promise<TokenClaims | null> {
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        // Expiry is not an error here: an expired token can still be exchanged. `read` looks at it.
        currentDate: new Date(0),
      })
      const claims = z.safeParse(TokenClaims, payload)
      return claims.success ? claims.data : null
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
}
