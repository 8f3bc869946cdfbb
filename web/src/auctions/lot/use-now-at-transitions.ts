import { useEffect, useState } from 'react'
import { nextTransition } from './lot-view.ts'
import type { Lot } from './lot.ts'
import { siteClock } from '../../time/site-clock.ts'

const MAX_TIMER_MS = 2 ** 31 - 1

/** The site's time at the latest state transition of any lot, epoch ms; renders again at the next transition. */
export function useNowAtTransitions(lots: readonly Lot[]): number {
  const [now, setNow] = useState(siteClock.now)
  useEffect(() => siteClock.subscribe(() => setNow(siteClock.now())), [])
  useEffect(() => {
    const next = nextTransition(lots, now)
    if (next === null) return undefined
    const delayMs = Math.min(Math.max(0, next - siteClock.now()), MAX_TIMER_MS)
    const timer = setTimeout(() => setNow(siteClock.now()), delayMs)
    return () => clearTimeout(timer)
  }, [lots, now])
  return now
}
