const ZONE = 'America/Los_Angeles'

const pacific = (instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(ZONE)

const two = (value: number) => String(value).padStart(2, '0')

/** `2026-10-07T18:40:11.35`: without an offset, with trimmed fraction digits. The usual format of the protocol. */
export const naivePacific = (instant: number) => pacific(instant).toPlainDateTime().toString()

/** `10/07/2026 20:09:15`: the format of `Dashboard/GetCurrentTime`. */
export function dashboardTime(instant: number) {
  const at = pacific(instant)
  return `${two(at.month)}/${two(at.day)}/${at.year} ${two(at.hour)}:${two(at.minute)}:${two(at.second)}`
}

/** `10/7/2026 8:39:00 PM PT`: the format in answers to bids. */
export function bidMessageTime(instant: number) {
  const at = pacific(instant)
  const hour = at.hour % 12 || 12
  const half = at.hour < 12 ? 'AM' : 'PM'
  return `${at.month}/${at.day}/${at.year} ${hour}:${two(at.minute)}:${two(at.second)} ${half} PT`
}

/** `09-30-2026`: the folder of a listing's pictures. */
export function pictureFolderDate(instant: number) {
  const at = pacific(instant)
  return `${two(at.month)}-${two(at.day)}-${at.year}`
}

const TO_THE_MILLISECOND = {
  timeZone: ZONE,
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'short',
} as const

const SHORT = new Intl.DateTimeFormat('en-US', TO_THE_MILLISECOND)
const LONG = new Intl.DateTimeFormat('en-US', { ...TO_THE_MILLISECOND, weekday: 'short', year: 'numeric' })

/** `Oct 7, 8:39:00.250 PM PDT`: the format of times on pages. */
export const pacificTimeForPeople = (instant: number) => SHORT.format(Math.floor(instant))

/** `Wed, Oct 7, 2026, 8:39:00.250 PM PDT`: the format of dates on pages. */
export const pacificForPeople = (instant: number) => LONG.format(Math.floor(instant))

/** The instant at which a Pacific calendar day (`M/d/yyyy`) is over; undefined when the text is not a day. */
export function endOfPacificDay(text: string) {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  try {
    const date = Temporal.PlainDate.from(
      { year: Number(year), month: Number(month), day: Number(day) },
      { overflow: 'reject' },
    )
    return date.add({ days: 1 }).toZonedDateTime(ZONE).epochMilliseconds
  } catch {
    return undefined
  }
}

/** `29m 43s `, `4h 14m `, `2d 14h `, with the site's trailing space. */
export function remainingTime(leftMs: number) {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000))
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600), Math.floor(seconds / 60)]
  if (days > 0) return `${days}d ${hours % 24}h `
  if (hours > 0) return `${hours}h ${minutes % 60}m `
  return `${minutes}m ${seconds % 60}s `
}
