import { SITE_ZONE } from '@bidwell/contract'

/** Formats a receipt's times to the millisecond. */
export type ExactTimes = ReturnType<typeof exactTimes>

const DAY = { month: 'short', day: 'numeric' } as const
const EXACT = {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'short',
} as const

/** Uses the browser's zone unless another is given. */
export function exactTimes(timeZone?: string) {
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone !== undefined && { timeZone }) })
  const day = formatter({ weekday: 'short', year: 'numeric', ...DAY })
  const exact = formatter(EXACT)
  const dated = formatter({ ...DAY, ...EXACT })
  const zone = formatter({ timeZoneName: 'longOffset' })
  return {
    /** `Fri, Nov 20, 2026`. */
    day: (at: number) => day.format(at),
    /** `6:59:53.020 PM PST`, preceded by the date unless the day is `on`. */
    time: (at: number, on: string) => plain((day.format(at) === on ? exact : dated).format(at)),
    offset: (at: number) => zone.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value,
  }
}

/** Some browsers put a narrow space before AM and PM. */
const plain = (text: string): string => text.replaceAll('\u202f', ' ')

export const siteExact: ExactTimes = exactTimes(SITE_ZONE)
const viewerExact: ExactTimes = exactTimes()

/** The instant in the viewer's zone; null where that zone shows the same time as the site's. */
export const inViewerZone = (at: number, on: string, viewer: ExactTimes = viewerExact): string | null =>
  viewer.offset(at) === siteExact.offset(at) ? null : viewer.time(at, on)
