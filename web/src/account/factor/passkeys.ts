import {
  messages,
  type PasskeyAssertion,
  type PasskeyAttestation,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
} from '@bidwell/contract'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** Whether this browser has passkeys for this page. Pages without encryption and pages at an IP address have none. */
export const hasPasskeys = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Asks the user to answer with a passkey. Throws an error with a sentence for the user when they do not. */
export async function signWithPasskey(options: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  requireHost(options.rpId)
  try {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options })
    const { authenticatorData, clientDataJSON, signature, userHandle } = response
    return {
      id,
      rawId,
      type: 'public-key',
      response: { authenticatorData, clientDataJSON, signature, ...(userHandle !== undefined && { userHandle }) },
    }
  } catch (cause) {
    throw new Error(messages.secondFactor.passkeyNotUsed, { cause })
  }
}

/** Asks the user to make a passkey. Throws an error with a sentence for the user when they do not. */
export async function makePasskey(options: PasskeyCreationOptions): Promise<PasskeyAttestation> {
  requireHost(options.rp.id)
  try {
    const { id, rawId, response } = await startRegistration({ optionsJSON: options })
    const { attestationObject, clientDataJSON, transports } = response
    return {
      id,
      rawId,
      type: 'public-key',
      response: { attestationObject, clientDataJSON, ...(transports && { transports }) },
    }
  } catch (cause) {
    const isKnown = cause instanceof Error && cause.name === 'InvalidStateError'
    const { passkeyKnown, passkeyNotUsed } = messages.secondFactor
    throw new Error(isKnown ? passkeyKnown : passkeyNotUsed, { cause })
  }
}

/** Browsers use the passkeys of a name on its pages alone. */
function requireHost(name: string) {
  const { hostname } = window.location
  if (hostname !== name && !hostname.endsWith(`.${name}`)) throw new Error(messages.secondFactor.passkeyElsewhere(name))
}
