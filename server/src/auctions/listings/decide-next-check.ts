const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The interval of reads by the time left until the end, while a user looks and while nobody does. */
const INTERVALS = [
  { aboveMs: DAY, watchedMs: HOUR, unwatchedMs: 2 * HOUR },
  { aboveMs: HOUR, watchedMs: 15 * MINUTE, unwatchedMs: 30 * MINUTE },
  { aboveMs: 10 * MINUTE, watchedMs: 2 * MINUTE, unwatchedMs: 2 * MINUTE },
  { aboveMs: 2 * MINUTE, watchedMs: 20 * SECOND, unwatchedMs: 2 * MINUTE },
  { aboveMs: 0, watchedMs: 5 * SECOND, unwatchedMs: 2 * MINUTE },
] as const

/** The site marks an auction as closed a moment after its end, so an earlier read would have to be repeated. */
const CLOSE_DELAY_MS = 2 * SECOND

/** Within this time of its end, a listing is read at one of the two shortest intervals while it is watched. */
export const WATCHED_INTERVALS_WITHIN_MS = 10 * MINUTE

export type CheckedListing = {
  /** Epoch ms on the site's clock. */
  endsAt: number
  closed: boolean
  /** Failed reads in a row. */
  failures: number
  tracked: boolean
  /** A user who tracks it has a browser open. */
  watched: boolean
}

/** The time until the listing is read again, ms; null if it is closed or no user tracks it. Pure. */
export function decideNextCheck(listing: CheckedListing, siteNow: number): number | null {
  if (listing.closed || !listing.tracked) return null
  const leftMs = listing.endsAt - siteNow
  const intervalMs = leftMs > 0 ? intervalBeforeEnd(leftMs, listing.watched) : intervalAfterEnd(-leftMs)
  if (listing.failures > 0) return Math.min(intervalMs * 2 ** listing.failures, HOUR)

  // Every listing is read at its close, however long its interval.
  return leftMs > 0 ? Math.min(intervalMs, leftMs + CLOSE_DELAY_MS) : intervalMs
}

function intervalBeforeEnd(leftMs: number, watched: boolean): number {
  const { watchedMs, unwatchedMs } = INTERVALS.find(({ aboveMs }) => leftMs > aboveMs) ?? INTERVALS[4]
  return watched ? watchedMs : unwatchedMs
}

/** After the end, until the site shows the close. The interval grows, since the site never closes some listings. */
function intervalAfterEnd(overdueMs: number): number {
  return Math.min(Math.max(5 * SECOND, overdueMs / 4), HOUR)
}
