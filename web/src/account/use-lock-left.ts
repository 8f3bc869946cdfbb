import { useEffect, useState } from 'react'
import { forgetAttempts, useAttempts } from './attempt-store.ts'

/** Whole seconds until the form unlocks, counting down by itself; 0 when it is not locked. */
export function useLockLeft(): number {
  const { lockedUntil } = useAttempts()
  const [now, setNow] = useState(() => Date.now())
  const left = lockedUntil === null ? 0 : Math.max(0, Math.ceil((lockedUntil - now) / 1_000))

  useEffect(() => {
    if (lockedUntil === null) return undefined
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= lockedUntil) forgetAttempts()
    }, 1_000)
    return () => clearInterval(timer)
  }, [lockedUntil])
  return left
}

/** `14:05` */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
