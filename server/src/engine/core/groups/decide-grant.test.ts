import { expect, test } from 'vitest'
import { decideGrant, type GroupTerms, type Member } from './decide-grant.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const ONE: GroupTerms = { mostWins: 1, extraWins: 0, budgetCents: null }

/** A bid of at most $20, five seconds before a close so many seconds from noon. */
const bid = (bidId: number, closesInS: number, change: Partial<Member> = {}): Member => ({
  bidId,
  auctionId: String(100_000 + bidId),
  rank: null,
  status: 'pending',
  maxCents: 2_000,
  finalPriceCents: null,
  endsAt: NOON + closesInS * 1_000,
  leadMs: 5_000,
  isClosed: false,
  nextBidCents: 1_000,
  isGranted: false,
  isReleased: false,
  isRestored: false,
  ...change,
})

/** Asks for the first of the members, so many seconds before its moment. */
function ask(terms: GroupTerms, members: readonly [Member, ...Member[]], beforeMomentS = 0) {
  const [{ bidId, endsAt, leadMs }] = members
  return decideGrant(terms, members, { bidId, fence: 1, endsAt, at: endsAt - leadMs - beforeMomentS * 1_000 }).answer
}

const out = { isGranted: true }

test('A group lets out as many bids as it may win, and counts each from its grant on', () => {
  expect(ask(ONE, [bid(1, 60)])).toBe('granted')
  expect(ask(ONE, [bid(1, 60), bid(2, 0, out)])).toBe('unknown')
  expect(ask({ ...ONE, extraWins: 1 }, [bid(1, 60), bid(2, 0, out)])).toBe('granted')
  expect(ask(ONE, [bid(1, 60), bid(2, 0, { ...out, isReleased: true })])).toBe('granted')
})

test('A bid without a proof of its loss keeps its place, however it has ended', () => {
  for (const status of ['executed', 'outbid', 'failed', 'auction_ended'])
    expect(ask(ONE, [bid(1, 60), bid(2, 0, { ...out, status })])).toBe('unknown')
  expect(ask(ONE, [bid(1, 60), bid(2, 0, { ...out, status: 'lost' })])).toBe('granted')
  expect(ask(ONE, [bid(1, 60), bid(2, 0, { ...out, status: 'cancelled' })])).toBe('granted')
})

test('A restored bid counts as sent until its owner keeps it or it has ended', () => {
  expect(ask(ONE, [bid(1, 60), bid(2, 90, { isRestored: true })])).toBe('unknown')
})

test('A group that has won what it may lets out nothing more, also with extra wins to spare', () => {
  const won = bid(2, 0, { ...out, status: 'won', finalPriceCents: 1_500 })
  expect(ask({ ...ONE, extraWins: 3 }, [bid(1, 60), won])).toBe('won')
  expect(ask({ ...ONE, mostWins: 2 }, [bid(1, 60), won])).toBe('granted')
})

test('What was won at its price, what is out at its maximum, and the bid that asks fit into the budget', () => {
  const won = bid(2, 0, { ...out, status: 'won', finalPriceCents: 1_500 })
  const terms = { mostWins: 3, extraWins: 0, budgetCents: 5_500 }
  expect(ask(terms, [bid(1, 60), won, bid(3, 0, out)])).toBe('granted')
  expect(ask({ ...terms, budgetCents: 5_499 }, [bid(1, 60), won, bid(3, 0, out)])).toBe('budget')
})

test('A bid above its budget is held for that also while results are not known', () => {
  const terms = { ...ONE, budgetCents: 4_000 }
  expect(ask(terms, [bid(1, 60, { maxCents: 5_000 }), bid(2, 0, out)])).toBe('budget')
})

test('Of bids that overlap, the group prefers the one that closes first, or that its owner has put first', () => {
  const [earlier, later] = [bid(1, 60), bid(2, 64)]
  expect(ask(ONE, [earlier, later])).toBe('granted')
  expect(ask(ONE, [later, earlier], 5)).toBe('order')
  expect(
    ask(ONE, [
      { ...earlier, rank: 2 },
      { ...later, rank: 1 },
    ]),
  ).toBe('order')
  expect(ask({ ...ONE, mostWins: 2 }, [later, earlier], 5)).toBe('granted')
})

test('A bid waits for no other that cannot go out, nor for one whose moment has passed', () => {
  const later = bid(2, 64)
  for (const change of [{ isClosed: true }, { nextBidCents: 2_001 }, { status: 'failed' }])
    expect(ask(ONE, [later, bid(1, 60, change)], 5)).toBe('granted')
  // Four seconds after the first one's moment, in case its engine has died.
  expect(ask(ONE, [later, bid(1, 60)], 2.1)).toBe('order')
  expect(ask(ONE, [later, bid(1, 60)], 1.9)).toBe('granted')
})

test('Long before its moment a bid leaves the place to all whose moment comes before its own result', () => {
  const [first, second] = [bid(1, 60), bid(2, 78)]
  expect(ask(ONE, [first, second], 60)).toBe('granted')
  expect(ask(ONE, [first, bid(2, 70)], 60)).toBe('order')
  expect(ask(ONE, [second, first], 60)).toBe('order')
})

test('In whatever order they ask, of overlapping bids none waits for another in a circle', () => {
  const members = [bid(1, 60), bid(2, 60), bid(3, 61, { rank: 1 }), bid(4, 66)]
  const granted = members.filter((member) => {
    const others = members.filter(({ bidId }) => bidId !== member.bidId)
    return ask(ONE, [member, ...others]) === 'granted'
  })
  expect(granted.map(({ bidId }) => bidId)).toContain(3)
})
