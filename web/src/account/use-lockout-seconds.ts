import { useEffect, useSyncExternalStore } from 'react'
import { clearAttempts, useAttempts } from './login-attempt-store.ts'
import { deviceClock } from '../time/device-clock.ts'

function everySecond(tick: () => void) {
  const timer = setInterval(tick, 1_000)
  return () => clearInterval(timer)
}
const wholeSeconds = (ms: number) => Math.ceil(ms / 1_000)

/** Whole seconds until the form unlocks, counting down by itself; 0 when it is not locked. */
export function useLockoutSeconds(): number {
  const { lockedUntil } = useAttempts()
  const now = useSyncExternalStore(everySecond, () => wholeSeconds(deviceClock.now()))
  const left = lockedUntil === null ? 0 : Math.max(0, wholeSeconds(lockedUntil) - now)

  useEffect(() => {
    if (lockedUntil !== null && left === 0) clearAttempts()
  }, [lockedUntil, left])
  return left
}

/** `14:05` */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
