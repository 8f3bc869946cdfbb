import { createStore } from '../../state/create-store.ts'
import { deviceClock } from '../../time/device-clock.ts'
import { type Attempts, attemptsAt, NO_ATTEMPTS } from './sign-in-attempts.ts'

const FAILURES_KEY = 'auth_failed_attempts'
const REFUSED_KEY = 'auth_refused_attempts'
const LOCKED_UNTIL_KEY = 'auth_locked_until'

const attempts = createStore<Attempts>({
  failures: Number(sessionStorage.getItem(FAILURES_KEY) ?? 0),
  refused: Number(sessionStorage.getItem(REFUSED_KEY) ?? 0),
  lockedUntil: Number(sessionStorage.getItem(LOCKED_UNTIL_KEY)) || null,
})

/** Stores the attempts for the browser session, so that a reload does not end a lock. */
export function storeAttempts(next: Attempts) {
  sessionStorage.setItem(FAILURES_KEY, String(next.failures))
  sessionStorage.setItem(REFUSED_KEY, String(next.refused))
  if (next.lockedUntil === null) sessionStorage.removeItem(LOCKED_UNTIL_KEY)
  else sessionStorage.setItem(LOCKED_UNTIL_KEY, String(next.lockedUntil))
  attempts.set(next)
}

export const currentAttempts = (): Attempts => attemptsAt(attempts.get(), deviceClock.now())

export const clearAttempts = () => storeAttempts(NO_ATTEMPTS)

/** The stored attempts. They may contain a lock that has already ended; see `useLockoutSeconds`. */
export const useAttempts = attempts.use
