import { parseJson } from '../api/api-error.ts'
import { claimsOf, readToken } from '../api/session-token.ts'

/** An auction that the plan had no room for, with the maximum that was typed, in dollars. */
export type Unfinished = { auctionId: string; title: string; max: number | null }

function storageKey(): string | null {
  const token = readToken()
  const claims = token === null ? null : claimsOf(token)
  return claims && `unfinished:${claims.sub}`
}

/** Keeps, for as long as the tab is open, what the user may leave to see the plans: paying leads to another site and back. */
export function keepUnfinished(unfinished: Unfinished) {
  const key = storageKey()
  if (key !== null) sessionStorage.setItem(key, JSON.stringify(unfinished))
}

export function readUnfinished(): Unfinished | null {
  const key = storageKey()
  const stored = key === null ? null : parseJson(sessionStorage.getItem(key) ?? '')
  // The cast is safe: only `keepUnfinished` writes this key.
  return typeof stored === 'object' ? (stored as Unfinished | null) : null
}

export function dropUnfinished() {
  const key = storageKey()
  if (key !== null) sessionStorage.removeItem(key)
}
