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

/** An event of the security log. `eventText` says in words what `kind`, `outcome` and `detail` mean. */
export const WireSecurityEvent = z.object({
  id: z.int(),
  kind: z.string(),
  outcome: z.enum(['ok', 'failed', 'refused']),
  at: z.iso.datetime(),
  ip_address: z.nullable(z.string()),
  /** The browser and the system, such as 'Firefox on Windows'; null for what no browser caused. */
  device: z.nullable(z.string()),
  detail: z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
})
export type WireSecurityEvent = z.infer<typeof WireSecurityEvent>

/** What the browser needs to show Google's button. */
export const GoogleSettings = z.object({
  client_id: z.string(),
  /** Google's script. */
  script_url: z.string(),
  /** For one attempt to sign in, within an hour. */
  nonce: z.string(),
})
export type GoogleSettings = z.infer<typeof GoogleSettings>
