/** From `start` until before `end`, epoch ms. `end` is null where the count never starts again. */
export type CountWindow = { start: number; end: number | null }

/**
 * The month that holds an instant, of the months that begin on the anchor's day of the month and time of day in UTC. Each
 * month is counted from the anchor, not from the month before: after 31 January come 28 February and 31 March.
 */
export function monthWindow(anchor: number, now: number): CountWindow {
  const first = Temporal.Instant.fromEpochMilliseconds(anchor).toZonedDateTimeISO('UTC')
  const present = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC')
  const beginningOf = (months: number) => first.add({ months }).epochMilliseconds
  const inCalendar = (present.year - first.year) * 12 + present.month - first.month
  const months = beginningOf(inCalendar) <= now ? inCalendar : inCalendar - 1
  return { start: beginningOf(months), end: beginningOf(months + 1) }
}
