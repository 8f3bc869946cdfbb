import * as z from 'zod/mini'
import { type Endpoint, NoData } from '../endpoint.ts'

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
  /** When the session ends if it is neither used nor extended until then, in seconds like `exp`. */
  session_exp: z.int(),
  /** Whether the user ticked 'Keep me signed in'. */
  remember_me: z.boolean(),
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
/** The top-level fields of every reply to somebody who signs in to an account that exists. */
export const NewSession = z.extend(Token, {
  /** The account was to be deleted. Signing in has cancelled it. */
  deletion_cancelled: z.boolean(),
})
export type NewSession = z.infer<typeof NewSession>
const token = z.string().check(z.minLength(1), z.maxLength(8_192))

export const refreshToken = {
  method: 'POST',
  path: '/auth/refresh-token',
  access: 'anyone',
  summary: 'Exchange a token, which may have expired, for a new one',
  body: z.strictObject({
    token,
    /** The user asks for a longer session. */
    extend: z.optional(z.boolean()),
  }),
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

export const Session = z.object({
  id: z.uuid(),
  /** The browser and the system that signed in, such as 'Firefox on Windows'. */
  device: z.string(),
  /** The address that signed in, and the address that last refreshed the token. */
  ip_address: z.nullable(z.string()),
  last_ip_address: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  remember_me: z.boolean(),
  /** Whether it is the session of this call. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = {
  method: 'GET',
  path: '/account/sessions',
  access: 'signed-in',
  summary: 'Where the account is signed in, last used first',
  data: z.object({ sessions: z.array(Session) }),
} as const satisfies Endpoint

export const endSession = {
  method: 'DELETE',
  path: '/account/sessions/:id',
  access: 'signed-in',
  summary: 'Sign out one session of the account',
  params: z.strictObject({ id: z.uuid() }),
  data: NoData,
} as const satisfies Endpoint

export const endSessions = {
  method: 'POST',
  path: '/account/sessions/end',
  access: 'signed-in',
  summary: 'Sign out everywhere, or everywhere else',
  body: z.strictObject({ except_this: z.boolean() }),
  data: z.object({ ended: z.int() }),
} as const satisfies Endpoint
