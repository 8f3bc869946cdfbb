import { messages } from '@bidwell/contract'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/api-error.ts'
import { refreshSession } from '../api/refresh-session.ts'
import {
  claimsOf,
  clearToken,
  onTokenChangedInOtherTab,
  readToken,
  storeToken,
  type User,
  userOf,
} from '../api/session-token.ts'
import { deviceClock } from '../time/device-clock.ts'

/**
 * Who is signed in here. `lapsed`: the session has ended under an open page, which stays as it is while a dialog asks
 * to sign in again.
 */
export type Session = { kind: 'loading' } | { kind: 'signed-out' } | { kind: 'signed-in'; user: User; expired: boolean }

let session: Session = { kind: 'loading' }
const listeners = new Set<() => void>()

function become(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentSession = (): Session => session
export const useSession = (): Session => useSyncExternalStore(onSession, currentSession)

/** The signed-in user; for pages behind the sign-in gate, where there always is one. */
export function useUser(): User {
  const now = useSession()
  if (now.kind !== 'signed-in')
    throw new ApiError({ status: 401, code: 'signed_out', message: messages.session.expired })
  return now.user
}

/** Looks at the stored token again. A token that cannot be read is thrown away. */
function checkSession() {
  const token = readToken()
  const claims = token === null ? null : claimsOf(token)
  if (claims === null) {
    clearToken()
    become({ kind: 'signed-out' })
  } else become({ kind: 'signed-in', user: userOf(claims), expired: false })
}

/** The first look, which also exchanges a token that ran out while the page was closed. */
export async function startSession() {
  onTokenChangedInOtherTab(checkSession)
  window.addEventListener('auth-check-required', checkSession)
  window.addEventListener('session-expired', lapse)

  const token = readToken()
  const claims = token === null ? null : claimsOf(token)
  if (token !== null && claims !== null && claims.exp * 1_000 <= deviceClock.now()) {
    // Unreachable server: go in with what is kept here; the first call that gets through settles it.
    await refreshSession(token).catch(() => {})
  }
  checkSession()
}

export function signIn(token: string) {
  storeToken(token)
  checkSession()
}

export function signOut() {
  clearToken()
  become({ kind: 'signed-out' })
}

function lapse() {
  if (session.kind === 'signed-in') become({ ...session, expired: true })
}
