const PACIFIC = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** Formats an instant in the site's own time zone: `Nov 20, 2026, 6:42:17 PM PST`. */
export function formatPacificTime(instant: Date): string {
  // Some versions of the locale data put a narrow no-break space before AM and PM.
  return PACIFIC.format(instant).replaceAll('\u202F', ' ')
}
