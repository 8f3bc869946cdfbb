import { TokenClaims } from '@bidwell/contract'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../platform/clock.ts'
import type { SessionKey } from '../platform/config.ts'
import { StartupError } from '../platform/startup-error.ts'

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

/** Signs with the first key and accepts tokens of all keys, so that replacing a key signs nobody out. */
export function createTokens(keys: readonly SessionKey[], clock: Clock): Tokens {
  const [newest] = keys
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
      try {
        const verified = await jwtVerify(token, keyOf, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          // Expiry is not an error here: an expired token can still be exchanged. It is returned below.
          currentDate: new Date(0),
        })
        const claims = z.safeParse(TokenClaims, verified.payload)
        return claims.success ? { claims: claims.data, expired: claims.data.exp * 1_000 <= clock.now() } : null
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
