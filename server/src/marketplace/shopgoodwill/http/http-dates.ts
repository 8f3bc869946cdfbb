const MAX_RETRY_AFTER_MS = 3_600_000
/** A longer wait is taken for a mistake of the site and ignored. */
const IMPLAUSIBLE_RETRY_AFTER_MS = 24 * 3_600_000
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** A `Date` header as epoch ms; null for any other format. (`Date.parse` alone accepts far too many.) */
export function parseHttpDate(text: string | undefined): number | null {
  if (text === undefined || !HTTP_DATE.test(text)) return null
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? null : instant
}

/**
 * The wait that a `Retry-After` header asks for, at most an hour; null when it is malformed or longer than a day. A date
 * is measured against the `Date` header of the same response, which makes this machine's clock irrelevant.
 */
export function parseRetryAfter(text: string | undefined, respondedAt: number | null): number | null {
  if (text === undefined) return null
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : untilDate(text, respondedAt)
  return waitMs === null || waitMs > IMPLAUSIBLE_RETRY_AFTER_MS
    ? null
    : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS)
}

function untilDate(text: string, respondedAt: number | null): number | null {
  const until = parseHttpDate(text)
  return until === null || respondedAt === null ? null : until - respondedAt
}
