import * as z from 'zod/mini'
import { type Endpoint, NoData } from '../endpoint.ts'
import { Profile } from '../identity/account.ts'
import { PasskeyAssertion, PasskeyRequestOptions } from '../identity/passkey.ts'
import {
  FactorCode,
  ProofMethod,
  ProofOfIdentity,
  SecondFactor,
  SecondFactorStatus,
} from '../identity/second-factor.ts'
import { NewSession } from '../identity/session.ts'

/** Answered by the server, 256 bits in base64url: a sign-in or a proof that waits for a second factor. */
const Challenge = z.string().check(z.regex(/^[\w-]{43}$/))

/** The second step of signing in, after a password or a Google account: the sign-in answered `second_factor_required`. */
export const completeSignIn = {
  method: 'POST',
  path: '/auth/second-factor',
  access: 'anyone',
  scope: 'open',
  summary: 'Finish signing in with a second factor',
  body: z.strictObject({ challenge: Challenge, factor: SecondFactor }),
  data: z.object({ profile: Profile }),
  top: NewSession,
} as const satisfies Endpoint

/** With the challenge of a sign-in, the options name the account's passkeys; without, any passkey of this site may answer. */
export const beginPasskeySignIn = {
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'anyone',
  scope: 'open',
  summary: 'What the browser needs to sign in with a passkey',
  body: z.strictObject({ challenge: z.optional(Challenge) }),
  data: z.object({ options: PasskeyRequestOptions }),
} as const satisfies Endpoint

export const passkeySignIn = {
  method: 'POST',
  path: '/auth/passkey',
  access: 'anyone',
  scope: 'open',
  summary: 'Sign in with a passkey, without a password',
  body: z.strictObject({ passkey: PasskeyAssertion, remember_me: z.optional(z.boolean()) }),
  data: z.object({ profile: Profile }),
  top: NewSession,
} as const satisfies Endpoint

export const readProofMethods = {
  method: 'GET',
  path: '/auth/proof',
  access: 'signed-in',
  scope: 'people',
  summary: 'The ways in which this account can prove its identity',
  data: z.object({ methods: z.array(ProofMethod) }),
} as const satisfies Endpoint

export const beginPasskeyProof = {
  method: 'POST',
  path: '/auth/proof/passkey-options',
  access: 'signed-in',
  scope: 'people',
  summary: 'What the browser needs to prove the identity with a passkey',
  data: z.object({ options: PasskeyRequestOptions }),
} as const satisfies Endpoint

/** Records on the session that the user has just proven who they are. */
export const proveIdentity = {
  method: 'POST',
  path: '/auth/proof',
  access: 'signed-in',
  scope: 'people',
  spends: 'safety',
  summary: 'Prove the identity again, before changing how one signs in or what may be spent',
  body: ProofOfIdentity,
  data: NoData,
} as const satisfies Endpoint

export const readSecondFactor = {
  method: 'GET',
  path: '/account/second-factor',
  access: 'signed-in',
  scope: 'people',
  summary: "The account's second factors",
  data: SecondFactorStatus,
} as const satisfies Endpoint

/** Each call makes another secret, until one is confirmed. */
export const beginTotp = {
  method: 'POST',
  path: '/account/second-factor/totp',
  access: 'recently-proven',
  scope: 'people',
  summary: 'Make the secret of an authenticator app, shown once',
  data: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://`, for a QR code. */
    uri: z.string(),
  }),
} as const satisfies Endpoint

const RecoveryCodes = z.object({ recovery_codes: z.nullable(z.array(z.string())) })

export const confirmTotp = {
  method: 'POST',
  path: '/account/second-factor/totp/confirm',
  access: 'recently-proven',
  scope: 'people',
  spends: 'safety',
  summary: 'Turn the authenticator app on, by a code that it shows',
  body: z.strictObject({ code: FactorCode }),
  data: RecoveryCodes,
} as const satisfies Endpoint

export const turnOffTotp = {
  method: 'DELETE',
  path: '/account/second-factor/totp',
  access: 'recently-proven',
  scope: 'people',
  spends: 'log',
  summary: 'Turn the authenticator app off',
  data: NoData,
} as const satisfies Endpoint

export const renewRecoveryCodes = {
  method: 'POST',
  path: '/account/second-factor/recovery-codes',
  access: 'recently-proven',
  scope: 'people',
  spends: 'log',
  summary: 'Make ten new recovery codes; the former ones end',
  data: z.object({ recovery_codes: z.array(z.string()) }),
} as const satisfies Endpoint
