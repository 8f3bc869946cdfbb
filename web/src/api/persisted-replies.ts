import type { Data, Endpoint } from '@bidwell/contract'
import { parseJson } from './api-error.ts'
import { claimsOf, readToken } from './session-token.ts'
import { deviceClock } from '../time/device-clock.ts'

const PREFIX = 'kept:'
/** More than this would crowd out the token; a list so long is better read anew. */
const LARGEST = 500_000

function keyOf(endpoint: Endpoint): string | null {
  const token = readToken()
  const claims = token === null ? null : claimsOf(token)
  return claims && `${PREFIX}${claims.sub}:${endpoint.path}`
}

/** Keeps an answer in this browser for the signed-in user, so that the next visit paints at once. */
export function persistReply<E extends Endpoint>(endpoint: E, data: Data<E>) {
  const key = keyOf(endpoint)
  const text = JSON.stringify({ at: deviceClock.now(), data })
  if (key === null || text.length > LARGEST) return
  try {
    localStorage.setItem(key, text)
  } catch {
    // The storage is full or denied; the next visit merely waits for the server.
  }
}

/** The kept answer and when it was read (epoch ms); undefined when there is none or it no longer fits the contract. */
export function readPersistedReply<E extends Endpoint>(endpoint: E): { data: Data<E>; at: number } | undefined {
  const key = keyOf(endpoint)
  const kept = key === null ? null : parseJson(localStorage.getItem(key) ?? '')
  if (typeof kept !== 'object' || kept === null || !('data' in kept) || !('at' in kept)) return undefined
  const data = endpoint.data.safeParse(kept.data)
  // The check is the guarantee: `Data` is what the endpoint's own schema infers.
  return data.success ? { data: data.data as Data<E>, at: Number(kept.at) } : undefined
}

/** Forgets every user's. */
export function clearPersistedReplies() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
}
