import { useSyncExternalStore } from 'react'
import { deviceClock } from '../time/device-clock.ts'
import { type Attempts, attemptsAt, NO_ATTEMPTS } from './login-attempts.ts'

const FAILURES_KEY = 'auth_failed_attempts'
const LOCKED_UNTIL_KEY = 'auth_locked_until'

let attempts: Attempts = {
  failures: Number(sessionStorage.getItem(FAILURES_KEY) ?? 0),
  lockedUntil: Number(sessionStorage.getItem(LOCKED_UNTIL_KEY)) || null,
}
const listeners = new Set<() => void>()

/** Stores the attempts for the browser session, so that a reload does not end a lock. */
export function storeAttempts(next: Attempts) {
  attempts = next
  sessionStorage.setItem(FAILURES_KEY, String(next.failures))
  if (next.lockedUntil === null) sessionStorage.removeItem(LOCKED_UNTIL_KEY)
  else sessionStorage.setItem(LOCKED_UNTIL_KEY, String(next.lockedUntil))
  for (const listener of listeners) listener()
}

export const currentAttempts = (): Attempts => attemptsAt(attempts, deviceClock.now())

export const clearAttempts = () => storeAttempts(NO_ATTEMPTS)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The stored attempts. They may contain a lock that has already ended; see `useLockoutSeconds`. */
export const useAttempts = (): Attempts => useSyncExternalStore(subscribe, () => attempts)
