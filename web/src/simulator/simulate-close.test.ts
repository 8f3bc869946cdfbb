import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyProxyBid, openingStanding as openingAtSite } from '../../../auction-house/src/auction/apply-proxy-bid.ts'
import { applyBid, openingStanding } from './apply-bid.ts'
import { describeOutcome, describeStep, explainClose } from './describe-close.ts'
import { leastWinningMax, type OwnBid, type Rival, type Setting, simulateClose } from './simulate-close.ts'

const TERMS = { openingCents: 999, incrementCents: 100 }
const OWN: OwnBid = { maxCents: 4_000, leadMs: 5_000, tripMs: 150, delayMs: 0 }
const EARLY: Rival = { kind: 'early', name: 'Ann', maxCents: 2_500 }
const WATCHER: Rival = { kind: 'watcher', name: 'Bo', maxCents: 6_000, answersAfterMs: 8_000 }
const SNIPER: Rival = { kind: 'sniper', name: 'Cy', maxCents: 3_000, leadMs: 3_000 }

const setting = (rivals: Rival[], own: Partial<OwnBid> = {}): Setting => ({
  terms: TERMS,
  rivals,
  own: { ...OWN, ...own },
})

function play(rivals: Rival[], own: Partial<OwnBid> = {}) {
  const given = setting(rivals, own)
  const close = simulateClose(given)
  return {
    ...close,
    title: describeOutcome(close),
    why: explainClose(given, close),
    said: close.steps.map(describeStep),
  }
}

test('A bid with a short lead wins against a watcher who would pay more, because no time is left to answer', () => {
  const { outcome, title, why, said } = play([EARLY, WATCHER], { maxCents: 7_000, leadMs: 5_000 })
  expect(outcome).toBe('won')
  expect(title).toMatch(/^Won for \$/)
  expect(why).toMatch(/under your max. Nobody answered your bid before the end.$/)
  expect(said).toContain('Your bid is sent.')
})

test('A bid that wins with a short lead loses with a long one, because a watcher has the time to answer it', () => {
  const short = play([WATCHER], { maxCents: 1_300, leadMs: 5_000 })
  const long = play([WATCHER], { maxCents: 1_300, leadMs: 60_000 })
  expect([short.outcome, long.outcome]).toEqual(['won', 'outbid'])
  expect(long.why).toMatch(/^You led, and Bo bid more [\d.]+ s later\./)
})

test('A hidden maximum that is higher beats every lead, and the explanation says so', () => {
  const { outcome, why } = play([{ ...EARLY, maxCents: 4_001 }])
  expect(outcome).toBe('outbid')
  expect(why).toBe('Ann had a hidden max of $40.01 before you. No timing beats a higher max.')
  expect(play([{ ...EARLY, maxCents: 4_001 }], { leadMs: 60_000 }).outcome).toBe('outbid')
})

test('Of two equal maxima the earlier one wins, and one cent more would have won', () => {
  const tie = play([{ ...EARLY, maxCents: 4_000 }])
  expect(tie.why).toMatch(/of two equal bids the earlier one wins/)
  expect(leastWinningMax(setting([{ ...EARLY, maxCents: 4_000 }]), 100_000)).toBe(4_001)
})

test('A site that is slower than the lead makes the bid too late, and the explanation names the lead that was needed', () => {
  const { outcome, title, why, said } = play([EARLY], { leadMs: 5_000, delayMs: 5_800 })
  expect(outcome).toBe('late')
  expect(title).toBe('Too late: sold for $9.99')
  expect(said.at(-1)).toBe('Your bid reaches the site after the end and does not count.')
  expect(why).toContain('A lead over 5.8 s would have been in time.')
  expect(play([EARLY], { leadMs: 6_000, delayMs: 5_800 }).outcome).toBe('won')
})

test('A price above the maximum sends nothing, and a price that rises after the last look is refused by the site', () => {
  const early = play([
    { ...EARLY, maxCents: 9_000 },
    { ...SNIPER, leadMs: 60_000, maxCents: 8_000 },
  ])
  expect(early).toMatchObject({ outcome: 'not_sent', title: 'Not sent: sold for $81.00' })
  expect(early.said).not.toContain('Your bid is sent.')
  const late = play([
    { ...EARLY, maxCents: 9_000 },
    { ...SNIPER, leadMs: 8_000, maxCents: 8_000 },
  ])
  expect(late).toMatchObject({ outcome: 'refused' })
  expect(late.said.at(-1)).toBe('The site refuses your bid: the next bid is $82.00.')
})

test('Another sniper who bids later and less raises the price that the winner pays', () => {
  const { outcome, title, why } = play([SNIPER])
  expect(outcome).toBe('won')
  expect(title).toBe('Won for $31.00')
  expect(why).toBe('You pay $9.00 under your max. Cy answered your bid, but not above your max.')
})

test('A rival without a name of its own is named in the middle of a sentence as at its start', () => {
  const { said } = play([{ ...EARLY, name: 'The early bidder' }])
  expect(said[0]).toBe('The early bidder bids up to $25.00. Price $9.99, the early bidder leads.')
})

const cents = fc.integer({ min: 999, max: 20_000 })
const ms = fc.integer({ min: 100, max: 90_000 })
const rivalsOf = fc
  .tuple(cents, cents, cents, ms, ms)
  .map(([early, watcher, sniper, answersAfterMs, leadMs]): Rival[] => [
    { kind: 'early', name: 'Ann', maxCents: early },
    { kind: 'watcher', name: 'Bo', maxCents: watcher, answersAfterMs },
    { kind: 'sniper', name: 'Cy', maxCents: sniper, leadMs },
  ])

test('Raising the maximum never turns a win into a loss, and nobody pays more than their maximum', () => {
  fc.assert(
    fc.property(rivalsOf, cents, cents, ms, (rivals, maxCents, more, leadMs) => {
      const low = simulateClose(setting(rivals, { maxCents, leadMs }))
      const high = simulateClose(setting(rivals, { maxCents: maxCents + more, leadMs }))
      expect(low.standing.priceCents).toBeLessThanOrEqual(low.standing.leaderMaxCents)
      if (low.outcome === 'won') expect(high.outcome).toBe('won')
    }),
  )
})

test('The price rule agrees with that of the practice site for any sequence of bids', () => {
  const bids = fc.array(fc.tuple(fc.constantFrom('Ann', 'Bo', 'Cy'), cents), { maxLength: 12 })
  const bidders = { Ann: { name: 'Ann' }, Bo: { name: 'Bo' }, Cy: { name: 'Cy' } }
  fc.assert(
    fc.property(bids, fc.integer({ min: 1, max: 300 }), (sequence, incrementCents) => {
      const terms = { openingCents: 999, incrementCents }
      const atSite = { startingPriceCents: 999, incrementCents }
      let ours = openingStanding(terms)
      let theirs = openingAtSite(atSite)
      for (const [name, maxCents] of sequence) {
        const result = applyProxyBid(atSite, theirs, bidders[name], maxCents)
        if (result.outcome !== 'too_low') theirs = result.standing
        const next = applyBid(terms, ours, name, maxCents)
        expect(next === null).toBe(result.outcome === 'too_low')
        ours = next ?? ours
        expect(ours).toEqual({ ...theirs, leader: theirs.leader?.name ?? null })
      }
    }),
  )
})
