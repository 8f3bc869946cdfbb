/** Wall times such as 22:30 or 07:00:00, in an IANA zone. They may span midnight. */
export type QuietHours = { from: string; to: string; zone: string }

/**
 * When the quiet hours that hold at an instant end; null outside of them. Epoch ms. An hour that a zone repeats in autumn is
 * quiet both times, and one that it skips in spring is not there at all. Pure.
 */
export function quietUntil({ from, to, zone }: QuietHours, now: number): number | null {
  const start = Temporal.PlainTime.from(from)
  const end = Temporal.PlainTime.from(to)
  const spansMidnight = Temporal.PlainTime.compare(start, end) > 0
  const at = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
  const isQuiet = (instant: number) => {
    const time = at(instant).toPlainTime()
    const [isAfterStart, isBeforeEnd] = [
      Temporal.PlainTime.compare(time, start) >= 0,
      Temporal.PlainTime.compare(time, end) < 0,
    ]
    return spansMidnight ? isAfterStart || isBeforeEnd : isAfterStart && isBeforeEnd
  }
  if (!isQuiet(now)) return null

  // They end at the wall time of the end, which may come twice a day, or with a step of the zone that skips it.
  const today = at(now)
  const ends = [today, today.add({ days: 1 }), today.add({ days: 2 })].flatMap((day) =>
    (['earlier', 'later'] as const).map((disambiguation) =>
      day.toPlainDate().toPlainDateTime(end).toZonedDateTime(zone, { disambiguation }),
    ),
  )
  const candidates = [...ends, today.getTimeZoneTransition('next')].flatMap((end) => end?.epochMilliseconds ?? [])
  return Math.min(...candidates.filter((instant) => instant > now && !isQuiet(instant)))
}
