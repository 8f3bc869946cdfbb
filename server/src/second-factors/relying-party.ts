import { isIP } from 'node:net'
import { isLoopback } from '../platform/is-loopback.ts'

/** The name under which browsers keep passkeys, and the origin that may use them. */
export type RelyingParty = { id: string; origin: string }

/**
 * Derives the relying party from the address at which browsers reach Bidwell. Passkeys belong to names, never to IP
 * addresses: for a loopback address the name is `localhost`, and for any other IP address the result is null.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl)
  const address = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) === 0) return { id: url.hostname, origin: url.origin }
  if (!isLoopback(address)) return null
  url.hostname = 'localhost'
  return { id: 'localhost', origin: url.origin }
}
