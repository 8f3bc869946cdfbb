const LONGEST_WAIT_MS = 3_600_000
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** A `Date` header as epoch ms; null for anything else, of which `Date.parse` takes far too much. */
export function parseHttpDate(text: string | undefined): number | null {
  if (text === undefined || !HTTP_DATE.test(text)) return null
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? null : instant
}

/**
 * How long a `Retry-After` asks to wait, at most an hour; null when it makes no sense. A date in it is measured against
 * the same answer's own `Date`, so that no clock of ours takes part.
 */
export function parseRetryAfter(text: string | undefined, answeredAt: number | null): number | null {
  if (text === undefined) return null
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, LONGEST_WAIT_MS)
  const until = parseHttpDate(text)
  if (until === null || answeredAt === null) return null
  return Math.min(Math.max(until - answeredAt, 0), LONGEST_WAIT_MS)
}
