import { messages, type SignedInUser, type TokenClaims } from '@bidwell/contract'
import { ApiError } from '../api/api-error.ts'
import { refreshSession } from '../api/refresh-session.ts'
import {
  claimsOf,
  clearToken,
  endedSessionId,
  onTokenChangedInOtherTab,
  readToken,
  storeToken,
  userOf,
} from '../api/session-token.ts'
import { createStore } from '../state/create-store.ts'
import { deviceClock } from '../time/device-clock.ts'
import { skipsSignInCheck } from './pages.ts'
import { saveSnapshot } from './recovery-snapshot.ts'
import { writesAnswered } from './writes-answered.ts'

/** The user of this browser. */
export type Session = { kind: 'signed-out' } | SignedIn

export type SignedIn = {
  kind: 'signed-in'
  id: string
  /** The tier is null until the profile has been read. */
  user: SignedInUser
  /** The session has ended, and a dialog over the page asks to sign in again. */
  expired: boolean
  /** When the session ends unless it is used or extended, epoch ms on the server's clock. */
  endsAt: number
  /** Whether the user ticked 'Keep me signed in'. */
  remembered: boolean
}

// Pages are shown once the session has started. One that is rendered ahead is for visitors; the browser hides what a stored session will
// replace.
const session = createStore<Session>({ kind: 'signed-out' })

export const { get: currentSession, subscribe: onSession, use: useSession } = session

/** The signed-in user. Throws `ApiError` when there is none, so use it only behind `RequireSignIn`. */
export function useUser(): SignedInUser {
  const current = useSession()
  if (current.kind !== 'signed-in') {
    throw new ApiError({ status: 401, code: 'signed_out', message: messages.session.expired })
  }
  return current.user
}

/** Whether an instant of a token, in epoch seconds, has passed. */
const isPast = (seconds: number) => seconds * 1_000 <= deviceClock.now()

/**
 * Starts the session from the stored token, after exchanging the token if it expired while the page was closed. Where the
 * sign-in is not checked, the first call exchanges it.
 */
export async function startSession() {
  onTokenChangedInOtherTab(readSession)
  window.addEventListener('auth-check-required', readSession)
  window.addEventListener('session-expired', () => void markExpired())

  const token = readToken()
  const claims = token === null ? null : claimsOf(token)
  if (token !== null && claims !== null && isPast(claims.exp)) {
    if (!skipsSignInCheck(window.location.pathname)) {
      // When the server is unreachable, the stored data is shown; the first successful call settles the session.
      await refreshSession(token).catch(() => {})
    } else if (isPast(claims.session_exp)) clearToken()
  }
  readSession()
}

export function signIn(token: string) {
  storeToken(token)
  readSession()
}

export function signOut() {
  clearToken()
  session.set({ kind: 'signed-out' })
}

/** Sets the session from the stored token. Deletes a token without readable claims. */
export function readSession() {
  const token = readToken()
  const claims = token === null ? null : claimsOf(token)
  if (claims !== null) session.set(signedIn(claims, session.get()))
  else if (hasEnded(session.get())) {
    // Elsewhere, the first call notices.
    if (!skipsSignInCheck(window.location.pathname)) void markExpired()
  }
  // The mark stays: other tabs may still show what was typed in the ended session.
  else if (endedSessionId() !== null) session.set({ kind: 'signed-out' })
  else signOut()
}

const signedIn = (claims: TokenClaims, before: Session): SignedIn => ({
  kind: 'signed-in',
  id: claims.sid,
  user: {
    ...userOf(claims),
    subscriptionTier:
      before.kind === 'signed-in' && before.user.id === claims.sub ? before.user.subscriptionTier : null,
  },
  // A session that has ended stays so: only a new one closes the dialog.
  expired: before.kind === 'signed-in' && before.expired && before.id === claims.sid,
  endsAt: claims.session_exp * 1_000,
  remembered: claims.remember_me,
})

/** Adds the tier to the signed-in user. */
export function setSubscriptionTier(subscriptionTier: string) {
  const current = session.get()
  if (current.kind === 'signed-in') session.set({ ...current, user: { ...current.user, subscriptionTier } })
}

/** Whether another tab has learned that this session has ended. */
const hasEnded = (current: Session) => current.kind === 'signed-in' && current.id === endedSessionId()

/** Saves what was typed without waiting for the dialog, which has yet to load: the page may change until then. */
async function markExpired() {
  const before = session.get()
  await writesAnswered()
  const current = session.get()
  if (before.kind !== 'signed-in' || current.kind !== 'signed-in' || current.id !== before.id || current.expired) return
  saveSnapshot(current.user.id)
  session.set({ ...current, expired: true })
}
