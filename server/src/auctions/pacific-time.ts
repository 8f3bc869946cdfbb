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

/** `Nov 20, 2026, 6:42:17 PM PST`: an instant as the site's own people read it. */
export function pacificTime(instant: Date): string {
  // Some versions of the locale data put a narrow no-break space before AM and PM, which plain text does not want.
  return PACIFIC.format(instant).replaceAll('\u202F', ' ')
}
