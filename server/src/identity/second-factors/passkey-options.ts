import { messages, type PasskeyCreationOptions, type PasskeyRequestOptions, SECOND_FACTOR } from '@bidwell/contract'
import type { PasskeyRow } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import type { RelyingParty } from './relying-party.ts'

/** EdDSA, ES256 and RS256, by their numbers in COSE. */
export const ALGORITHMS = [-8, -7, -257]

/** Throws 409 where passkeys cannot work, because browsers reach Bidwell at an IP address. */
export function requireRelyingParty(relyingParty: RelyingParty | null): RelyingParty {
  if (!relyingParty) throw new AppError('conflict', messages.secondFactor.passkeysUnavailable)
  return relyingParty
}

const described = ({ credential_id: id, transports }: PasskeyRow) => ({ id, type: 'public-key' as const, transports })

/** Asks a browser to sign the challenge with one of these passkeys; where there are none, with any that it has for this site. */
export function passkeyRequest(
  { id }: RelyingParty,
  challenge: string,
  passkeys: readonly PasskeyRow[],
): PasskeyRequestOptions {
  return {
    challenge,
    timeout: SECOND_FACTOR.challengeMs,
    rpId: id,
    userVerification: 'required',
    allowCredentials: passkeys.map(described),
  }
}

/** Asks a browser to make a passkey that names its account itself, and that asks for a PIN, a finger or a face. */
export function passkeyCreation(
  { id }: RelyingParty,
  challenge: string,
  account: { email: string; userHandle: string },
  known: readonly PasskeyRow[],
): PasskeyCreationOptions {
  return {
    rp: { id, name: 'Bidwell' },
    user: { id: account.userHandle, name: account.email, displayName: account.email },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: SECOND_FACTOR.challengeMs,
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}
