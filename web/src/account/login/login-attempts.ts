import { ACCOUNT, classifyLoginFailure, type LoginFailureType, messages } from '@bidwell/contract'
import { isApiError, messageOf } from '../../api/api-error.ts'

/** The failed logins of this browser session. `lockedUntil` is epoch ms. */
export type Attempts = { failures: number; lockedUntil: number | null }

export const NO_ATTEMPTS: Attempts = { failures: 0, lockedUntil: null }

export type LoginFailure = { type: LoginFailureType; message: string; retryAfterMs: number | null }

/** Classifies the error of a login and chooses the message that the form shows. */
export function loginFailureOf(error: unknown): LoginFailure {
  const retryAfterMs = isApiError(error) ? error.retryAfterMs : null
  if (isApiError(error, 'account_locked')) {
    return { type: 'account_locked', message: messages.login.locked, retryAfterMs }
  }
  if (isApiError(error) && error.status === 0) {
    return { type: 'network_error', message: messages.generic.networkError, retryAfterMs }
  }
  // An overloaded server sends a more specific message.
  if (isApiError(error) && (error.status === 429 || error.status === 503)) {
    return { type: 'unknown', message: error.message, retryAfterMs }
  }
  const type = classifyLoginFailure(messageOf(error))
  return { type, message: FAILURE_MESSAGES[type], retryAfterMs }
}

const FAILURE_MESSAGES = {
  invalid_credentials: messages.login.wrongCredentials,
  account_locked: messages.login.locked,
  network_error: messages.generic.networkError,
  unknown: messages.login.unexpectedError,
} as const satisfies Record<LoginFailureType, string>

/** Counts a wrong password towards the lock. Network errors and overloaded servers do not count. */
export function afterFailure(attempts: Attempts, failure: LoginFailure, now: number): Attempts {
  if (failure.type !== 'invalid_credentials' && failure.type !== 'account_locked') return attempts
  const failures = attempts.failures + 1
  const locked = failure.type === 'account_locked' || failures >= ACCOUNT.failuresBeforeLock
  return { failures, lockedUntil: locked ? now + (failure.retryAfterMs ?? ACCOUNT.lockMs) : null }
}

/** The attempts at `now`: when a lock has ended, the count starts again at zero. */
export const attemptsAt = (attempts: Attempts, now: number): Attempts =>
  attempts.lockedUntil !== null && attempts.lockedUntil <= now ? NO_ATTEMPTS : attempts

/** The toast for a failed login. Only the toast about a lock is persistent. */
export function failureToast(attempts: Attempts, failure: LoginFailure): { text: string; persistent: boolean } {
  if (attempts.lockedUntil !== null) return { text: messages.login.lockedToast, persistent: true }
  if (failure.type === 'network_error') return { text: messages.login.networkToast, persistent: false }
  return { text: messages.login.attemptToast(attempts.failures), persistent: false }
}

/** The title of the form's error banner. */
export function panelTitle(attempts: Attempts, failure: LoginFailure): string {
  const { panel } = messages.login
  if (attempts.lockedUntil !== null) return panel.locked
  if (failure.type === 'network_error') return panel.network
  return attempts.failures <= 1 ? panel.first : panel.again
}
