import { useEffect } from 'react'
import { useSecondsUntil } from '../../time/use-seconds-until.ts'
import { clearAttempts, useAttempts } from './login-attempt-store.ts'

/** The seconds until the login form unlocks, counting down; 0 when it is not locked. */
export function useLockoutSeconds(): number {
  const { lockedUntil } = useAttempts()
  const remaining = useSecondsUntil(lockedUntil)
  useEffect(() => {
    if (lockedUntil !== null && remaining === 0) clearAttempts()
  }, [lockedUntil, remaining])
  return remaining
}
