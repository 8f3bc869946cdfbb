import * as z from 'zod/mini'
import { type Endpoint, IdParams, NoData } from '../endpoint.ts'
import { SECOND_FACTOR } from '../identity/limits.ts'
import { Passkey, PasskeyAttestation, PasskeyCreationOptions } from '../identity/passkey.ts'

const PasskeyName = z.string().check(z.maxLength(SECOND_FACTOR.maxPasskeyNameLength))

export const beginPasskey = {
  method: 'POST',
  path: '/account/passkeys/options',
  access: 'recently-proven',
  scope: 'people',
  summary: 'What the browser needs to make a passkey',
  data: z.object({ options: PasskeyCreationOptions }),
} as const satisfies Endpoint

export const addPasskey = {
  method: 'POST',
  path: '/account/passkeys',
  access: 'recently-proven',
  scope: 'people',
  spends: 'safety',
  summary: 'Keep a passkey that the browser has made',
  body: z.strictObject({ name: PasskeyName, passkey: PasskeyAttestation }),
  data: z.object({
    passkey: Passkey,
    /** With the first second factor; null when the account has codes already. */
    recovery_codes: z.nullable(z.array(z.string())),
  }),
} as const satisfies Endpoint

export const renamePasskey = {
  method: 'PATCH',
  path: '/account/passkeys/:id',
  access: 'signed-in',
  scope: 'people',
  summary: 'Rename a passkey',
  params: IdParams,
  body: z.strictObject({ name: PasskeyName }),
  data: z.object({ passkey: Passkey }),
} as const satisfies Endpoint

export const removePasskey = {
  method: 'DELETE',
  path: '/account/passkeys/:id',
  access: 'recently-proven',
  scope: 'people',
  spends: 'log',
  summary: 'Remove a passkey: it no longer signs in',
  params: IdParams,
  data: NoData,
} as const satisfies Endpoint
