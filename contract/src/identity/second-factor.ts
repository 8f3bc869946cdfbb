import * as z from 'zod/mini'
import { PasswordInput } from './account.ts'
import { Passkey, PasskeyAssertion } from './passkey.ts'

export const FactorCode = z.string().check(z.minLength(1), z.maxLength(40))

const FACTORS = [
  z.strictObject({ method: z.literal('totp'), code: FactorCode }),
  z.strictObject({ method: z.literal('recovery_code'), code: FactorCode }),
  /** The passkey has signed the challenge of the options that the server gave. */
  z.strictObject({ method: z.literal('passkey'), passkey: PasskeyAssertion }),
] as const

export const SecondFactor = z.discriminatedUnion('method', FACTORS)
export type SecondFactor = z.infer<typeof SecondFactor>

/** How an account can prove who is at the browser. With a second factor, the password alone proves nothing. */
export const ProofMethod = z.enum(['password', 'totp', 'recovery_code', 'passkey', 'google'])
export type ProofMethod = z.infer<typeof ProofMethod>

export const ProofOfIdentity = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('password'), password: PasswordInput }),
  ...FACTORS,
])
export type ProofOfIdentity = z.infer<typeof ProofOfIdentity>

export const SecondFactorStatus = z.object({
  /** When the authenticator app was set up; null without one. */
  totp_since: z.nullable(z.iso.datetime()),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.int(),
  /** Whether a Google account signs in. */
  google_linked: z.boolean(),
  /** Where passkeys work, such as `https://bids.example`; null where the address of Bidwell allows none. */
  passkey_origin: z.nullable(z.string()),
  /** The account is the administrator, and has to set up a second factor before it gets the administrator's rights. */
  required: z.boolean(),
})
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>
