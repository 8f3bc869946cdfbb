import * as z from 'zod/mini'
import { type Endpoint, NoData } from '../endpoint.ts'
import { Profile } from '../identity/account.ts'
import { GoogleSettings, NewSession } from '../identity/session.ts'

/** An ID token of Google, or the token of a sign-in that waits for the terms. */
const GoogleToken = z.string().check(z.minLength(1), z.maxLength(8_192))

const Version = z.string().check(z.minLength(1), z.maxLength(20))

export const readGoogleSettings = {
  method: 'GET',
  path: '/auth/google-auth',
  access: 'anyone',
  scope: 'open',
  summary: 'How to show the button of Google; null where signing in with Google is not set up',
  data: z.nullable(GoogleSettings),
} as const satisfies Endpoint

/**
 * `token` is the session's token. With `needsTermsAcceptance`, nobody is signed in yet: `token` then stands for the
 * sign-in that waits, for fifteen minutes, until `completeGoogleAuth` accepts the terms.
 */
export const googleAuth = {
  method: 'POST',
  path: '/auth/google-auth',
  access: 'anyone',
  scope: 'open',
  summary: 'Sign in with an ID token of Google',
  body: z.strictObject({ token: GoogleToken }),
  data: z.object({ profile: z.nullable(Profile) }),
  top: z.extend(NewSession, {
    needsTermsAcceptance: z.boolean(),
    user: z.object({ email: z.string(), needsTermsAcceptance: z.boolean() }),
  }),
} as const satisfies Endpoint

export const completeGoogleAuth = {
  method: 'POST',
  path: '/auth/google-auth/complete',
  access: 'anyone',
  scope: 'open',
  summary: 'Accept the terms, and open an account with the Google account that waits for it',
  body: z.strictObject({ token: GoogleToken, termsVersion: Version, privacyVersion: Version }),
  data: z.object({ profile: Profile }),
  top: NewSession,
} as const satisfies Endpoint

/** Lets the Google account with the address of the caller's account sign in to it. */
export const linkGoogle = {
  method: 'POST',
  path: '/auth/google-auth/link',
  access: 'recently-proven',
  scope: 'people',
  spends: 'log',
  summary: 'Let the Google account that has the same address sign in',
  body: z.strictObject({ token: GoogleToken }),
  data: NoData,
} as const satisfies Endpoint

/** Records on the session that the user has just proven who they are. */
export const proveWithGoogle = {
  method: 'POST',
  path: '/auth/google-auth/prove',
  access: 'signed-in',
  scope: 'people',
  spends: 'safety',
  summary: 'Prove the identity again with the Google account that one signs in with',
  body: z.strictObject({ token: GoogleToken }),
  data: NoData,
} as const satisfies Endpoint
