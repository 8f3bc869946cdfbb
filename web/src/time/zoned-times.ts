import { SITE_ZONE } from '@bidwell/contract'
import { DAY_MS } from './units.ts'

const TIME = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const
const CLOCK = { ...TIME, timeZoneName: 'short' } as const
const TO_THE_MINUTE = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
const DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/**
 * Functions that format instants (epoch ms) in one zone; by default the browser's own. Creating a formatter is slow, so
 * keep the result.
 */
export function timesIn(timeZone?: string) {
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', timeZone === undefined ? options : { ...options, timeZone })
  const time = formatter(TIME)
  const clock = formatter(CLOCK)
  const minute = formatter(TO_THE_MINUTE)
  const weekday = formatter({ weekday: 'short' })
  const date = formatter({ month: 'short', day: 'numeric', ...TO_THE_MINUTE })
  const full = formatter({ year: 'numeric', month: 'short', day: 'numeric', ...CLOCK })
  const exact = formatter({ ...CLOCK, fractionalSecondDigits: 3 })
  const dayAndMinute = formatter({ month: 'short', day: 'numeric', ...TO_THE_MINUTE })
  const day = formatter(DATE)
  const named = formatter({ year: 'numeric', month: 'short', day: 'numeric' })
  const zone = formatter({ timeZoneName: 'longOffset' })
  return {
    /** `6:42:17 PM`. */
    time: (at: number) => withPlainSpaces(time.format(at)),
    /** `6:42:17 PM PST`. */
    clock: (at: number) => withPlainSpaces(clock.format(at)),
    /** `6:42 PM PST`. */
    minute: (at: number) => withPlainSpaces(minute.format(at)),
    /** `Nov 20, 2026, 6:42:17 PM PST`. */
    full: (at: number) => withPlainSpaces(full.format(at)),
    /** `6:42:17.250 PM PST`. */
    exact: (at: number) => withPlainSpaces(exact.format(at)),
    /** `Nov 20, 6:42 PM PST`. */
    dayAndMinute: (at: number) => withPlainSpaces(dayAndMinute.format(at)),
    /** The time alone today, with the weekday within six days of `now`, and with the date otherwise. */
    brief(at: number, now: number) {
      if (day.format(at) === day.format(now)) return withPlainSpaces(minute.format(at))
      if (Math.abs(at - now) >= 6 * DAY_MS) return withPlainSpaces(date.format(at))
      return `${weekday.format(at)} ${withPlainSpaces(minute.format(at))}`
    },
    /** `11/20/2026`. */
    date: (at: number) => day.format(at),
    /** `Nov 20, 2026`. */
    day: (at: number) => named.format(at),
    isSameDay: (one: number, other: number) => day.format(one) === day.format(other),
    /** `GMT-08:00`. */
    offset: (at: number) => zone.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value,
  }
}

/** Some browsers put a narrow no-break space before AM and PM. */
const withPlainSpaces = (text: string): string => text.replaceAll('\u202f', ' ')

export type Times = ReturnType<typeof timesIn>

export const siteTimes: Times = timesIn(SITE_ZONE)

let ownTimes: Times | undefined

/** Times in the browser's own zone. */
export const viewerTimes = (): Times => (ownTimes ??= timesIn())

const QUARTER_HOUR_MS = 900_000

let latestZone = { quarter: Number.NaN, isSite: false }

/** Whether the viewer's clock shows the site's time. Formatting is slow, and clocks change with a quarter of an hour. */
export function isInSiteZone(now: number): boolean {
  const quarter = Math.floor(now / QUARTER_HOUR_MS)
  if (quarter !== latestZone.quarter)
    latestZone = { quarter, isSite: viewerTimes().offset(now) === siteTimes.offset(now) }
  return latestZone.isSite
}

/** `Sat 10:58 PM PST`, followed by `Sun 7:58 AM CET` if the viewer's zone has another offset at that instant. */
export function inBothZones(at: number, now: number, viewer: Times = viewerTimes()): string[] {
  const site = siteTimes.brief(at, now)
  return viewer.offset(at) === siteTimes.offset(at) ? [site] : [site, viewer.brief(at, now)]
}

/** Like `inBothZones`, but in one string: `Sat 10:58 PM PST (Sun 7:58 AM CET)`. */
export function briefInBothZones(at: number, now: number, viewer: Times = viewerTimes()): string {
  const [site, own] = inBothZones(at, now, viewer)
  return own === undefined ? `${site}` : `${site} (${own})`
}

/** Like `inBothZones`, but to the second, in one string, and with the full date unless it is today. */
export function exactInBothZones(at: number, now: number, viewer: Times = viewerTimes()): string {
  const [site, own] = [siteTimes, viewer].map((times) => (times.isSameDay(at, now) ? times.clock(at) : times.full(at)))
  return viewer.offset(at) === siteTimes.offset(at) ? `${site}` : `${site} (${own})`
}
