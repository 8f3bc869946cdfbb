import { type SignedInUser, TokenClaims } from '@bidwell/contract'
import { deviceClock } from '../time/device-clock.ts'

const TOKEN_KEY = 'auth_token'
const ENDED_KEY = 'session_ended'
const SESSION_START_KEY = 'session_start'

/** The stored token; null when there is none, or when it does not have three parts separated by dots. */
export function readToken(): string | null {
  const token = localStorage.getItem(TOKEN_KEY)
  return token !== null && token.split('.').length === 3 ? token : null
}

export function storeToken(token: string) {
  localStorage.setItem(TOKEN_KEY, token)
  localStorage.removeItem(ENDED_KEY)
  if (sessionStorage.getItem(SESSION_START_KEY) === null)
    sessionStorage.setItem(SESSION_START_KEY, String(deviceClock.now()))
}

/** Forgets the session: its user signs out. */
export function clearToken() {
  localStorage.removeItem(ENDED_KEY)
  localStorage.removeItem(TOKEN_KEY)
  sessionStorage.removeItem(SESSION_START_KEY)
}

/**
 * Forgets the token of a session that the server has ended. Other tabs with this session then ask to sign in again, and
 * keep what was typed; `clearToken` would sign them out.
 */
export function endStoredSession() {
  const token = readToken()
  const sessionId = token === null ? undefined : claimsOf(token)?.sid
  if (sessionId !== undefined) localStorage.setItem(ENDED_KEY, sessionId)
  localStorage.removeItem(TOKEN_KEY)
}

/** The session whose token was removed because the server has ended it; null when there is none. */
export const endedSessionId = (): string | null => localStorage.getItem(ENDED_KEY)

/** Calls `listener` when another tab signs in, signs out or exchanges the token. */
export function onTokenChangedInOtherTab(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // The key is null when the whole storage was cleared.
    if (event.key === TOKEN_KEY || event.key === ENDED_KEY || event.key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

let latest: { token: string; claims: TokenClaims | null } | null = null

/** The token's claims; null when they cannot be parsed. Only the server can verify them. */
export function claimsOf(token: string): TokenClaims | null {
  if (latest?.token !== token) latest = { token, claims: parseClaims(token) }
  return latest.claims
}

function parseClaims(token: string): TokenClaims | null {
  const [, body = ''] = token.split('.')
  try {
    const bytes = Uint8Array.from(atob(body.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))
    const claims = TokenClaims.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
    return claims.success ? claims.data : null
  } catch {
    return null
  }
}

/** The user without the subscription tier, which is in the profile but not in the token. */
export const userOf = (claims: TokenClaims): Omit<SignedInUser, 'subscriptionTier'> => ({
  id: claims.sub,
  email: claims.email,
  authProvider: claims.auth_provider,
  emailVerified: claims.email_verified,
})
