import { api, API_BASE, type SignInFailureType, type RecoveryMethod } from '@bidwell/contract'
import { call } from '../api/call.ts'
import { randomKey } from '../api/random-key.ts'

/*
 * Tells the server how failed sign-ins end, for the operator's figures. Only somebody who failed is reported, once for each
 * step, and a report that fails is dropped.
 */

const KEY = 'login_trail'
const MAX_USER_AGENT_LENGTH = 500

/** `failed`: nothing else has happened since. `recovering`: the user has chosen another way in. */
type Trail = { sessionId: string; state: 'failed' | 'recovering' }

function readTrail(): Trail | null {
  const [sessionId, state] = (sessionStorage.getItem(KEY) ?? '').split(' ')
  if (!sessionId || (state !== 'failed' && state !== 'recovering')) return null
  return { sessionId, state }
}

const storeTrail = ({ sessionId, state }: Trail) => sessionStorage.setItem(KEY, `${sessionId} ${state}`)

const ignoreFailure = () => {}

type Failure = { email: string; type: SignInFailureType; attempts: number }

export function trackFailedSignIn({ email, type, attempts }: Failure) {
  const sessionId = readTrail()?.sessionId ?? randomKey()
  storeTrail({ sessionId, state: 'failed' })
  const body = {
    session_id: sessionId,
    user_agent: navigator.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    email,
    error_type: type,
    attempt_count: Math.max(1, attempts),
  }
  call(api.trackSignInFailure, { body }).catch(ignoreFailure)
}

/** The user has chosen another way in. */
export function trackRecovery(method: RecoveryMethod) {
  const trail = readTrail()
  if (trail === null) return
  storeTrail({ ...trail, state: 'recovering' })
  call(api.trackSignInRecovery, { body: { session_id: trail.sessionId, recovery_method: method } }).catch(ignoreFailure)
}

/** The user is signed in. */
export function trackResolved() {
  const trail = readTrail()
  if (trail === null) return
  sessionStorage.removeItem(KEY)
  call(api.trackSignInResolved, { body: { session_id: trail.sessionId } }).catch(ignoreFailure)
}

/** The user has closed the dialog. Whoever is on another way in has not given up. */
export function trackAbandoned() {
  const trail = readTrail()
  if (trail?.state !== 'failed') return
  sessionStorage.removeItem(KEY)
  call(api.trackSignInAbandoned, { body: { session_id: trail.sessionId } }).catch(ignoreFailure)
}

/** The user leaves the page with the dialog open: only a beacon outlives the page. */
export function trackLeaving() {
  const trail = readTrail()
  if (trail?.state !== 'failed') return
  const body = new Blob([JSON.stringify({ session_id: trail.sessionId })], { type: 'application/json' })
  if (navigator.sendBeacon(API_BASE + api.trackSignInAbandoned.path, body)) sessionStorage.removeItem(KEY)
}
