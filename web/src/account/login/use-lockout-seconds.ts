import { useEffect, useSyncExternalStore } from 'react'
import { deviceClock } from '../../time/device-clock.ts'
import { clearAttempts, useAttempts } from './login-attempt-store.ts'

function everySecond(listener: () => void) {
  const timer = setInterval(listener, 1_000)
  return () => clearInterval(timer)
}
const wholeSeconds = (ms: number) => Math.ceil(ms / 1_000)

/** The seconds until the login form unlocks, counting down; 0 when it is not locked. */
export function useLockoutSeconds(): number {
  const { lockedUntil } = useAttempts()
  const now = useSyncExternalStore(everySecond, () => wholeSeconds(deviceClock.now()))
  const remaining = lockedUntil === null ? 0 : Math.max(0, wholeSeconds(lockedUntil) - now)

  useEffect(() => {
    if (lockedUntil !== null && remaining === 0) clearAttempts()
  }, [lockedUntil, remaining])
  return remaining
}
