import { ACCOUNT, classifyLoginFailure, type LoginFailureType, messages } from '@bidwell/contract'
import { isApiError, messageOf } from '../api/api-error.ts'

/** Failed sign-ins of this browser session. `lockedUntil` is epoch ms. */
export type Attempts = { failures: number; lockedUntil: number | null }

export const NO_ATTEMPTS: Attempts = { failures: 0, lockedUntil: null }

export type LoginFailure = { type: LoginFailureType; says: string; retryAfterMs: number | null }

/** What went wrong with a sign-in, and how the form says it. */
export function loginFailureOf(error: unknown): LoginFailure {
  const retryAfterMs = isApiError(error) ? error.retryAfterMs : null
  if (isApiError(error, 'account_locked'))
    return { type: 'account_locked', says: messages.login.lockedForm, retryAfterMs }
  if (isApiError(error) && error.status === 0) {
    return { type: 'network_error', says: messages.generic.noAnswer, retryAfterMs }
  }
  // A server that is too busy says so itself, and better.
  if (isApiError(error) && (error.status === 429 || error.status === 503)) {
    return { type: 'unknown', says: error.message, retryAfterMs }
  }
  const type = classifyLoginFailure(messageOf(error))
  return { type, says: WORDS[type], retryAfterMs }
}

const WORDS = {
  invalid_credentials: messages.login.wrong,
  account_locked: messages.login.lockedForm,
  network_error: messages.generic.noAnswer,
  unknown: messages.login.unexpected,
} as const satisfies Record<LoginFailureType, string>

/** Only a refused password counts: nobody is locked out by a bad network or a busy server. */
export function afterFailure(attempts: Attempts, failure: LoginFailure, now: number): Attempts {
  if (failure.type !== 'invalid_credentials' && failure.type !== 'account_locked') return attempts
  const failures = attempts.failures + 1
  const locked = failure.type === 'account_locked' || failures >= ACCOUNT.failuresBeforeLock
  return { failures, lockedUntil: locked ? now + (failure.retryAfterMs ?? ACCOUNT.lockMs) : null }
}

/** A lock that has run out takes the count with it. */
export const asOf = (attempts: Attempts, now: number): Attempts =>
  attempts.lockedUntil !== null && attempts.lockedUntil <= now ? NO_ATTEMPTS : attempts

/** What the toast says; a lock's stays until dismissed. */
export function failureToast(attempts: Attempts, failure: LoginFailure): { says: string; persistent: boolean } {
  if (attempts.lockedUntil !== null) return { says: messages.login.lockedToast, persistent: true }
  if (failure.type === 'network_error') return { says: messages.login.networkToast, persistent: false }
  return { says: messages.login.attemptToast(attempts.failures), persistent: false }
}

export function panelTitle(attempts: Attempts, failure: LoginFailure): string {
  const { panel } = messages.login
  if (attempts.lockedUntil !== null) return panel.locked
  if (failure.type === 'network_error') return panel.network
  return attempts.failures <= 1 ? panel.first : panel.again
}
