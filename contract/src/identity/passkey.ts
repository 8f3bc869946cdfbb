import * as z from 'zod/mini'

/*
 * What a browser and the server exchange about passkeys: the JSON forms of the Web Authentication standard
 * (https://www.w3.org/TR/webauthn-3/), reduced to the members that Bidwell uses.
 */

const base64url = z.string().check(z.regex(/^[\w-]*$/), z.maxLength(32_768))
const Transports = z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))
const KnownPasskey = z.object({ id: base64url, type: z.literal('public-key'), transports: Transports })
const UserVerification = z.enum(['required', 'preferred', 'discouraged'])

/** For `navigator.credentials.get`. */
export const PasskeyRequestOptions = z.object({
  challenge: base64url,
  timeout: z.int(),
  rpId: z.string(),
  /** Empty: any passkey of this site may answer. */
  allowCredentials: z.array(KnownPasskey),
  userVerification: UserVerification,
})
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>

/** For `navigator.credentials.create`. */
export const PasskeyCreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: base64url, name: z.string(), displayName: z.string() }),
  challenge: base64url,
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(KnownPasskey),
  authenticatorSelection: z.object({
    residentKey: z.enum(['required', 'preferred', 'discouraged']),
    requireResidentKey: z.boolean(),
    userVerification: UserVerification,
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>

/** The reply of `navigator.credentials.get`. */
export const PasskeyAssertion = z.strictObject({
  id: base64url.check(z.minLength(1)),
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.strictObject({
    authenticatorData: base64url,
    clientDataJSON: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** The reply of `navigator.credentials.create`. */
export const PasskeyAttestation = z.strictObject({
  id: base64url.check(z.minLength(1)),
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.strictObject({
    attestationObject: base64url,
    clientDataJSON: base64url,
    transports: z.optional(Transports),
  }),
})
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.nullable(z.iso.datetime()),
})
export type Passkey = z.infer<typeof Passkey>
