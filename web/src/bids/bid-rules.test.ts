import { expect, test } from 'vitest'
import { createAuction, createBid, createGroupOfBid } from '../../test/auctions.ts'
import { isLive, isToBeSent, needsDialogToUndo, whyNotChange, whyOffline } from './bid-rules.ts'
import { changeDeadlineOf, leadRisk, isFarAbove, typedLeadFault, typedMaximumFault } from './typed-bid.ts'

const END = Date.parse('2026-11-21T02:00:00Z')
const M = 60_000

test('A bid with a lead of five seconds can be changed until six seconds before the end', () => {
  expect(changeDeadlineOf(END, 5)).toBe(END - 6_000)
})

test('A waiting or armed bid can be changed before its deadline and not from the deadline on', () => {
  const bid = createBid({ fireAt: END - 5_000, phase: 'armed' })
  expect(whyNotChange(bid, END - 6_001, createAuction())).toBeNull()
  expect(whyNotChange(bid, END - 6_000, createAuction())).toMatch(/on its way/)
})

test('A bid that its group has not let out can be changed past its deadline, and one that is out cannot', () => {
  const inGroup = (state: 'waiting' | 'held' | 'out') =>
    createBid({ fireAt: END - 5_000, phase: 'armed', group: createGroupOfBid({ state }) })
  for (const state of ['waiting', 'held'] as const)
    expect(whyNotChange(inGroup(state), END - 3_000, createAuction())).toBeNull()
  expect(whyNotChange(inGroup('out'), END - 3_000, createAuction())).toMatch(/on its way/)
})

test('A locked-in bid cannot be changed even before its deadline by the clock of the browser', () => {
  expect(whyNotChange(createBid({ fireAt: END, phase: 'locked_in' }), END - 60_000, createAuction())).toMatch(
    /on its way/,
  )
  expect(whyNotChange(createBid({ fireAt: END, phase: 'checking' }), END - 60_000, createAuction())).toMatch(
    /on its way/,
  )
})

test('A finished bid cannot be changed', () => {
  expect(whyNotChange(createBid({ status: 'won', phase: 'settled' }), END, createAuction())).toMatch(/finished/)
})

test('A maximum below the next acceptable bid is refused with the amount of that bid', () => {
  const auction = createAuction({ bidCount: 3, currentBid: 182.5, minimumBid: 185 })
  expect(typedMaximumFault('184.99', auction)).toBe('Bid must be at least $185.00')
  expect(typedMaximumFault('$185', auction)).toBeNull()
})

test('A first bid below the starting price is refused as such', () => {
  expect(typedMaximumFault('5', createAuction({ bidCount: 0, minimumBid: 9.99 }))).toBe(
    'Your bid is too low. The first bid must be at least the starting price.',
  )
})

test('A maximum of zero, with fractions of a cent or over a million is refused', () => {
  const auction = createAuction({ bidCount: 0, minimumBid: 0 })
  expect(typedMaximumFault('20.005', auction)).toBe('Bid amount must be in whole cents')
  expect(typedMaximumFault('0', auction)).toBe('The bid amount must be greater than $0. Please check and try again.')
  expect(typedMaximumFault('1,000,000.01', auction)).toBe('Bid amount must be at most $1,000,000.00')
})

test.each(['abc', '-20', '1e3', '$', '12 dollars'])(
  'A maximum of %j is refused with an example of an amount',
  (typed) => {
    expect(typedMaximumFault(typed, createAuction())).toBe('Enter an amount in dollars, such as 24.50')
  },
)

test('A maximum above three times the price and above $100 has to be confirmed', () => {
  const auction = createAuction({ bidCount: 1, currentBid: 20 })
  expect(isFarAbove(10_000, auction)).toBe(false)
  expect(isFarAbove(10_001, auction)).toBe(true)
  expect(isFarAbove(15_000, createAuction({ bidCount: 1, currentBid: 50 }))).toBe(false)
  expect(isFarAbove(15_001, createAuction({ bidCount: 1, currentBid: 50 }))).toBe(true)
})

test('Without bids, a maximum is compared with the starting price', () => {
  expect(isFarAbove(12_001, createAuction({ bidCount: 0, currentBid: 0, minimumBid: 40 }))).toBe(true)
  expect(isFarAbove(12_000, createAuction({ bidCount: 0, currentBid: 0, minimumBid: 40 }))).toBe(false)
})

test.each(['1', '5', '180', ' 30 '])('A lead of %j is accepted', (typed) => expect(typedLeadFault(typed)).toBeNull())
test.each(['0', '181', '2.5', '', 'x', '-5'])('A lead of %j is refused', (typed) => {
  expect(typedLeadFault(typed)).toBe('Seconds before end must be a whole number from 1 to 180')
})

test.each([
  [2, 'Very short'],
  [3, 'Short'],
  [4, 'Short'],
  [16, 'Early'],
  [60, 'Early'],
  [61, 'Very early'],
])('The risk of a lead of %d seconds is described as "%s…"', (seconds, beginning) => {
  expect(leadRisk(seconds, 'ShopGoodwill')?.startsWith(beginning)).toBe(true)
})

test.each([5, 15])('A lead of %d seconds has no risk to name', (seconds) => {
  expect(leadRisk(seconds, 'ShopGoodwill')).toBeNull()
})

test('An undoable action in the last five minutes needs a confirmation', () => {
  expect(needsDialogToUndo(END, END - 5 * M - 1)).toBe(false)
  expect(needsDialogToUndo(END, END - 5 * M)).toBe(true)
})

test('A bid is live until it has a result, or until its result stays unknown', () => {
  expect(isLive(createBid())).toBe(true)
  expect(isLive(createBid({ status: 'executed', phase: 'sent' }))).toBe(true)
  expect(isLive(createBid({ status: 'executed', phase: 'settled', outcome: 'unresolved' }))).toBe(false)
  expect(isLive(createBid({ status: 'won', phase: 'settled' }))).toBe(false)
})

test('Only an offline browser refuses every change', () => {
  expect(whyOffline(true)).toBeNull()
  expect(whyOffline(false)).toMatch(/^You are offline/)
})

test('A bid is to be sent until it is locked in', () => {
  const phases = (['waiting', 'paused', 'armed', 'locked_in', 'sent', 'checking'] as const).filter((phase) =>
    isToBeSent(createBid({ phase })),
  )
  expect(phases).toEqual(['waiting', 'paused', 'armed'])
  expect(isToBeSent(createBid({ status: 'won', phase: 'settled' }))).toBe(false)
})
