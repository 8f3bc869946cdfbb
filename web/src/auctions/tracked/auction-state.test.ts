import { BidOutcome, BidStatus, historyResultOf, messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createAuction, createBid, createGroupOfBid } from '../../../test/auctions.ts'
import { stateOf } from './auction-state.ts'
import { nextTransition, viewOf } from './auction-view.ts'
import { STATE_STYLES } from './state-styles.ts'
import { joinBids } from './tracked-auction.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const M = 60_000
const H = 60 * M
const ending = (inMs: number) => createAuction({ endsOn: NOW + inMs })

test('An auction without a bid is watched, ends soon, is in its final minute, and has ended', () => {
  expect(stateOf({ auction: ending(H + 1), bid: null }, NOW)).toBe('watching')
  expect(stateOf({ auction: ending(H), bid: null }, NOW)).toBe('ending_soon')
  expect(stateOf({ auction: ending(M), bid: null }, NOW)).toBe('final_minute')
  expect(stateOf({ auction: ending(0), bid: null }, NOW)).toBe('ended')
})

test('A scheduled bid is armed until the last hour', () => {
  expect(stateOf({ auction: ending(2 * H), bid: createBid() }, NOW)).toBe('armed')
  expect(stateOf({ auction: ending(H), bid: createBid() }, NOW)).toBe('ending_soon')
})

test('A maximum below the next acceptable bid overrides every state except that of a sent bid', () => {
  const auction = createAuction({ endsOn: NOW + M, currentBid: 200, minimumBid: 202.5 })
  expect(stateOf({ auction, bid: createBid({ maxBid: 200 }) }, NOW)).toBe('over_max')
  expect(stateOf({ auction, bid: createBid({ maxBid: 202.5 }) }, NOW)).toBe('final_minute')
  expect(stateOf({ auction, bid: createBid({ maxBid: 200, phase: 'sent' }) }, NOW)).toBe('bidding')
})

test('A blocking preflight finding overrides the states by time until an engine holds the bid', () => {
  const finding = { code: 'login_refused', severity: 'red', message: '', remedy: 'reconnect', url: null } as const
  const bid = createBid({ preflight: { checkedAt: NOW, findings: [finding] } })
  expect(stateOf({ auction: ending(H), bid }, NOW)).toBe('at_risk')
  expect(stateOf({ auction: ending(H), bid: { ...bid, phase: 'armed' } }, NOW)).toBe('ending_soon')
  const warned = createBid({ preflight: { checkedAt: NOW, findings: [{ ...finding, severity: 'amber' }] } })
  expect(stateOf({ auction: ending(H), bid: warned }, NOW)).toBe('ending_soon')
})

test('A bid without an answer is being checked and never counts as lost', () => {
  expect(stateOf({ auction: ending(3_000), bid: createBid({ phase: 'checking' }) }, NOW)).toBe('checking')
  expect(stateOf({ auction: ending(-3_000), bid: createBid({ phase: 'checking' }) }, NOW)).toBe('checking')
  expect(stateOf({ auction: ending(-3_000), bid: createBid({ phase: 'sent' }) }, NOW)).toBe('result_pending')
})

test('A paused bid is paused until its auction is over and does not count as lost afterwards', () => {
  expect(stateOf({ auction: ending(30_000), bid: createBid({ phase: 'paused' }) }, NOW)).toBe('paused')
  const over = createBid({ status: 'cancelled', outcome: 'paused', phase: 'settled' })
  expect(stateOf({ auction: ending(-3_000), bid: over }, NOW)).toBe('ended')
})

