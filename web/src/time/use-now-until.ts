import { useCallback, useEffect, useState } from 'react'
import { siteClock } from './site-clock.ts'

export const MAX_TIMER_MS = 2 ** 31 - 1

/** The site's time, epoch ms. It is read again at the instant that `next` returns for it; null stands for never. */
export function useNowUntil(next: (now: number) => number | null): number {
  const [now, setNow] = useState(siteClock.now)
  useEffect(() => siteClock.subscribe(() => setNow(siteClock.now())), [])
  useEffect(() => {
    const at = next(now)
    if (at === null) return undefined
    const delayMs = Math.min(Math.max(0, at - siteClock.now()), MAX_TIMER_MS)
    const timer = setTimeout(() => setNow(siteClock.now()), delayMs)
    return () => clearTimeout(timer)
  }, [next, now])
  return now
}

/** Whether an instant of the site's clock has passed, epoch ms; null never does. */
export function useHasPassed(at: number | null): boolean {
  const now = useNowUntil(useCallback((from) => (at !== null && from < at ? at : null), [at]))
  return at !== null && now >= at
}
