import { SITE_ZONE } from '@bidwell/contract'

// The site writes Pacific wall time without an offset. Parsing it does not depend on this machine's time zone.

const HOUR_MS = 3_600_000

/** The instants (epoch ms) that a Pacific time without an offset can mean, earliest first: two in the repeated hour. */
type PacificTime = readonly [instant: number] | readonly [earlier: number, later: number]

/** Reads `2026-10-07T18:40:11.35` (0 to 9 fraction digits); null for anything else. */
export function parsePacific(text: string): PacificTime | null {
  const [whole] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(?:\.\d{1,9})?$/.exec(text) ?? []
  return whole === undefined ? null : instantsOf(whole)
}

/** Reads `10/07/2026 20:09:15`; null for anything else. */
export function parseDashboardTime(text: string): PacificTime | null {
  const [, month, day, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d:[0-5]\d)$/.exec(text) ?? []
  return time === undefined ? null : instantsOf(`${year}-${month}-${day}T${time}`)
}

/** The `Date` header of one server may be this far ahead of the time that another one writes. */
const MAX_DATE_AHEAD_MS = 5 * 60_000

/**
 * The instant of a response, whose `Date` header may be up to 55 minutes old, as from a cache: the first instant that is
 * not before it.
 */
export function instantSince(time: PacificTime, date: number | null): number {
  const [earlier, later = earlier] = time
  return date !== null && earlier < date - MAX_DATE_AHEAD_MS ? later : earlier
}

/** The other fields of the same response, by which one of two possible ends can be ruled out. */
type EndEvidence = {
  /** Site time of the response, epoch ms; null when unknown. */
  siteTime: number | null
  startsAt: PacificTime | null
  /** The site's display text, such as `29m 43s `. */
  remainingTime: string | null
  /** Whether the auction is over; null when the response does not say. */
  closed: boolean | null
}

/** An auction's end. If two instants remain possible, the earlier: an early bid counts, a late bid does not. */
export function resolveEnd(end: PacificTime, evidence: EndEvidence): { endsAt: number; ambiguous: boolean } {
  const [earlier, later] = end
  if (later === undefined) return { endsAt: earlier, ambiguous: false }
  const possible = [earlier, later].filter((instant) => isPossibleEnd(instant, evidence))
  const [endsAt = earlier] = possible
  return { endsAt, ambiguous: possible.length !== 1 }
}

function isPossibleEnd(endsAt: number, { siteTime, startsAt, remainingTime, closed }: EndEvidence) {
  if (startsAt !== null && endsAt <= startsAt[0]) return false
  if (siteTime === null) return true
  if (closed === false && endsAt <= siteTime) return false
  const remaining = remainingTime === null ? null : parseRemaining(remainingTime)
  // The text is rounded, and made a moment before or after the response's time: half a unit of tolerance each way.
  return (
    remaining === null ||
    Math.abs(endsAt - siteTime - remaining.aboutMs) <= Math.min(remaining.resolutionMs, HOUR_MS / 2)
  )
}

/** Parses `2d 14h `, `4h 14m ` or `1m46s`: the middle of the time that the text can mean, and its smallest unit. */
function parseRemaining(text: string) {
  const [amounts] = /^(?:\d{1,4}[dhms] ?){1,4}$/.exec(text.trim()) ?? []
  if (amounts === undefined) return null
  let atLeastMs = 0
  let resolutionMs = HOUR_MS
  for (const [, count, unit] of amounts.matchAll(/(\d+)([dhms])/g)) {
    resolutionMs = unit === 'd' ? 24 * HOUR_MS : unit === 'h' ? HOUR_MS : unit === 'm' ? 60_000 : 1_000
    atLeastMs += Number(count) * resolutionMs
  }
  return { aboutMs: atLeastMs + resolutionMs / 2, resolutionMs }
}

function instantsOf(local: string): PacificTime | null {
  const naive = plainDateTime(local)
  if (naive === null) return null
  const earlier = naive.toZonedDateTime(SITE_ZONE, { disambiguation: 'earlier' })
  const later = naive.toZonedDateTime(SITE_ZONE, { disambiguation: 'later' })
  if (earlier.epochMilliseconds === later.epochMilliseconds) return [earlier.epochMilliseconds]
  if (earlier.toPlainDateTime().equals(naive)) return [earlier.epochMilliseconds, later.epochMilliseconds]
  // In the hour that is skipped in spring: every time in it is taken for the instant of the change.
  const change = earlier.getTimeZoneTransition('next')
  return [(change ?? later).epochMilliseconds]
}

function plainDateTime(local: string) {
  try {
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' })
  } catch {
    return null
  }
}
