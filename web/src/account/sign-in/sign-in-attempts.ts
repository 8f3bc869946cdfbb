import { ACCOUNT, classifySignInFailure, type SignInFailureType, messages } from '@bidwell/contract'
import { isApiError, messageOf } from '../../api/api-error.ts'

/**
 * The failed sign-ins of this browser session, for all e-mails together. `failures` counts every failure, `refused` only
 * those that the server refused: a network error or an overloaded server says nothing about the password, so it counts
 * towards the panel's offers but never towards the lock. `lockedUntil` is epoch ms.
 */
export type Attempts = { failures: number; refused: number; lockedUntil: number | null }

export const NO_ATTEMPTS: Attempts = { failures: 0, refused: 0, lockedUntil: null }

export type SignInFailure = {
  type: SignInFailureType
  message: string
  retryAfterMs: number | null
  /** Trying again changes nothing: the operator has suspended the account. */
  isFinal?: true
}

/** Classifies the error of a sign-in and chooses the message that the form shows. */
export function signInFailureOf(error: unknown): SignInFailure {
  const retryAfterMs = isApiError(error) ? error.retryAfterMs : null
  if (isApiError(error, 'account_locked')) {
    return { type: 'account_locked', message: messages.signIn.locked, retryAfterMs }
  }
  if (isApiError(error, 'forbidden')) return { type: 'unknown', message: error.message, retryAfterMs, isFinal: true }
  if (isApiError(error) && error.status === 0) {
    return { type: 'network_error', message: messages.generic.networkError, retryAfterMs }
  }
  // An overloaded server sends a more specific message.
  if (isApiError(error) && !isUnreadable(error) && (error.status === 429 || error.status === 503)) {
    return { type: 'unknown', message: error.message, retryAfterMs }
  }
  const type = isUnreadable(error) ? 'unknown' : classifySignInFailure(messageOf(error))
  return { type, message: FAILURE_MESSAGES[type], retryAfterMs }
}

const isUnreadable = (error: unknown): boolean => isApiError(error, 'unreadable')

const FAILURE_MESSAGES = {
  invalid_credentials: messages.signIn.wrongCredentials,
  account_locked: messages.signIn.locked,
  network_error: messages.generic.networkError,
  unknown: messages.signIn.unexpectedError,
} as const satisfies Record<SignInFailureType, string>

/** Counts a failure. The server locks an account; the fourth refusal here, for whatever e-mails, locks the form. */
export function afterFailure(attempts: Attempts, failure: SignInFailure, now: number): Attempts {
  const failures = attempts.failures + 1
  if (failure.type !== 'invalid_credentials' && failure.type !== 'account_locked') return { ...attempts, failures }
  const refused = attempts.refused + 1
  const locked = failure.type === 'account_locked' || refused >= ACCOUNT.failuresBeforeLock
  return { failures, refused, lockedUntil: locked ? now + (failure.retryAfterMs ?? ACCOUNT.lockMs) : null }
}

/** The attempts at `now`: when a lock has ended, the count starts again at zero. */
export const attemptsAt = (attempts: Attempts, now: number): Attempts =>
  attempts.lockedUntil !== null && attempts.lockedUntil <= now ? NO_ATTEMPTS : attempts

/** The toast for a failed sign-in. Only the toast about a locked account is persistent. */
export function failureToast(
  { refused }: Attempts,
  { type, message, retryAfterMs, isFinal }: SignInFailure,
): { text: string; persistent: boolean } {
  switch (type) {
    case 'account_locked':
      return { text: messages.signIn.lockedToast(retryAfterMs ?? ACCOUNT.lockMs), persistent: true }
    case 'network_error':
      return { text: messages.signIn.networkToast, persistent: false }
    case 'unknown':
      return { text: isFinal ? message : messages.signIn.failedTryLater, persistent: false }
    case 'invalid_credentials':
      return { text: messages.signIn.attemptToast(refused), persistent: false }
  }
}

/** The title of the failure panel. */
export function panelTitle({ failures, lockedUntil }: Attempts, failure: SignInFailure | null): string {
  const { panel } = messages.signIn
  if (lockedUntil !== null) return panel.locked
  if (failure?.type === 'network_error') return panel.network
  return failures <= 1 ? panel.first : panel.again
}

type Offer = keyof typeof messages.signIn.offer

/** What the failure panel offers: more with each failure, and everything when the form is locked. */
export function offersAfter({ failures, lockedUntil }: Attempts, { google }: { google: boolean }): Offer[] {
  const locked = lockedUntil !== null
  const offers: [offer: Offer, isDue: boolean][] = [
    ['google', google && (failures >= 1 || locked)],
    ['reset', failures >= 2 || locked],
    ['support', failures >= 3 || locked],
  ]
  return offers.filter(([, isDue]) => isDue).map(([offer]) => offer)
}
