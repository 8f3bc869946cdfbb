import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { summary } from '../messages/sold.ts'
import { describeSold, readSoldText } from './sold.ts'

const Prices = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 5, maxLength: 200 })

test('A recount finds at least half of the prices between the quarters, and at least a quarter on each side, those at the quarters included', () => {
  fc.assert(
    fc.property(Prices, (prices) => {
      const { count, lowerCents, upperCents } = describeSold(prices, null)!
      const recount = (matches: (cents: number) => boolean) => prices.filter(matches).length
      expect(count).toBe(prices.length)
      expect(prices).toContain(lowerCents)
      expect(prices).toContain(upperCents)
      expect(2 * recount((cents) => cents >= lowerCents && cents <= upperCents)).toBeGreaterThanOrEqual(count)
      expect(4 * recount((cents) => cents <= lowerCents)).toBeGreaterThanOrEqual(count)
      expect(4 * recount((cents) => cents >= upperCents)).toBeGreaterThanOrEqual(count)
    }),
  )
})

test('The quarters are the prices at their ranks in a recount that counts instead of sorting', () => {
  fc.assert(
    fc.property(Prices, (prices) => {
      const ranked = (rank: number) =>
        prices.find((price) => {
          const [less, same] = [prices.filter((each) => each < price), prices.filter((each) => each === price)]
          return less.length <= rank && rank < less.length + same.length
        })
      const steps = prices.length - 1
      expect(describeSold(prices, null)).toMatchObject({
        lowerCents: ranked((steps - (steps % 4)) / 4),
        upperCents: ranked(steps - (steps - (steps % 4)) / 4),
      })
    }),
  )
})

test('The order of the prices changes nothing, and a maximum counts the prices below it, not those at it', () => {
  fc.assert(
    fc.property(Prices, fc.nat(20_000), (prices, max) => {
      const described = describeSold(prices, max)
      expect(describeSold(prices.toReversed(), max)).toEqual(described)
      expect(described?.below).toBe(prices.reduce((sum, cents) => sum + Number(cents < max), 0))
    }),
  )
})

test.each([
  [[1_000, 2_000, 3_000, 4_000], null, null],
  [[5_200, 2_800, 3_000, 9_000, 100], null, 'Of 5 sold, half between $28.00 and $52.00.'],
  [
    [5_200, 2_800, 3_000, 9_000, 100],
    4_200,
    'Of 5 sold, half between $28.00 and $52.00; 3 below your $42.00 (what their winners would have paid is hidden).',
  ],
  [[1_000, 1_000, 1_000, 1_000, 1_000], 1_000, 'Of 5 sold, half at $10.00; 0 below your $10.00.'],
])('The prices %j and the maximum %j make the sentence %j', (prices, maxCents, sentence) => {
  const described = describeSold(prices, maxCents)
  expect(described && summary(described, maxCents)).toBe(sentence)
})

test.each([
  ['', 'Enter at least one word'],
  ['(ai|ais) -broken', 'Add a word that each title has: this has only alternatives'],
  ['nikon "50mm', 'Close the quotation mark: "50mm 1.8"'],
  ['x'.repeat(101), 'A search has at most 100 characters'],
])('Sold items are not looked up by %j: %s', (text, fault) => {
  expect(readSoldText(text)).toEqual({ terms: null, siteWords: null, fault })
})
