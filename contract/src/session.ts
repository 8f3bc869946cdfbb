import * as z from 'zod/mini'
import { type Endpoint, NoData } from './endpoint.ts'

export const AuthProvider = z.enum(['password', 'google'])

/** The claims of the token. The browser shows them before it has read the profile. */
export const TokenClaims = z.object({
  sub: z.string(),
  email: z.string(),
  auth_provider: AuthProvider,
  email_verified: z.boolean(),
  sid: z.uuid(),
  jti: z.uuid(),
  exp: z.int(),
})
export type TokenClaims = z.infer<typeof TokenClaims>

/** The signed-in user as the browser stores it. */
export type SignedInUser = {
  id: string
  email: string
  authProvider: z.infer<typeof AuthProvider>
  emailVerified: boolean
  subscriptionTier: string | null
}

/** The top-level field of every reply that signs in. */
export const Token = z.object({ token: z.string() })
const token = z.string().check(z.minLength(1), z.maxLength(8_192))

export const refreshToken = {
  method: 'POST',
  path: '/auth/refresh-token',
  access: 'anyone',
  summary: 'Exchange a token, which may have expired, for a new one',
  body: z.strictObject({ token }),
  data: NoData,
  top: Token,
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  path: '/auth/logout',
  access: 'signed-in',
  summary: 'End this session',
  data: NoData,
} as const satisfies Endpoint
