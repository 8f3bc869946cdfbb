import { type SignedInUser, TokenClaims } from '@bidwell/contract'
import { deviceClock } from '../time/device-clock.ts'

const TOKEN = 'auth_token'
const STARTED = 'session_start'

/** A token has three dot-separated parts; anything else in its place is none. */
export function readToken(): string | null {
  const token = localStorage.getItem(TOKEN)
  return token !== null && token.split('.').length === 3 ? token : null
}

export function storeToken(token: string) {
  localStorage.setItem(TOKEN, token)
  if (sessionStorage.getItem(STARTED) === null) sessionStorage.setItem(STARTED, String(deviceClock.now()))
}

export function clearToken() {
  localStorage.removeItem(TOKEN)
  sessionStorage.removeItem(STARTED)
}

/** Calls back when another tab signs in, out, or exchanges the token. */
export function onTokenInOtherTab(changed: () => void): () => void {
  const listener = (event: StorageEvent) => {
    // A null key: the whole storage was cleared.
    if (event.key === TOKEN || event.key === null) changed()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** What the token says of its bearer; null when it cannot be read. The server alone decides whether it is true. */
export function claimsOf(token: string): TokenClaims | null {
  const [, body = ''] = token.split('.')
  try {
    const bytes = Uint8Array.from(atob(body.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))
    const claims = TokenClaims.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
    return claims.success ? claims.data : null
  } catch {
    return null
  }
}

/** Everything about the signed-in user but the tier, which only the profile knows. */
export type User = Omit<SignedInUser, 'subscriptionTier'>

export const userOf = (claims: TokenClaims): User => ({
  id: claims.sub,
  email: claims.email,
  authProvider: claims.auth_provider,
  emailVerified: claims.email_verified,
})
