import type { Data, Endpoint } from '@bidwell/contract'
import { parseJson } from '../api/api-error.ts'
import { claimsOf, readToken } from '../api/session-token.ts'
import { deviceClock } from '../time/device-clock.ts'

const KEY_PREFIX = 'kept:'
/** `localStorage` holds about 5 million characters, and the token must fit too. */
const MAX_CHARACTERS = 500_000

function storageKey(endpoint: Endpoint): string | null {
  const token = readToken()
  const claims = token === null ? null : claimsOf(token)
  return claims && `${KEY_PREFIX}${claims.sub}:${endpoint.path}`
}

/** Stores a reply for the signed-in user, so that the next visit can show it before the server responds. */
export function persistReply<E extends Endpoint>(endpoint: E, data: Data<E>) {
  const key = storageKey(endpoint)
  const text = JSON.stringify({ at: deviceClock.now(), data })
  if (key === null || text.length > MAX_CHARACTERS) return
  try {
    localStorage.setItem(key, text)
  } catch {
    // The storage is full or denied: the next visit waits for the server instead.
  }
}

/** The stored reply and when it was stored (epoch ms); undefined if there is none or it no longer fits the contract. */
export function readPersistedReply<E extends Endpoint>(endpoint: E): { data: Data<E>; at: number } | undefined {
  const key = storageKey(endpoint)
  const stored = key === null ? null : parseJson(localStorage.getItem(key) ?? '')
  if (typeof stored !== 'object' || stored === null || !('data' in stored) || !('at' in stored)) return undefined
  const data = endpoint.data.safeParse(stored.data)
  // The cast is safe: `Data` is the type that this endpoint's schema produces.
  return data.success ? { data: data.data as Data<E>, at: Number(stored.at) } : undefined
}
