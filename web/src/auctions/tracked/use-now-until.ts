import { useCallback, useEffect, useState } from 'react'
import { siteClock } from '../../time/site-clock.ts'
import { nextTransition } from './auction-view.ts'
import type { TrackedAuction } from './tracked-auction.ts'

const MAX_TIMER_MS = 2 ** 31 - 1

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

/** The site's time at the latest state transition of any auction, epoch ms; renders again at the next transition. */
export const useNowAtTransitions = (auctions: readonly TrackedAuction[]): number =>
  useNowUntil(useCallback((now) => nextTransition(auctions, now), [auctions]))
