import { SITE_ZONE } from '@bidwell/contract'

const PACIFIC = new Intl.DateTimeFormat('en-US', {
  timeZone: SITE_ZONE,
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** The ends that were formatted last: the same lists are read again and again, and formatting takes long. */
const formatted = new Map<number, string>()
const MAX_FORMATTED = 10_000

/** Formats an instant in the site's own time zone: `Nov 20, 2026, 6:42:17 PM PST`. */
export function formatPacificTime(instant: Date): string {
  const known = formatted.get(instant.getTime())
  if (known !== undefined) return known
  if (formatted.size >= MAX_FORMATTED) formatted.clear()
  const text = format(instant)
  formatted.set(instant.getTime(), text)
  return text
}

function format(instant: Date): string {
  // Some versions of the locale data put a narrow no-break space before AM and PM.
  return PACIFIC.format(instant).replaceAll('\u202F', ' ')
}
