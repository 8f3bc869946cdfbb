import { useEffect, useState } from 'react'
import { nextTransition } from './lot-state.ts'
import type { Lot } from './lot.ts'
import { siteClock } from '../../time/site-clock.ts'

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The site's time as of the last instant at which some lot's state changed by time; renders again at the next. */
export function useNowAtTransitions(lots: readonly Lot[]): number {
  const [now, setNow] = useState(siteClock.now)
  useEffect(() => siteClock.subscribe(() => setNow(siteClock.now())), [])
  useEffect(() => {
    const turn = nextTransition(lots, now)
    if (turn === null) return undefined
    const wait = Math.min(Math.max(0, turn - siteClock.now()), LONGEST_TIMER_MS)
    const timer = setTimeout(() => setNow(siteClock.now()), wait)
    return () => clearTimeout(timer)
  }, [lots, now])
  return now
}