test('A bid that its group keeps back is held, also past its moment, and then not sent', () => {
  const held = createGroupOfBid({ state: 'held', held_because: 'unknown' })
  const bid = createBid({ group: held, phase: 'armed', fireAt: NOW - 5_000 })
  expect(stateOf({ auction: ending(2 * H), bid: createBid({ group: createGroupOfBid() }) }, NOW)).toBe('armed')
  expect(stateOf({ auction: ending(3_000), bid }, NOW)).toBe('held')
  expect(stateOf({ auction: ending(-1_000), bid }, NOW)).toBe('held')
  // Changed past its moment, it waits for its engine to ask again: nothing of it is overdue.
  const changed = createBid({ group: createGroupOfBid(), phase: 'waiting', fireAt: NOW - 25_000 })
  expect(stateOf({ auction: ending(3_000), bid: changed }, NOW)).toBe('held')
  const skipped = createGroupOfBid({ state: 'skipped', held_because: 'unknown' })
  const over = createBid({ status: 'auction_ended', outcome: 'group_unknown', group: skipped })
  expect(stateOf({ auction: ending(-1_000), bid: over }, NOW)).toBe('not_sent')
})

test('A bid that its group has ended stays on its card, and one that its owner has cancelled does not', () => {
  const auction = ending(H)
  const group = createGroupOfBid({ state: 'skipped', held_because: 'won' })
  const ended = createBid({ status: 'cancelled', outcome: 'group_won', group })
  const [shown] = joinBids([auction], [ended])
  expect(shown && stateOf(shown, NOW)).toBe('not_sent')
  expect(joinBids([{ ...auction }], [createBid({ status: 'cancelled', outcome: 'cancelled' })])[0]?.bid).toBeNull()
})

test('An accepted bid waits for the end of its auction, then for its result', () => {
  expect(stateOf({ auction: ending(3_000), bid: createBid({ status: 'executed' }) }, NOW)).toBe('accepted')
  expect(stateOf({ auction: ending(-3_000), bid: createBid({ status: 'executed' }) }, NOW)).toBe('result_pending')
})

test('A bid whose result stayed unknown is not waited for any more', () => {
  const bid = createBid({ status: 'executed', phase: 'settled', outcome: 'unresolved' })
  expect(stateOf({ auction: ending(-H), bid }, NOW)).toBe('result_unknown')
})

test('An outbid bid can be followed by another until the end, and is outbid after it, sent or not', () => {
  const sent = createBid({ status: 'outbid', outcome: 'outbid_on_arrival' })
  const held = createBid({ status: 'outbid', outcome: 'price_past_maximum' })
  for (const bid of [sent, held])
    expect([H, -1].map((left) => stateOf({ auction: ending(left), bid }, NOW))).toEqual(['bid_again', 'outbid'])
})

test('A pending bid that the price holds back at its moment can be raised until the end', () => {
  const bid = createBid({ phase: 'armed', maxBid: 20, fireAt: NOW - 10_000 })
  const at = (minimumBid: number, endsInMs = 40_000) =>
    stateOf({ auction: { ...ending(endsInMs), minimumBid }, bid }, NOW)
  expect(at(21)).toBe('bid_again')
  expect(at(20)).toBe('unconfirmed')
  expect(at(21, -1)).toBe('result_pending')
})

test('An accepted bid is outbid as soon as a price that was read since is above its maximum', () => {
  const bid = createBid({ status: 'executed', executedAt: NOW - 2_000, maxBid: 20 })
  const read = (lastCheckedAt: number, currentBid: number) =>
    stateOf({ auction: { ...ending(3_000), lastCheckedAt, currentBid }, bid }, NOW)
  expect(read(NOW - 1_000, 21)).toBe('overtaken')
  expect(read(NOW - 1_000, 20)).toBe('accepted')
  expect(read(NOW - 3_000, 21)).toBe('accepted')
})

test('The tag of a bid that has a result has the word that the history has', () => {
  const outcomes = [null, ...BidOutcome.options]
  const bids = BidStatus.options.flatMap((status) => outcomes.map((outcome) => createBid({ status, outcome })))
  const tagged = bids.map((bid) => ({ bid, state: stateOf({ auction: ending(-1), bid }, NOW) }))
  const words = ['won', 'lost', 'outbid', 'failed', 'result_unknown']
  const results = tagged.filter(({ state }) => words.includes(state))
  expect(new Set(results.map(({ state }) => state)).size).toBe(words.length)
  for (const { bid, state } of results)
    expect(STATE_STYLES[state].label).toBe(messages.history.results[historyResultOf(bid)])
})

