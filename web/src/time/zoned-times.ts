/** Instants in words, in the site's zone and in the viewer's. Formatters are kept: making one is what costs. */

export const SITE_ZONE = 'America/Los_Angeles'

const formatter = (options: Intl.DateTimeFormatOptions, timeZone?: string) =>
  new Intl.DateTimeFormat('en-US', timeZone === undefined ? options : { ...options, timeZone })

const CLOCK = { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' } as const
const TO_THE_MINUTE = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** `6:42:17 PM`, `6:42:17 PM PST` and the like, all in one zone. */
function timesIn(timeZone?: string) {
  const clock = formatter(CLOCK, timeZone)
  const minute = formatter(TO_THE_MINUTE, timeZone)
  const weekday = formatter({ weekday: 'short' }, timeZone)
  const date = formatter({ month: 'short', day: 'numeric', ...TO_THE_MINUTE }, timeZone)
  const full = formatter({ year: 'numeric', month: 'short', day: 'numeric', ...CLOCK }, timeZone)
  const exact = formatter({ ...CLOCK, fractionalSecondDigits: 3 }, timeZone)
  const day = formatter(DAY, timeZone)
  const zone = formatter({ timeZoneName: 'longOffset' }, timeZone)
  return {
    clock: (at: number) => plain(clock.format(at)),
    minute: (at: number) => plain(minute.format(at)),
    full: (at: number) => plain(full.format(at)),
    /** To the millisecond. */
    exact: (at: number) => plain(exact.format(at)),
    /** As much of the date as it takes, seen from `now`: the time today, the weekday this week, else the date. */
    near(at: number, now: number) {
      if (day.format(at) === day.format(now)) return plain(minute.format(at))
      if (Math.abs(at - now) >= 6 * 86_400_000) return plain(date.format(at))
      return `${weekday.format(at)} ${plain(minute.format(at))}`
    },
    sameDay: (one: number, other: number) => day.format(one) === day.format(other),
    offset: (at: number) => zone.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value,
  }
}

/** Some browsers put a narrow space before AM and PM, which fonts and tests need not know. */
const plain = (text: string): string => text.replaceAll('\u202f', ' ')

export type Times = ReturnType<typeof timesIn>

export const siteTimes: Times = timesIn(SITE_ZONE)

/** Times in the viewer's zone; a zone may be given instead of the browser's own. */
export const viewerTimes = (timeZone?: string): Times => timesIn(timeZone)

let ownTimes: Times | undefined
export const ownTime = (): Times => (ownTimes ??= viewerTimes())

/** `Sat 10:58 PM PST`, and then `Sun 7:58 AM CET` for a viewer whose clock says otherwise then. */
export function inBothZones(at: number, now: number, viewer: Times = ownTime()): string[] {
  const site = siteTimes.near(at, now)
  return viewer.offset(at) === siteTimes.offset(at) ? [site] : [site, viewer.near(at, now)]
}

/** An instant to the second in the site's zone and, where that differs, in the viewer's; with its date unless that is today. */
export function exactInBothZones(at: number, now: number, viewer: Times = ownTime()): string {
  const [site, own] = [siteTimes, viewer].map((times) => (times.sameDay(at, now) ? times.clock(at) : times.full(at)))
  return viewer.offset(at) === siteTimes.offset(at) ? `${site}` : `${site} (${own})`
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const WHOLE_DAY = 24 * HOUR

/** `12 s`, `3 min`, `2 h`, `4 days`: how old something is. */
export function formatAge(ageMs: number): string {
  const age = Math.max(0, ageMs)
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  if (age < WHOLE_DAY) return `${Math.floor(age / HOUR)} h`
  const days = Math.floor(age / WHOLE_DAY)
  return days === 1 ? '1 day' : `${days} days`
}
