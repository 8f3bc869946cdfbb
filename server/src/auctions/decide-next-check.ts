const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How often the site is read, by how far off the end is. The two quickest want somebody who cares. */
const PACES = [
  { overMs: DAY, everyMs: HOUR, whenWatched: false },
  { overMs: HOUR, everyMs: 15 * MINUTE, whenWatched: false },
  { overMs: 10 * MINUTE, everyMs: 2 * MINUTE, whenWatched: false },
  { overMs: 2 * MINUTE, everyMs: 20 * SECOND, whenWatched: true },
  { overMs: 0, everyMs: 5 * SECOND, whenWatched: true },
] as const
const UNWATCHED_MS = 2 * MINUTE

/** The site marks an auction closed within moments of its end; asking sooner only has to ask again. */
const CLOSE_SHOWS_AFTER_MS = 2 * SECOND

/** From here on a listing that somebody watches is read at one of the two quickest paces. */
export const QUICK_PACE_FROM_MS = 10 * MINUTE

export type CheckedListing = {
  /** Epoch ms on the site's clock. */
  endsAt: number
  closed: boolean
  /** Failed reads in a row. */
  failures: number
  tracked: boolean
  /** Somebody has it open, or a snipe stands on it. */
  watched: boolean
}

/** How long until the listing is read again, ms; null when there is nothing more to learn, or nobody to learn it. */
export function decideNextCheck(listing: CheckedListing, siteNow: number): number | null {
  if (listing.closed || !listing.tracked) return null
  const leftMs = listing.endsAt - siteNow
  const everyMs = leftMs > 0 ? paceBefore(leftMs, listing.watched) : paceAfter(-leftMs)
  if (listing.failures > 0) return Math.min(everyMs * 2 ** listing.failures, HOUR)

  // However slow the pace, the close itself is looked for as soon as it shows.
  return leftMs > 0 ? Math.min(everyMs, leftMs + CLOSE_SHOWS_AFTER_MS) : everyMs
}

function paceBefore(leftMs: number, watched: boolean): number {
  const pace = PACES.find(({ overMs }) => leftMs > overMs)
  if (!pace || (pace.whenWatched && !watched)) return UNWATCHED_MS
  return pace.everyMs
}

/** Overdue and not closed yet: soon at first, then ever more rarely, since some listings are never closed properly. */
function paceAfter(overdueMs: number): number {
  return Math.min(Math.max(5 * SECOND, overdueMs / 4), HOUR)
}
