import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import { deriveKey, type SessionKey } from '../../platform/derived-keys/derive-key.ts'
import type { GoogleIdentity } from './google-identity.ts'

export type PendingSignIns = {
  /** A token for a Google account that was proven, and whose owner has not yet accepted the terms. */
  issue(identity: GoogleIdentity): Promise<string>
  /** Null for a token that is not ours, or has expired. The caller must spend the token. `expiresAt` is epoch ms. */
  read(token: string): Promise<{ identity: GoogleIdentity; expiresAt: number } | null>
}

const PENDING_MS = 15 * 60_000
const ALGORITHM = 'HS256'
/** Another type and another key than those of session tokens: neither token is accepted in place of the other. */
const TYPE = 'google-pending+jwt'

const Claims = z.object({ iss: z.string(), sub: z.string(), email: z.string(), hosted: z.boolean(), exp: z.int() })

export function createPendingSignIns(sessionKeys: readonly SessionKey[], clock: Clock): PendingSignIns {
  const keys = new Map(sessionKeys.map(({ kid, key }) => [kid, deriveKey(key, 'pending google')]))

  return {
    async issue({ issuer, subject, email, isHosted }) {
      const [newest] = keys
      if (!newest) throw new Error('There is no key to sign with')
      const [kid, key] = newest
      return new SignJWT({ email, hosted: isHosted })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: TYPE })
        .setIssuer(issuer)
        .setSubject(subject)
        .setJti(crypto.randomUUID())
        .setExpirationTime(Math.floor((clock.now() + PENDING_MS) / 1_000))
        .sign(key)
    },

    async read(token) {
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => keyNamed(kid), {
          algorithms: [ALGORITHM],
          typ: TYPE,
          requiredClaims: ['exp'],
          currentDate: new Date(clock.now()),
        })
        const { iss: issuer, sub: subject, email, hosted: isHosted, exp } = z.parse(Claims, payload)
        return { identity: { issuer, subject, email, isHosted }, expiresAt: exp * 1_000 }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }

  function keyNamed(kid = ''): Uint8Array {
    const key = keys.get(kid)
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }
}
