import { expect, test } from 'vitest'
import { CLOCK, END, fresh, snipe } from '../../../../test/example-snipe.ts'
import { onBidResponse } from '../on-response.ts'
import { type EngineOutcome, initialState, type SnipeState } from '../snipe-state.ts'
import { proofOfLoss } from './proof-of-loss.ts'

const proofOf = (outcome: EngineOutcome, bid: SnipeState['bid'], priceCents: number | null = null) =>
  proofOfLoss({ outcome, priceCents, accepted: bid === 'stands', siteMessage: '' }, { ...fresh, bid })

test('A price above the maximum, another winner, and a bid that the site does not show prove a loss', () => {
  expect(proofOf('lost', 'stands', 2_600)).toBe('price_above_max')
  expect(proofOf('lost', 'stands', 2_500)).toBe('other_bidder_won')
  expect(proofOf('price_past_maximum', 'outcome_unknown', 9_000)).toBe('price_above_max')
  expect(proofOf('retracted', 'stands')).toBe('other_bidder_won')
  expect(proofOf('site_down', 'outcome_unknown')).toBe('no_bid_at_site')
  expect(proofOf('ended_early', 'stands')).toBe('no_bid_at_site')
})

test('A bid that was not sent, or refused each time for certain, cannot win', () => {
  const outcomes = [
    'too_late',
    'group_unknown',
    'login_refused',
    'account_limit',
    'withdrawn',
    'below_next_bid',
  ] as const
  for (const outcome of outcomes) expect(proofOf(outcome, 'none')).toBe('never_sent')
})

test('A bid whose end is not known proves no loss', () => {
  for (const outcome of ['unresolved', 'reserve_not_met', 'won'] as const) expect(proofOf(outcome, 'stands')).toBeNull()
  expect(proofOf('own_maximum', 'none')).toBeNull()
  expect(proofOf('withdrawn', 'stands')).toBeNull()
  const leads = { currentCents: 1_000, minimumCents: 1_100, leads: true }
  const verdict = { outcome: 'too_late', priceCents: null, accepted: false, siteMessage: '' } as const
  expect(proofOfLoss(verdict, { ...fresh, price: leads })).toBeNull()
})

test("The answer 'outbid' ends no bid of a group", () => {
  const answer = { kind: 'outbid', siteMessage: '', priceCents: 2_500, receivedAt: END - 1_000 } as const
  expect(onBidResponse(fresh, answer).verdict?.outcome).toBe('outbid_on_arrival')
  const member = initialState({ ...snipe, group: { isGranted: true, hold: null } }, 0, CLOCK)
  expect(onBidResponse(member, answer)).toMatchObject({ bid: 'stands', verdict: null })
})
