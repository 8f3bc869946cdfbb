import { expect, test } from 'vitest'
import {
  type CostInputs,
  type CostTerms,
  decideCosts,
  deliveredCentsOf,
  largestBidCents,
  learnMargin,
  type ListingCosts,
  taxCentsOf,
  taxMillionthsOf,
} from './delivered-price.ts'

const EXAMPLE: CostTerms = { shippingCents: 1_104, handlingCents: 300, taxMillionths: 82_500, taxOn: 'all' }

test('For $60.00 with shipping $11.04, handling $3.00 and 8.25 % on all, the bid is $41.38 and the tax $4.58', () => {
  expect(largestBidCents(6_000, EXAMPLE)).toBe(4_138)
  expect(taxCentsOf(4_138, EXAMPLE)).toBe(458)
  expect(deliveredCentsOf(4_138, EXAMPLE)).toBe(6_000)
  expect(deliveredCentsOf(4_139, EXAMPLE)).toBeGreaterThan(6_000)
})

/** The same numbers at each run. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('In 10⁶ random cases the bid keeps within the delivered price, and one cent more does not', () => {
  const random = randomNumbers(20_261_126)
  const wrong: object[] = []
  let bids = 0
  for (let index = 0; index < 1_000_000; index += 1) {
    const scale = [1_000, 20_000, 1_000_000, 100_000_000][random(4)] ?? 1_000
    const terms: CostTerms = {
      shippingCents: random(scale / 4),
      handlingCents: random(scale / 20),
      taxMillionths: random(3) === 0 ? 0 : random(300_001),
      taxOn: random(2) === 0 ? 'bid' : 'all',
    }
    const allInCents = 1 + random(scale)
    const bid = largestBidCents(allInCents, terms)
    const isWithin = bid === 0 || deliveredCentsOf(bid, terms) <= allInCents
    if (!isWithin || deliveredCentsOf(bid + 1, terms) <= allInCents) wrong.push({ allInCents, terms, bid })
    if (bid > 0) bids += 1
  }
  expect(wrong).toEqual([])
  expect(bids).toBeGreaterThan(500_000)
})

test('A delivered price that shipping and handling use up covers no bid', () => {
  expect(largestBidCents(1_404, EXAMPLE)).toBe(0)
  expect(largestBidCents(1, { ...EXAMPLE, taxMillionths: 0 })).toBe(0)
})

const INPUTS: CostInputs = {
  quote: null,
  allowanceCents: null,
  pickup: false,
  taxMillionths: 0,
  taxOn: 'bid',
  marginPercent: 10,
}
const LISTING: ListingCosts = { statedCents: null, handlingCents: 300, pickupOnly: false }
const QUOTE = { shippingCents: 1_104, handlingCents: null, at: 0 }

test('Costs that are not known are not free: without a quote only an allowance will do, and a quote outweighs it', () => {
  expect(decideCosts(INPUTS, LISTING)).toBeNull()
  expect(decideCosts({ ...INPUTS, quote: QUOTE }, { ...LISTING, handlingCents: null })).toBeNull()
  expect(decideCosts({ ...INPUTS, pickup: true }, { ...LISTING, handlingCents: null })).toBeNull()
  const allowed = { ...INPUTS, allowanceCents: 1_500 }
  expect(decideCosts(allowed, LISTING)).toMatchObject({ source: 'allowance', shippingCents: 1_500, handlingCents: 0 })
  // The margin is on the quote alone, and rounds up.
  expect(decideCosts({ ...allowed, quote: QUOTE }, LISTING)).toMatchObject({ source: 'quote', shippingCents: 1_215 })
})

test('Of the handling in a quote and the one that the seller asks by now, the larger counts', () => {
  const handling = (quoted: number | null, listed: number | null) =>
    decideCosts({ ...INPUTS, quote: { ...QUOTE, handlingCents: quoted } }, { ...LISTING, handlingCents: listed })
      ?.handlingCents
  expect([handling(300, 2_000), handling(300, 100), handling(300, null), handling(null, 2_000)]).toEqual([
    2_000, 300, 300, 2_000,
  ])
  const collected = { ...INPUTS, pickup: true, quote: { ...QUOTE, handlingCents: 500 } }
  expect(decideCosts(collected, LISTING)).toMatchObject({ source: 'pickup', handlingCents: 300 })
})

test('A stated price, and collecting the item, need no quote', () => {
  const stated = { ...LISTING, statedCents: 1 }
  expect(decideCosts(INPUTS, stated)).toMatchObject({ source: 'stated', shippingCents: 1, handlingCents: 300 })
  expect(decideCosts({ ...INPUTS, pickup: true }, LISTING)).toMatchObject({ source: 'pickup', shippingCents: 0 })
  expect(decideCosts({ ...INPUTS, pickup: true, noHandling: true }, LISTING)).toMatchObject({ handlingCents: 0 })
  expect(decideCosts({ ...INPUTS, noHandling: true }, LISTING)).toEqual(decideCosts(INPUTS, LISTING))
  expect(decideCosts(INPUTS, { ...LISTING, pickupOnly: true })).toMatchObject({ source: 'pickup', handlingCents: 300 })
})

test('A tax rate has at most four decimals and is at most 30 %', () => {
  expect([8.25, 0, 30, 10.1875].map(taxMillionthsOf)).toEqual([82_500, 0, 300_000, 101_875])
  expect([-1, 30.01, 8.00001, Number.NaN].map(taxMillionthsOf)).toEqual([null, null, null, null])
})

test('A margin is proposed after 20 wins: the one that would have covered nine of ten', () => {
  const pairs = Array.from({ length: 19 }, (_, index) => ({ quotedCents: 1_000, paidCents: 1_000 + index * 10 }))
  expect(learnMargin(pairs)).toMatchObject({ wins: 19, proposed_margin_percent: null })
  expect(learnMargin([...pairs, { quotedCents: 1_000, paidCents: 2_000 }])).toEqual({
    wins: 20,
    median_percent: 9,
    p90_percent: 17,
    proposed_margin_percent: 17,
  })
  // Paying less than quoted asks for no margin, and no margin is above 50 %.
  const all = (paidCents: number) => pairs.concat(pairs).map(() => ({ quotedCents: 1_000, paidCents }))
  expect(learnMargin(all(900)).proposed_margin_percent).toBe(0)
  expect(learnMargin(all(3_000)).proposed_margin_percent).toBe(50)
})
