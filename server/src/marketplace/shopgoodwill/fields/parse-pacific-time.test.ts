import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantSince, parseDashboardTime, parsePacific, resolveEnd } from './parse-pacific-time.ts'

const HOUR_MS = 3_600_000
const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** The days on which Pacific clocks change, by the law in force since 2007. */
const CHANGES = [
  { year: 2024, spring: '03-10', autumn: '11-03' },
  { year: 2025, spring: '03-09', autumn: '11-02' },
  { year: 2026, spring: '03-08', autumn: '11-01' },
  { year: 2027, spring: '03-14', autumn: '11-07' },
  { year: 2028, spring: '03-12', autumn: '11-05' },
  { year: 2029, spring: '03-11', autumn: '11-04' },
  { year: 2030, spring: '03-10', autumn: '11-03' },
  { year: 2031, spring: '03-09', autumn: '11-02' },
  { year: 2032, spring: '03-14', autumn: '11-07' },
  { year: 2033, spring: '03-13', autumn: '11-06' },
]

const utc = (text: string) => Date.parse(`${text}Z`)

test.each([
  ['2026-10-07T20:39:00', '2026-10-08T03:39:00'],
  ['2026-10-07T18:40:11.35', '2026-10-08T01:40:11.350'],
  ['2026-10-07T20:21:29.213', '2026-10-08T03:21:29.213'],
  ['2026-10-07T20:21:29.2139999', '2026-10-08T03:21:29.213'],
  ['2026-01-15T09:00:00', '2026-01-15T17:00:00'],
])('The Pacific time %s is parsed as %s in UTC', (pacific, instant) => {
  expect(parsePacific(pacific)).toEqual([utc(instant)])
})

test('The time format of the dashboard call is parsed', () => {
  expect(parseDashboardTime('10/07/2026 20:09:15')).toEqual([utc('2026-10-08T03:09:15')])
  expect(parseDashboardTime('10/7/2026 20:09:15')).toBeNull()
  expect(parseDashboardTime('13/07/2026 20:09:15')).toBeNull()
})

test.each([
  '',
  '2026-10-07',
  '2026-10-07 20:39:00',
  '2026-10-07T20:39',
  '2026-10-07T20:39:00Z',
  '2026-10-07T20:39:00-07:00',
  '2026-10-07T20:39:00+25:00',
  '2026-10-07T20:39:00.',
  '2026-10-07T20:39:60',
  '2026-10-07T24:00:00',
  '2026-02-30T10:00:00',
  '2026-13-01T10:00:00',
  '+275760-09-13T00:00:00',
  '２０２６-10-07T20:39:00',
  ' 2026-10-07T20:39:00',
])('The text %j is rejected as a Pacific time', (text) => {
  expect(parsePacific(text)).toBeNull()
})

describe.each(CHANGES)('clock changes in $year', ({ year, spring, autumn }) => {
  const change = utc(`${year}-${spring}T10:00:00`)
  const firstOne = utc(`${year}-${autumn}T08:00:00`)

  test(`Times in the skipped hour of ${year} are parsed as the instant of the change`, () => {
    expect(parsePacific(`${year}-${spring}T01:59:59`)).toEqual([change - 1_000])
    for (const missing of ['02:00:00', '02:00:01', '02:30:00', '02:59:59']) {
      expect(parsePacific(`${year}-${spring}T${missing}`)).toEqual([change])
    }
    expect(parsePacific(`${year}-${spring}T03:00:00`)).toEqual([change])
    expect(parsePacific(`${year}-${spring}T03:00:01`)).toEqual([change + 1_000])
  })

  test(`Times in the repeated hour of ${year} are parsed as two instants`, () => {
    expect(parsePacific(`${year}-${autumn}T00:59:59`)).toEqual([firstOne - 1_000])
    expect(parsePacific(`${year}-${autumn}T01:00:00`)).toEqual([firstOne, firstOne + HOUR_MS])
    expect(parsePacific(`${year}-${autumn}T01:59:59`)).toEqual([
      firstOne + HOUR_MS - 1_000,
      firstOne + 2 * HOUR_MS - 1_000,
    ])
    expect(parsePacific(`${year}-${autumn}T02:00:00`)).toEqual([firstOne + 2 * HOUR_MS])
  })
})

test('Parsing the Pacific time of any instant yields that instant among its meanings', () => {
  fc.assert(
    fc.property(fc.integer({ min: utc('2024-01-01T00:00:00'), max: utc('2034-01-01T00:00:00') }), (instant) => {
      const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('America/Los_Angeles')
      expect(parsePacific(local.toPlainDateTime().toString())).toContain(instant)
    }),
    { numRuns: 500 },
  )
})

