/**
 * The site writes Pacific wall time without an offset. These turn it into instants, independent of this machine's zone.
 */
const ZONE = 'America/Los_Angeles'
const HOUR_MS = 3_600_000

/** The instants (epoch ms) that a naive Pacific time can mean, earliest first: two in the hour that occurs twice. */
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

/** `M/d/yyyy`, as search wants its dates. */
export function pacificDate(instant: number): string {
  const { month, day, year } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(ZONE)
  return `${month}/${day}/${year}`
}

/** The one that an instant from elsewhere, good to half an hour, points at; the earlier when there is none. */
export function nearestInstant(time: PacificTime, hint: number | null): number {
  const [earlier, later = earlier] = time
  return hint !== null && Math.abs(later - hint) < Math.abs(earlier - hint) ? later : earlier
}

/** What the same reply says that can settle which of two ends is meant. */
type EndEvidence = {
  /** Site time of the reply, epoch ms; null when unknown. */
  siteTime: number | null
  startsAt: PacificTime | null
  /** The site's display text, such as `29m 43s `. */
  remainingTime: string | null
  /** Whether the auction is over; null when the reply does not say. */
  closed: boolean | null
}

/** When an auction ends. Unsettled between two instants, the earlier: a bid too soon counts, one too late does not. */
export function settleEnd(end: PacificTime, evidence: EndEvidence): { endsAt: number; ambiguous: boolean } {
  const [earlier, later] = end
  if (later === undefined) return { endsAt: earlier, ambiguous: false }
  const possible = [earlier, later].filter((instant) => fits(instant, evidence))
  const [endsAt = earlier] = possible
  return { endsAt, ambiguous: possible.length !== 1 }
}

function fits(endsAt: number, { siteTime, startsAt, remainingTime, closed }: EndEvidence) {
  if (startsAt !== null && endsAt <= startsAt[0]) return false
  if (siteTime === null) return true
  if (closed === false && endsAt <= siteTime) return false
  const left = remainingTime === null ? null : parseRemaining(remainingTime)
  // Half a grain of slack each way: the text is rounded, and made a moment before or after the reply's time.
  return left === null || Math.abs(endsAt - siteTime - left.aboutMs) <= Math.min(left.resolutionMs, HOUR_MS / 2)
}

/** `2d 14h `, `4h 14m `, `29m 43s `: the middle of what the text can mean, and its grain. */
function parseRemaining(text: string) {
  const [, amounts] = /^((?:\d{1,4}[dhms] ){1,4})$/.exec(`${text.trim()} `) ?? []
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
  const earlier = naive.toZonedDateTime(ZONE, { disambiguation: 'earlier' })
  const later = naive.toZonedDateTime(ZONE, { disambiguation: 'later' })
  if (earlier.epochMilliseconds === later.epochMilliseconds) return [earlier.epochMilliseconds]
  if (earlier.toPlainDateTime().equals(naive)) return [earlier.epochMilliseconds, later.epochMilliseconds]
  // In the missing hour: the site's own clock passes every such time at the instant at which it leaps over them.
  const leap = earlier.getTimeZoneTransition('next')
  return [(leap ?? later).epochMilliseconds]
}

function plainDateTime(local: string) {
  try {
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' })
  } catch {
    return null
  }
}
