import * as z from 'zod/mini'

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
  /** When the operator deletes the account; null unless the operator has asked for it. Signing in does not cancel that. */
  deletion_due: z.nullable(z.iso.datetime()),
})

export type NewSession = z.infer<typeof NewSession>
