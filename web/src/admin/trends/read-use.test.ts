import { expect, test } from 'vitest'
import { type HourOfUse, labelOf, peakSentence, percent } from './read-use.ts'

/** 6 PM in the time zone of the site. */
const SIX = Date.parse('2026-11-20T02:00:00Z')
const HOUR_MS = 3_600_000

/** Hours from 3 PM of the site on, with so many of 100 reads used; the last one is not over. */
const hoursOf = (...reads: number[]): HourOfUse[] =>
  reads.map((schedule, index) => ({
    begins_at: new Date(SIX + (index - 3) * HOUR_MS).toISOString(),
    people: 0,
    schedule,
    bids: 0,
    paused_ms: 0,
  }))
const sentenceOf = (...reads: number[]) => peakSentence({ reads_per_hour: 100, hours: hoursOf(...reads) })

test('The hours around the fullest one belong to it while they are nearly full', () => {
  expect(sentenceOf(10, 20, 50, 88, 96, 30, 5)).toBe(
    'Reads 92% used on Thu between 6 PM and 8 PM. The site has paused none.',
  )
})

test('Without a nearly full hour, the fullest one is named, and the hour that is not over is left out', () => {
  expect(sentenceOf(10, 20, 50, 30, 100)).toContain('Reads 50% used on Thu between 5 PM and 6 PM, the fullest hour.')
  expect(sentenceOf(0, 0, 5)).toContain('No reads were used in the last two days.')
})

test('Reads for bids may take more than the budget, and pauses are added up', () => {
  const [first, ...rest] = hoursOf(0, 0, 0)
  const hours = [
    { ...first!, bids: 130, people: 10, paused_ms: 60_000 },
    ...rest.map((hour) => ({ ...hour, paused_ms: 60_000 })),
  ]
  expect(peakSentence({ reads_per_hour: 100, hours })).toBe(
    'Reads 140% used on Thu between 3 PM and 4 PM. Failures of the site paused them for 3 minutes.',
  )
})

test('What is not nothing is not rounded to nothing', () => {
  expect([0, 0.001, 0.014, 0.925].map(percent)).toEqual(['0%', 'under 1%', '1%', '93%'])
  expect(labelOf(hoursOf(0)[0]!)).toBe('Thu 3 PM')
})
