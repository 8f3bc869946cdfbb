import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthWindow } from './month-window.ts'

const iso = (text: string) => Date.parse(text)
const spanOf = (anchor: string, now: string) => {
  const { start, end } = monthWindow(iso(anchor), iso(now))
  return [new Date(start).toISOString().slice(0, 16), new Date(end ?? 0).toISOString().slice(0, 16)]
}

test('The months of an anchor on the 31st end with each month, and return to the 31st', () => {
  const anchor = '2026-01-31T10:30:00Z'
  expect(spanOf(anchor, '2026-01-31T10:30:00Z')).toEqual(['2026-01-31T10:30', '2026-02-28T10:30'])
  expect(spanOf(anchor, '2026-02-28T10:29:59.999Z')).toEqual(['2026-01-31T10:30', '2026-02-28T10:30'])
  expect(spanOf(anchor, '2026-02-28T10:30:00Z')).toEqual(['2026-02-28T10:30', '2026-03-31T10:30'])
  expect(spanOf(anchor, '2026-04-30T10:30:00Z')).toEqual(['2026-04-30T10:30', '2026-05-31T10:30'])
  expect(spanOf(anchor, '2028-02-29T10:30:00Z')).toEqual(['2028-02-29T10:30', '2028-03-31T10:30'])
})

test('The months of an anchor on a leap day begin on the 28th of February in other years', () => {
  expect(spanOf('2028-02-29T00:00:00Z', '2029-02-28T00:00:00Z')).toEqual(['2029-02-28T00:00', '2029-03-29T00:00'])
  expect(spanOf('2028-02-29T00:00:00Z', '2032-03-01T00:00:00Z')).toEqual(['2032-02-29T00:00', '2032-03-29T00:00'])
})

/** Every beginning of a month up to five years after the anchor, without a calendar library. */
function naiveBeginnings(anchor: number): number[] {
  const first = new Date(anchor)
  return Array.from({ length: 62 }, (_, months) => {
    const month = first.getUTCMonth() + months
    const lastDay = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate()
    const day = Math.min(first.getUTCDate(), lastDay)
    return Date.UTC(first.getUTCFullYear(), month, day) + (anchor % 86_400_000)
  })
}

test('For any anchor and instant over leap years, the window is the one that a naive list of months gives', () => {
  const anchors = fc.integer({ min: iso('2026-01-01T00:00:00Z'), max: iso('2029-01-01T00:00:00Z') })
  const ages = fc.oneof(
    fc.integer({ min: 0, max: 5 * 365 * 86_400_000 }),
    // The very end and beginning of a month.
    fc.record({ months: fc.nat(60), ms: fc.integer({ min: -1, max: 1 }) }),
  )
  fc.assert(
    fc.property(anchors, ages, (anchor, age) => {
      const beginnings = naiveBeginnings(anchor)
      const now = typeof age === 'number' ? anchor + age : Math.max(anchor, (beginnings[age.months] ?? 0) + age.ms)
      const at = beginnings.findLastIndex((beginning) => beginning <= now)
      expect(monthWindow(anchor, now)).toEqual({ start: beginnings[at], end: beginnings[at + 1] })
    }),
    { numRuns: 3_000 },
  )
})