describe('an end in the repeated hour', () => {
  const end = parsePacific('2026-11-01T01:30:00')!
  const [first, second] = [utc('2026-11-01T08:30:00'), utc('2026-11-01T09:30:00')]
  const NOTHING = { siteTime: null, startsAt: null, remainingTime: null, closed: null }

  test('An end in the repeated hour is the earlier instant and ambiguous without evidence', () => {
    expect(resolveEnd(end, NOTHING)).toEqual({ endsAt: first, ambiguous: true })
    expect(resolveEnd(end, { ...NOTHING, siteTime: first - HOUR_MS, closed: false })).toEqual({
      endsAt: first,
      ambiguous: true,
    })
  })

  test.each([
    ['the remaining minutes', first - 29 * MINUTE_MS - 43_000, '29m 43s ', first],
    ['the remaining minutes after the first instant', second - 29 * MINUTE_MS - 43_000, '29m 43s ', second],
    ['the remaining minutes without a space', second - 61 * SECOND_MS, '1m1s', second],
    ['the remaining seconds alone', second - 46 * SECOND_MS, '46s', second],
    ['the remaining hours', second - 4 * HOUR_MS - 14 * MINUTE_MS - 20_000, '4h 14m ', second],
    ['the remaining days to the earlier instant', first - 62 * HOUR_MS - 25 * MINUTE_MS, '2d 14h ', first],
    ['the remaining days to the later instant', second - 62 * HOUR_MS - 25 * MINUTE_MS, '2d 14h ', second],
  ])('An end in the repeated hour is decided by %s', (_evidence, siteTime, remainingTime, endsAt) => {
    expect(resolveEnd(end, { ...NOTHING, siteTime, remainingTime })).toEqual({ endsAt, ambiguous: false })
  })

  test('An end in the repeated hour is the later instant if the auction is still open after the earlier', () => {
    expect(resolveEnd(end, { ...NOTHING, siteTime: first + MINUTE_MS, closed: false })).toEqual({
      endsAt: second,
      ambiguous: false,
    })
  })

  test('An end in the repeated hour is the later instant if the auction began after the earlier', () => {
    const startsAt = [first + MINUTE_MS] as const
    expect(resolveEnd(end, { ...NOTHING, startsAt })).toEqual({ endsAt: second, ambiguous: false })
  })

  test.each(['Auction Ended', 'soon', '', '99999999d ', '5m '])(
    'An end in the repeated hour is not decided by a remaining time of %j',
    (remainingTime) => {
      expect(resolveEnd(end, { ...NOTHING, siteTime: first - HOUR_MS, remainingTime })).toEqual({
        endsAt: first,
        ambiguous: true,
      })
    },
  )

  test('An end outside the repeated hour is not ambiguous', () => {
    const plain = parsePacific('2026-11-02T01:30:00')!
    expect(resolveEnd(plain, { ...NOTHING, remainingTime: '99d 9h ' })).toEqual({ endsAt: plain[0], ambiguous: false })
  })
})

test.each([0, 1_000, -60_000, 30 * MINUTE_MS, 54 * MINUTE_MS])(
  "The site's own time in the repeated hour is read correctly beside a date of %i ms before",
  (ageMs) => {
    const time = parsePacific('2026-11-01T01:30:00.250')!
    for (const instant of time) expect(instantSince(time, instant - ageMs)).toBe(instant)
  },
)

test("Without a date, the site's own time in the repeated hour is the earlier of the two instants", () => {
  expect(instantSince(parsePacific('2026-11-01T01:30:00.250')!, null)).toBe(utc('2026-11-01T08:30:00.250'))
})

test.each(['UTC', 'Asia/Kolkata', 'America/Chicago', 'Australia/Lord_Howe'])(
  'A machine in the time zone %s parses the same instants',
  async (zone) => {
    const texts = CHANGES.flatMap(({ year, spring, autumn }) =>
      [`${year}-${spring}`, `${year}-${autumn}`].flatMap((day) =>
        ['00:59:59', '01:00:00', '01:59:59', '02:00:00', '02:30:00', '03:00:00'].map((time) => `${day}T${time}`),
      ),
    )
    const script = `import { parsePacific } from '${import.meta.resolve('./parse-pacific-time.ts')}'
      const offset = new Date(2026, 6, 1).getTimezoneOffset()
      process.stdout.write(JSON.stringify([offset, ...${JSON.stringify(texts)}.map(parsePacific)]))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, TZ: zone },
    })
    const [offset, ...instants] = JSON.parse(stdout)
    expect(offset).toBe({ UTC: 0, 'Asia/Kolkata': -330, 'America/Chicago': 300, 'Australia/Lord_Howe': -630 }[zone])
    expect(instants).toEqual(texts.map(parsePacific))
  },
)
