const LONGEST_WAIT_MS = 3_600_000
/** Nobody means that; taken at its word, it would be an hour lost to a slip of the site's. */
const ABSURD_WAIT_MS = 24 * 3_600_000
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** A `Date` header as epoch ms; null for anything else, of which `Date.parse` takes far too much. */
export function parseHttpDate(text: string | undefined): number | null {
  if (text === undefined || !HTTP_DATE.test(text)) return null
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? null : instant
}

/**
 * How long a `Retry-After` asks to wait, at most an hour; null when it makes no sense, as more than a day does not. A
 * date in it is measured against the same answer's own `Date`, so that no clock of ours takes part.
 */
export function parseRetryAfter(text: string | undefined, answeredAt: number | null): number | null {
  if (text === undefined) return null
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : untilDate(text, answeredAt)
  return waitMs === null || waitMs > ABSURD_WAIT_MS ? null : Math.min(Math.max(waitMs, 0), LONGEST_WAIT_MS)
}

function untilDate(text: string, answeredAt: number | null): number | null {
  const until = parseHttpDate(text)
  return until === null || answeredAt === null ? null : until - answeredAt
}
