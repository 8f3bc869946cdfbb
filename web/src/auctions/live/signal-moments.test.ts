import { expect, test } from 'vitest'
import { createAuction, createBid } from '../../../test/auctions.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { momentsAt, signalsBetween } from './signal-moments.ts'

const END = Date.parse('2026-11-20T20:00:00Z')
const S = 1_000

function tracked(
  bid: Parameters<typeof createBid>[0],
  auction: Parameters<typeof createAuction>[0] = {},
): TrackedAuction {
  return {
    auction: createAuction({ endsOn: END, currentBid: 10, minimumBid: 11, lastCheckedAt: END - 3 * S, ...auction }),
    bid: createBid({ maxBid: 20, secondsBeforeEnd: 5, fireAt: END - 5 * S, ...bid }),
  }
}

/** What is heard from one state of an auction to the next. */
function heard(...states: readonly [number, TrackedAuction][]) {
  const moments = states.map(([beforeEndS, each]) => momentsAt([each], END - beforeEndS * S))
  return moments.slice(1).map((after, index) => signalsBetween(moments[index] ?? new Map(), after))
}

const armed = tracked({ phase: 'armed' })
const executed = { status: 'executed', phase: 'sent', executedAt: END - 4 * S } as const

test('A bid that is locked in, sent, accepted and won is heard once at each step', () => {
  const steps = heard(
    [50, armed],
    [10, armed],
    [6, tracked({ phase: 'locked_in' })],
    [5, tracked({ phase: 'sent' })],
    [4, tracked(executed)],
    [1, tracked(executed)],
    [-3, tracked({ status: 'won', phase: 'settled', outcome: 'won' })],
  )
  expect(steps).toEqual([[], ['step'], ['step'], ['good'], [], ['good']])
})

test('A price that passes the maximum in the last minute is heard, before the bid is sent and after', () => {
  const passed = { currentBid: 25, minimumBid: 26 }
  expect(heard([30, armed], [29, tracked({ phase: 'armed' }, passed)])).toEqual([['bad']])
  expect(heard([4, tracked(executed)], [2, tracked(executed, passed)])).toEqual([['bad']])
  expect(heard([3, tracked(executed)], [-2, tracked({ status: 'lost', outcome: 'lost' })])).toEqual([['bad']])
})

test('Nothing is heard of an auction outside its last minute, without a bid, or seen for the first time', () => {
  const passed = tracked({}, { currentBid: 25, minimumBid: 26 })
  expect(heard([900, armed], [899, passed])).toEqual([[]])
  expect(heard([900, armed], [59, passed])).toEqual([[]])
  expect(momentsAt([{ ...armed, bid: null }], END - 30 * S).size).toBe(0)
})
