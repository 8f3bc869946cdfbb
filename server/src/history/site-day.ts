import { SITE_ZONE } from '@bidwell/contract'

// Of the formats in use, the Swedish one is closest to ISO 8601: `2026-11-20 18:42:17`.
const FORMAT = new Intl.DateTimeFormat('sv-SE', { timeZone: SITE_ZONE, dateStyle: 'short', timeStyle: 'medium' })

/** `2026-11-20 18:42:17`, in the site's time zone. Spreadsheets read it as a date. */
export const formatSiteTime = (at: Date | number): string => FORMAT.format(at)

/** `2026-11-20`: the day at the site. */
export const siteDay = (at: number): string => formatSiteTime(at).slice(0, 10)
