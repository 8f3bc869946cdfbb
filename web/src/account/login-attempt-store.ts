import { useSyncExternalStore } from 'react'
import { type Attempts, asOf, NO_ATTEMPTS } from './login-attempts.ts'
import { deviceClock } from '../time/device-clock.ts'

const FAILURES = 'auth_failed_attempts'
const LOCKED_UNTIL = 'auth_locked_until'

let attempts: Attempts = {
  failures: Number(sessionStorage.getItem(FAILURES) ?? 0),
  lockedUntil: Number(sessionStorage.getItem(LOCKED_UNTIL)) || null,
}
const listeners = new Set<() => void>()

/** Kept for the browser session, so that loading the page again does not lift a lock. */
export function storeAttempts(next: Attempts) {
  attempts = next
  sessionStorage.setItem(FAILURES, String(next.failures))
  if (next.lockedUntil === null) sessionStorage.removeItem(LOCKED_UNTIL)
  else sessionStorage.setItem(LOCKED_UNTIL, String(next.lockedUntil))
  for (const listener of listeners) listener()
}

export const currentAttempts = (): Attempts => asOf(attempts, deviceClock.now())

export const clearAttempts = () => storeAttempts(NO_ATTEMPTS)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The attempts as stored; whether a lock has run out since is `useLockLeft`'s to say. */
export const useAttempts = (): Attempts => useSyncExternalStore(subscribe, () => attempts)
