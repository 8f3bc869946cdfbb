import { expect, test } from 'vitest'
import { type QuietHours, quietUntil } from './quiet-hours.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds
const iso = (instant: number | null) =>
  instant === null ? null : Temporal.Instant.fromEpochMilliseconds(instant).toString()

test('Quiet hours over midnight hold from the evening to the morning, in the zone of the user', () => {
  const quiet = { from: '22:30', to: '07:00', zone: 'America/New_York' }
  expect(quietUntil(quiet, at('2026-07-02T02:29:59Z'))).toBe(null)
  expect(iso(quietUntil(quiet, at('2026-07-02T02:30:00Z')))).toBe('2026-07-02T11:00:00Z')
  expect(iso(quietUntil(quiet, at('2026-07-02T10:59:59Z')))).toBe('2026-07-02T11:00:00Z')
  expect(quietUntil(quiet, at('2026-07-02T11:00:00Z'))).toBe(null)
})

test('Quiet hours within a day hold on that day', () => {
  const quiet = { from: '13:00', to: '14:00', zone: 'Europe/Berlin' }
  expect(iso(quietUntil(quiet, at('2026-01-05T12:30:00Z')))).toBe('2026-01-05T13:00:00Z')
  expect(quietUntil(quiet, at('2026-01-05T13:00:00Z'))).toBe(null)
})

test('An end in the hour that spring skips comes with the step of the clock', () => {
  const quiet = { from: '22:00', to: '02:30', zone: 'America/New_York' }
  expect(iso(quietUntil(quiet, at('2026-03-08T06:00:00Z')))).toBe('2026-03-08T07:00:00Z')
})

test('An end in the hour that autumn repeats ends the quiet hours twice', () => {
  const quiet = { from: '22:00', to: '01:30', zone: 'America/New_York' }
  expect(iso(quietUntil(quiet, at('2026-11-01T05:00:00Z')))).toBe('2026-11-01T05:30:00Z')
  expect(quietUntil(quiet, at('2026-11-01T05:45:00Z'))).toBe(null)
  expect(iso(quietUntil(quiet, at('2026-11-01T06:00:00Z')))).toBe('2026-11-01T06:30:00Z')
})

const ZONES = Intl.supportedValuesOf('timeZone')
const HOURS = [
  { from: '22:30', to: '07:00' },
  { from: '01:15', to: '02:45' },
  { from: '23:00', to: '02:30' },
  { from: '00:00', to: '00:01' },
]

test('In every zone, around its last three transitions, quiet hours end in the first minute that is not quiet', () => {
  const differences: string[] = []
  // Many zones change at one instant by the same step.
  const seen = new Set<string>()
  for (const zone of ZONES) {
    let step = Temporal.Instant.from('2037-01-01T00:00:00Z').toZonedDateTimeISO(zone).getTimeZoneTransition('previous')
    for (let n = 0; n < 3 && step; n += 1, step = step.getTimeZoneTransition('previous')) {
      // Before that, zones had offsets with seconds.
      if (step.epochMilliseconds < at('1973-01-01T00:00:00Z')) break
      const change = `${step.toString()} ${step.subtract({ milliseconds: 1 }).offset}`.replace(/\[.*\]/, '')
      if (seen.has(change)) continue
      seen.add(change)
      const hours = { ...HOURS[seen.size % HOURS.length]!, zone }
      const shown = wallMinutes(zone, step.epochMilliseconds)
      for (const afterMs of [-3 * HOUR_MS, -61 * MINUTE_MS, -MINUTE_MS, 0, 31 * MINUTE_MS, 2 * HOUR_MS]) {
        const now = step.epochMilliseconds + afterMs
        const expected = byMinutes(hours, shown, step.epochMilliseconds, now)
        const actual = quietUntil(hours, now)
        if (actual !== expected)
          differences.push(`${JSON.stringify(hours)} ${iso(now)}: ${iso(actual)}, not ${iso(expected)}`)
      }
    }
  }
  expect(seen.size).toBeGreaterThan(100)
  expect(differences).toEqual([])
})

/** The wall time of each minute from three hours before an instant on, in minutes since midnight. */
function wallMinutes(zone: string, around: number): number[] {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
  return Array.from({ length: 14 * 60 }, (_, minute) => {
    const [hours = 0, minutes = 0] = format
      .format(around - 3 * HOUR_MS + minute * MINUTE_MS)
      .split(':')
      .map(Number)
    return hours * 60 + minutes
  })
}

/** The model: the first minute from `now` on whose wall time is not quiet. */
function byMinutes({ from, to }: QuietHours, shown: number[], around: number, now: number): number | null {
  const [start, end] = [from, to].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
  const isQuiet = (minute: number) =>
    start! > end! ? minute >= start! || minute < end! : minute >= start! && minute < end!
  const first = (now - around) / MINUTE_MS + 180
  const minute = shown.findIndex((wall, index) => index >= first && !isQuiet(wall))
  return minute === first ? null : around - 3 * HOUR_MS + minute * MINUTE_MS
}
