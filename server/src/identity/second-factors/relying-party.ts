import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { AccountRow } from '../../platform/database/tables.ts'
import { isLoopback } from '../../platform/network-of.ts'

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

/**
 * How authenticators name an account, in base64url. It does not change, so that a device replaces its passkey for the
 * account instead of collecting several, and it says nothing about the person.
 */
export const userHandleOf = ({ id, created_at: createdAt }: Pick<AccountRow, 'id' | 'created_at'>): string =>
  createHash('sha256').update(`bidwell passkeys of ${id} since ${createdAt.getTime()}`).digest('base64url')
