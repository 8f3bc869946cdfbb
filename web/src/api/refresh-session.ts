import { messages } from '@bidwell/contract'
import { ApiError } from './api-error.ts'
import { exchangeToken } from './exchange-token.ts'
import { requestAuthCheck } from './session-events.ts'
import { claimsOf, endStoredSession, readToken, storeToken } from './session-token.ts'

/** The tokens that are being exchanged in this tab. */
const underWay = new Map<string, Promise<string | null>>()

/**
 * Exchanges an expired token for a new one, once, even when several calls and tabs ask at the same time. Returns the
 * token to use, or null when the session has ended. Throws `ApiError` when the server cannot be reached or is
 * overloaded, because then the session may still exist, and when somebody has signed out meanwhile.
 */
export function refreshSession(expiredToken: string): Promise<string | null> {
  const shared =
    underWay.get(expiredToken) ??
    withCrossTabLock(TOKEN_LOCK, () => refresh(expiredToken)).finally(() => underWay.delete(expiredToken))
  underWay.set(expiredToken, shared)
  return shared
}

/** Held by the one tab that exchanges the stored token. */
export const TOKEN_LOCK = 'bidwell-token'

async function refresh(expiredToken: string): Promise<string | null> {
  const stored = readToken()
  if (stored === null) throw signedOut()
  // Another call or tab has replaced the token. A token of a different user does not count.
  if (stored !== expiredToken) return userIdOf(stored) === userIdOf(expiredToken) ? stored : null

  const next = await exchangeToken(expiredToken)
  // The user has signed out during the exchange: the new token must not bring the session back.
  if (readToken() !== expiredToken) throw signedOut()
  if (next === null) endStoredSession()
  else storeToken(next)
  requestAuthCheck()
  return next
}

const signedOut = () => new ApiError({ status: 401, code: 'signed_out', message: messages.session.noTokenForRefresh })

const userIdOf = (token: string) => claimsOf(token)?.sub

const queues = new Map<string, Promise<unknown>>()

/**
 * Runs one function at a time per lock name, across all tabs of this browser. On pages without HTTPS the Web Locks API
 * is missing, so there the lock covers only this tab.
 */
export async function withCrossTabLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(name, run)
  const result = (queues.get(name) ?? Promise.resolve()).then(run, run)
  queues.set(name, result)
  return result
}
