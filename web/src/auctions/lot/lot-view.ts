import { siteTimes, viewerTimes } from '../../time/zoned-times.ts'
import { isOver, type LotState, stateOf, transitionsOf } from './lot-state.ts'
import type { Lot } from './lot.ts'

/** A lot as the page shows it. */
export type LotView = {
  lot: Lot
  state: LotState
  over: boolean
  /** The instant of the site's clock that the view was made for, epoch ms. Countdowns read the clock themselves. */
  now: number
}

type Kept = LotView & {
  /** The view is the same from and until these instants, epoch ms, on the same day. */
  from: number
  until: number
  day: string
}

const views = new WeakMap<Lot, Kept>()

/**
 * The view of a lot at an instant of the site's clock, epoch ms: the same object until the lot changes, its state changes
 * by time, or the day ends, so that only the cards of changed views render again.
 */
export const viewOf = (lot: Lot, now: number): LotView => keptView(lot, now)

function keptView(lot: Lot, now: number): Kept {
  const day = dayOf(now)
  const earlier = views.get(lot)
  if (earlier && now >= earlier.from && now < earlier.until && day === earlier.day) return earlier
  const transitions = transitionsOf(lot)
  const view = {
    lot,
    state: stateOf(lot, now),
    over: isOver(lot.auction, now),
    now,
    from: Math.max(...transitions.filter((at) => at <= now)),
    until: Math.min(...transitions.filter((at) => at > now)),
    day,
  }
  views.set(lot, view)
  return view
}

/** The next instant at which the state of a lot changes by time alone; null when none does. */
export function nextTransition(lots: readonly Lot[], now: number): number | null {
  const next = Math.min(...lots.map((lot) => keptView(lot, now).until))
  return next === Infinity ? null : next
}

const QUARTER_HOUR_MS = 900_000

let latest = { quarter: Number.NaN, day: '' }

/** The date in both zones. Formatting is slow, and in every zone a day begins with a quarter of an hour. */
function dayOf(now: number): string {
  const quarter = Math.floor(now / QUARTER_HOUR_MS)
  if (quarter !== latest.quarter) latest = { quarter, day: `${siteTimes.date(now)} ${viewerTimes().date(now)}` }
  return latest.day
}
