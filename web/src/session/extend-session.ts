import { messages } from '@bidwell/contract'
import { isApiError } from '../api/api-error.ts'
import { exchangeToken } from '../api/exchange-token.ts'
import { TOKEN_LOCK } from '../api/refresh-session.ts'
import { emitSessionExpired } from '../api/session-events.ts'
import { claimsOf, endStoredSession, readToken, storeToken } from '../api/session-token.ts'
import { withCrossTabLock } from '../api/with-cross-tab-lock.ts'
import { toastError, toastSuccess, toastWarning } from '../ui/overlays/toasts.tsx'
import { readSession } from './session.ts'

type Outcome = 'extended' | 'at-longest' | 'signed-out' | 'ended' | 'no-new-token' | 'failed'

/** Extends the session of this browser, and tells the user how it went. Returns whether another try may help. */
export async function extendSession(): Promise<{ mayRetry: boolean }> {
  const outcome = await withCrossTabLock(TOKEN_LOCK, extend).catch(outcomeOfError)
  REPORT[outcome]()
  if (outcome !== 'ended') readSession()
  return { mayRetry: outcome === 'failed' || outcome === 'no-new-token' }
}

async function extend(): Promise<Outcome> {
  const token = readToken()
  if (token === null) return 'signed-out'
  const next = await exchangeToken(token, { extend: true })
  // The user has signed out meanwhile: the new token must not bring the session back.
  if (readToken() !== token) return 'signed-out'
  if (next === null) {
    endStoredSession()
    return 'ended'
  }
  const end = claimsOf(next)?.session_exp
  if (end === undefined) return 'no-new-token'
  storeToken(next)
  return end > (claimsOf(token)?.session_exp ?? 0) ? 'extended' : 'at-longest'
}

/** A reply that was received and cannot be read has no token. */
const outcomeOfError = (error: unknown): Outcome =>
  isApiError(error, 'unreadable') && error.status < 300 ? 'no-new-token' : 'failed'

const REPORT: Record<Outcome, () => void> = {
  extended: () => toastSuccess(messages.endingSession.extended),
  'at-longest': () =>
    toastWarning(`${messages.endingSession.extensionFailed}. ${messages.endingSession.cannotBeExtended}`),
  'signed-out': () => toastError(messages.endingSession.loginRequired),
  ended: () => {
    emitSessionExpired(messages.endingSession.loginExpired)
    toastError(messages.endingSession.loginExpired)
  },
  'no-new-token': () => toastError(messages.endingSession.noNewToken),
  failed: () => toastError(messages.endingSession.extensionFailed),
}
