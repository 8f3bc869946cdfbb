import { expect, test } from 'vitest'
import { createAuction, createBid } from '../../../test/auctions.ts'
import { isLockedBid, lockedSteps, unsavedText } from './locked-steps.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')

test('A bid is shown in place of its form from its lock-in until it is cancelled', () => {
  expect(isLockedBid(createBid({ fireAt: NOW + 60_000 }), NOW, createAuction())).toBe(false)
  expect(isLockedBid(createBid({ fireAt: NOW + 60_000, phase: 'locked_in' }), NOW, createAuction())).toBe(true)
  expect(isLockedBid(createBid({ status: 'executed' }), NOW, createAuction())).toBe(true)
  expect(isLockedBid(createBid({ status: 'failed' }), NOW, createAuction())).toBe(true)
  expect(isLockedBid(createBid({ status: 'cancelled' }), NOW, createAuction())).toBe(false)
})

const reached = (fields: Parameters<typeof createBid>[0]) => lockedSteps(createBid(fields), 'Auction House')?.reached

test('A bid counts as confirmed by the site only once the site has taken it', () => {
  expect(reached({ phase: 'armed' })).toBe(0)
  expect(reached({ phase: 'locked_in' })).toBe(1)
  expect(reached({ phase: 'sent' })).toBe(2)
  expect(reached({ phase: 'checking' })).toBe(2)
  expect(reached({ status: 'executed' })).toBe(3)
  expect(reached({ status: 'outbid', outcome: 'outbid_on_arrival' })).toBe(3)
  for (const unsent of [
    { status: 'outbid', outcome: 'price_past_maximum' },
    { status: 'executed', outcome: 'unresolved' },
    { status: 'failed' },
    { status: 'auction_ended' },
  ] as const) {
    expect(lockedSteps(createBid(unsent), 'Auction House')).toBeNull()
  }
})

test('The step after the last one done is under way until the site has answered', () => {
  const working = (['armed', 'locked_in', 'sent', 'checking'] as const).map(
    (phase) => lockedSteps(createBid({ phase }), 'Auction House')?.working,
  )
  expect(working).toEqual([true, true, true, true])
  expect(lockedSteps(createBid({ status: 'executed' }), 'Auction House')?.working).toBe(false)
})

test('What was typed and not saved is stated, unless it equals the bid', () => {
  const bid = { maxBid: 29.5, secondsBeforeEnd: 7 }
  expect(unsavedText({ max: '$31', lead: '9' }, bid)).toBe('max $31.00, 9 seconds before the end')
  expect(unsavedText({ max: '29.50', lead: ' 7 ' }, bid)).toBeNull()
  expect(unsavedText({ max: '' }, bid)).toBeNull()
})