test('A login that the site refuses stops each bid that is not locked in, and no other auction', () => {
  const auction = createAuction({ id: 7, endsOn: NOW + 2 * H })
  const stateWith = (fields: Parameters<typeof createBid>[0]) => {
    const [tracked] = joinBids([auction], [createBid({ trackedAuctionId: 7, fireAt: NOW + H, ...fields })], 'refused')
    return tracked && stateOf(tracked, NOW)
  }
  expect(stateWith({})).toBe('stopped')
  expect(stateWith({ phase: 'armed' })).toBe('stopped')
  expect(stateWith({ phase: 'armed', fireAt: NOW - 2_000 })).toBe('stopped')
  expect(stateWith({ phase: 'paused' })).toBe('stopped')
  expect(stateWith({ phase: 'sent' })).toBe('bidding')
  expect(stateWith({ status: 'executed' })).toBe('accepted')
  expect(joinBids([auction], [], 'refused')).toEqual([{ auction, bid: null }])
})

test('A bid whose time has passed without a lock-in is not shown as scheduled', () => {
  const bid = createBid({ fireAt: NOW - 2_000, phase: 'armed' })
  expect(stateOf({ auction: ending(3_000), bid }, NOW)).toBe('unconfirmed')
  expect(stateOf({ auction: ending(3_000), bid: { ...bid, fireAt: NOW - 1_999 } }, NOW)).toBe('final_minute')
  expect(stateOf({ auction: ending(3_000), bid: { ...bid, phase: 'sent' } }, NOW)).toBe('bidding')
})

test('A bid on a withdrawn auction waits for the item until the end that was planned, if it is still to be sent', () => {
  const auction = createAuction({ endsOn: NOW - H, closedBecause: 'withdrawn' })
  const bid = createBid({ fireAt: NOW + 2 * H - 5_000, secondsBeforeEnd: 5 })
  expect(stateOf({ auction, bid }, NOW)).toBe('withdrawn')
  expect(nextTransition([{ auction, bid }], NOW + 2 * H - 3_000)).toBe(NOW + 2 * H)
  expect(stateOf({ auction, bid }, NOW + 2 * H)).toBe('result_pending')
  expect(stateOf({ auction, bid: { ...bid, phase: 'sent' } }, NOW)).toBe('result_pending')
  expect(stateOf({ auction, bid: null }, NOW)).toBe('ended')
  expect(stateOf({ auction: { ...auction, closedBecause: 'ended_early' }, bid }, NOW)).toBe('result_pending')
})

test('An auction that the seller ended early is over before its end', () => {
  const auction = createAuction({ endsOn: NOW + H, closedBecause: 'ended_early' })
  expect(stateOf({ auction, bid: null }, NOW)).toBe('ended')
  expect(stateOf({ auction, bid: createBid({ status: 'auction_ended', outcome: 'ended_early' }) }, NOW)).toBe('ended')
})

test('An ended auction has its result even when its bid is not loaded', () => {
  const over = { endsOn: NOW - H }
  expect(stateOf({ auction: createAuction({ ...over, status: 'won', maxBid: 20 }), bid: null }, NOW)).toBe('won')
  expect(stateOf({ auction: createAuction({ ...over, status: 'lost', maxBid: 20 }), bid: null }, NOW)).toBe('lost')
  expect(stateOf({ auction: createAuction({ ...over, status: 'lost', maxBid: null }), bid: null }, NOW)).toBe('ended')
})

