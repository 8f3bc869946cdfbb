import { useCallback } from 'react'
import { useNowUntil } from '../../time/use-now-until.ts'
import { siteTimes, viewerTimes } from '../../time/zoned-times.ts'
import { isOver, type AuctionState, stateOf, transitionsOf } from './auction-state.ts'
import type { TrackedAuction } from './tracked-auction.ts'

/** An auction as the page shows it. */
export type AuctionView = {
  tracked: TrackedAuction
  state: AuctionState
  over: boolean
  /** The instant of the site's clock that the view was made for, epoch ms. Countdowns read the clock themselves. */
  now: number
}

type Kept = AuctionView & {
  /** The view is the same from and until these instants, epoch ms, on the same day. */
  from: number
  until: number
  day: string
}

const views = new WeakMap<TrackedAuction, Kept>()

/**
 * The view of an auction at an instant of the site's clock, epoch ms: the same object until the auction changes, its state changes
 * by time, or the day ends, so that only the cards of changed views render again.
 */
export const viewOf = (tracked: TrackedAuction, now: number): AuctionView => keptView(tracked, now)

function keptView(tracked: TrackedAuction, now: number): Kept {
  const day = dayOf(now)
  const earlier = views.get(tracked)
  if (earlier && now >= earlier.from && now < earlier.until && day === earlier.day) return earlier
  const transitions = transitionsOf(tracked)
  const view = {
    tracked,
    state: stateOf(tracked, now),
    over: isOver(tracked.auction, now),
    now,
    from: Math.max(...transitions.filter((at) => at <= now)),
    until: Math.min(...transitions.filter((at) => at > now)),
    day,
  }
  views.set(tracked, view)
  return view
}

/** The next instant at which the state of an auction changes by time alone; null when none does. */
export function nextTransition(auctions: readonly TrackedAuction[], now: number): number | null {
  const next = Math.min(...auctions.map((tracked) => keptView(tracked, now).until))
  return next === Infinity ? null : next
}

/** The site's time at the latest state transition of any auction, epoch ms; renders again at the next transition. */
export const useNowAtTransitions = (auctions: readonly TrackedAuction[]): number =>
  useNowUntil(useCallback((now) => nextTransition(auctions, now), [auctions]))

const QUARTER_HOUR_MS = 900_000

let latest = { quarter: Number.NaN, day: '' }

/** The date in both zones. Formatting is slow, and in every zone a day begins with a quarter of an hour. */
function dayOf(now: number): string {
  const quarter = Math.floor(now / QUARTER_HOUR_MS)
  if (quarter !== latest.quarter) latest = { quarter, day: `${siteTimes.date(now)} ${viewerTimes().date(now)}` }
  return latest.day
}