test('An auction is joined with its latest bid, and a cancelled bid counts as none', () => {
  const auction = createAuction({ id: 7 })
  const first = createBid({ id: 1, trackedAuctionId: 7, status: 'failed' })
  const second = createBid({ id: 2, trackedAuctionId: 7, status: 'cancelled' })
  expect(joinBids([auction], [first])[0]?.bid).toBe(first)
  expect(joinBids([auction], [second, first])[0]?.bid).toBeNull()
  expect(joinBids([auction], [createBid({ trackedAuctionId: 8 })])[0]?.bid).toBeNull()
})

test('The next transition is the nearest last hour, final minute, change deadline, overdue lock-in, end or new place', () => {
  expect(nextTransition([{ auction: ending(2 * H), bid: null }], NOW)).toBe(NOW + H)
  expect(nextTransition([{ auction: ending(30_000), bid: null }], NOW)).toBe(NOW + 30_000)
  expect(nextTransition([{ auction: ending(30_000), bid: createBid({ fireAt: NOW + 25_000 }) }], NOW)).toBe(
    NOW + 24_000,
  )
  expect(nextTransition([{ auction: ending(30_000), bid: createBid({ fireAt: NOW - 500 }) }], NOW)).toBe(NOW + 1_500)
  expect(nextTransition([{ auction: ending(-1), bid: null }], NOW)).toBe(NOW - 1 + 120_000)
  expect(nextTransition([{ auction: ending(-120_000), bid: null }], NOW)).toBeNull()
})

test('A view of an auction is the same object until the auction, its state by time, or the day changes', () => {
  const tracked = { auction: ending(2 * H), bid: null }
  const first = viewOf(tracked, NOW)
  expect(first).toMatchObject({ tracked, state: 'watching', over: false, now: NOW })
  expect(viewOf(tracked, NOW + H - 1)).toBe(first)
  const soon = viewOf(tracked, NOW + H)
  expect(soon).toMatchObject({ state: 'ending_soon', now: NOW + H })
  expect(viewOf(tracked, NOW + 2 * H)).toMatchObject({ state: 'ended', over: true })

  const distant = { auction: ending(100 * H), bid: null }
  const today = viewOf(distant, NOW)
  expect(viewOf(distant, NOW + 24 * H)).not.toBe(today)
  expect(viewOf({ ...distant }, NOW)).not.toBe(viewOf(distant, NOW))
})

test('An auction is not shown as without a bid before the bids are loaded', () => {
  const [tracked] = joinBids([ending(H)], undefined)
  expect(tracked && stateOf(tracked, NOW)).toBe('bid_unknown')
})

test('An auction whose auction and bid are unchanged remains the same object', () => {
  const [lamp, clock] = [createAuction({ id: 1 }), createAuction({ id: 2 })]
  const bid = createBid({ trackedAuctionId: 1 })
  const before = joinBids([lamp, clock], [bid])
  const after = joinBids([lamp, { ...clock, currentBid: 5 }], [bid])
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
  expect(joinBids([lamp], [bid], 'refused')[0]).not.toBe(before[0])
  expect(joinBids([lamp], [{ ...bid, maxBid: 5 }])[0]).not.toBe(before[0])
})

test('A restored bid is asked about until its moment, then once the site was read, and its result is read after the close', () => {
  const auction = ending(2 * H)
  const restored = { takenAt: NOW - H, isNotAtSite: false }
  const bid = createBid({ phase: 'restored', restored, fireAt: NOW + 2 * H - 60_000, secondsBeforeEnd: 60 })
  const after = bid.fireAt + 1_000
  const read = { ...bid, restored: { ...restored, isNotAtSite: true } }
  expect(stateOf({ auction, bid }, NOW)).toBe('restored')
  expect(stateOf({ auction, bid }, after)).toBe('restored_checking')
  expect(stateOf({ auction, bid: read }, after)).toBe('restored')
  expect(stateOf({ auction, bid: read }, NOW + 2 * H - 2_000)).toBe('restored_checking')
  expect(stateOf({ auction, bid: read }, NOW + 2 * H)).toBe('result_pending')
})
