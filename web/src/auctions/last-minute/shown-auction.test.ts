import { expect, test } from 'vitest'
import { createAuction, createBid } from '../../../test/auctions.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { nextShownChange, shownAt } from './shown-auction.ts'
import { stationsOf } from './stations.ts'

const END = Date.parse('2026-11-20T20:00:00Z')
const S = 1_000

function tracked(id: number, endsOn: number, bid: Parameters<typeof createBid>[0] | null = {}): TrackedAuction {
  const scheduled = bid && createBid({ id, trackedAuctionId: id, secondsBeforeEnd: 7, fireAt: endsOn - 7 * S, ...bid })
  return { auction: createAuction({ id, endsOn, lastCheckedAt: endsOn - 20 * S }), bid: scheduled }
}

const shownIdAt = (auctions: readonly TrackedAuction[], now: number) => shownAt(auctions, now)?.tracked.auction.id

test('An auction with a bid is in the last minute from a minute before its end until 15 s after its result', () => {
  const pending = [tracked(1, END)]
  expect(nextShownChange(pending, END - 90 * S)).toBe(END - 60 * S)
  expect(shownIdAt(pending, END - 61 * S)).toBeUndefined()
  expect(shownIdAt(pending, END - 60 * S)).toBe(1)
  expect(shownIdAt(pending, END + 30 * S)).toBe(1)

  const won = [tracked(1, END, { status: 'won', phase: 'settled', outcome: 'won', updatedAt: END + 3 * S })]
  expect(shownIdAt(won, END + 17 * S)).toBe(1)
  expect(nextShownChange(won, END + 17 * S)).toBe(END + 18 * S)
  expect(shownIdAt(won, END + 18 * S)).toBeUndefined()
  expect(nextShownChange(won, END + 18 * S)).toBeNull()
})

test('An auction whose bid was outbid stays in the last minute until its close, so that its owner can bid again', () => {
  const outbid = { status: 'outbid', phase: 'settled', updatedAt: END - 46 * S } as const
  for (const outcome of ['price_past_maximum', 'outbid_on_arrival'] as const) {
    const auctions = [tracked(1, END, { ...outbid, outcome })]
    expect(shownIdAt(auctions, END - 1)).toBe(1)
    expect(shownIdAt(auctions, END)).toBeUndefined()
  }
})

test('An auction without a bid, with a cancelled bid, or whose bid failed before is never in the last minute', () => {
  const failed = { status: 'failed', phase: 'settled', outcome: 'login_refused', updatedAt: END - 900 * S } as const
  const cancelled = { status: 'cancelled', phase: 'settled', outcome: 'cancelled' } as const
  const auctions = [tracked(1, END, null), tracked(2, END, cancelled), tracked(3, END, failed)]
  for (const now of [END - 30 * S, END + 5 * S]) expect(shownAt(auctions, now)).toBeNull()
})

test('Of several auctions, the next to end is shown with the number of the others', () => {
  const auctions = [tracked(1, END + 20 * S), tracked(2, END), tracked(3, END + 10 * S), tracked(4, END + 900 * S)]
  expect(shownAt(auctions, END - 10 * S)).toMatchObject({ tracked: { auction: { id: 2 } }, others: 2 })
  expect(shownAt(auctions, END)).toMatchObject({ tracked: { auction: { id: 3 } }, others: 1 })
  expect(shownAt(auctions, END + 20 * S)).toMatchObject({ tracked: { auction: { id: 1 } }, others: 0 })
})

test('A site that does not show the result keeps an auction in the last minute for two minutes only', () => {
  const checking = [tracked(1, END, { phase: 'checking' })]
  expect(shownIdAt(checking, END + 119 * S)).toBe(1)
  expect(shownIdAt(checking, END + 120 * S)).toBeUndefined()
})

const names = (given: TrackedAuction, over = false) =>
  stationsOf(given, over)?.map(({ name, state }) => `${state}: ${name}`)

test('The stations fill as the bid is locked in, sent, accepted and won', () => {
  expect(names(tracked(1, END))).toEqual([
    'current: Locks in at 0:08',
    'ahead: Sent at 0:07.0',
    'ahead: Accepted',
    'ahead: Result',
  ])
  expect(names(tracked(1, END, { phase: 'locked_in' }))?.slice(0, 2)).toEqual([
    'done: Locked in 0:08',
    'current: Sent at 0:07.0',
  ])
  expect(names(tracked(1, END, { phase: 'sent' }))?.slice(1)).toEqual([
    'done: Sent 0:07.0',
    'current: Accepted',
    'ahead: Result',
  ])
  const executed = { status: 'executed', phase: 'sent', executedAt: END - 6 * S } as const
  expect(names(tracked(1, END, executed))?.slice(2)).toEqual(['done: Accepted', 'ahead: Result'])
  expect(names(tracked(1, END, executed), true)?.at(-1)).toBe('current: Checking the result')
  expect(names(tracked(1, END, { ...executed, ledAtClose: true }), true)?.at(-1)).toBe('current: Confirming')
  expect(names(tracked(1, END, { status: 'won', phase: 'settled', outcome: 'won', finalPrice: 9.99 }), true)).toEqual([
    'done: Locked in 0:08',
    'done: Sent 0:07.0',
    'done: Accepted',
    'done: Won for $9.99',
  ])
})

test('A price above the maximum that was read after the site accepted the bid makes it outbid at its station', () => {
  const executed = tracked(1, END, { status: 'executed', phase: 'sent', executedAt: END - 6 * S, maxBid: 20 })
  const read = (currentBid: number): TrackedAuction => ({
    ...executed,
    auction: { ...executed.auction, currentBid, lastCheckedAt: END - 3 * S },
  })
  expect(names(read(9.99))?.[2]).toBe('done: Accepted')
  expect(names(read(21))?.[2]).toBe('outbid: Outbid at $21.00')
})

test('A bid that is outbid, lost or unclear says so at its station, and one that was not placed has no stations', () => {
  expect(names(tracked(1, END, { phase: 'checking' }))?.[2]).toBe('current: Result unknown, checking')
  const outbid = { status: 'outbid', phase: 'settled', outcome: 'outbid_on_arrival' } as const
  expect(names(tracked(1, END, outbid))?.at(-1)).toBe('outbid: Outbid')
  expect(names(tracked(1, END, outbid), true)?.at(-1)).toBe('failed: Outbid')
  const lost = { status: 'lost', phase: 'settled', outcome: 'lost', finalPrice: 26 } as const
  expect(names(tracked(1, END, lost))?.at(-1)).toBe('failed: Lost at $26.00')
  for (const outcome of ['price_past_maximum', 'own_maximum'] as const) {
    expect(names(tracked(1, END, { status: 'outbid', phase: 'settled', outcome }))).toBeUndefined()
  }
  expect(names(tracked(1, END, { status: 'failed', phase: 'settled', outcome: 'site_down' }))).toBeUndefined()
})

test('A paused bid has no stations, because it is not sent', () => {
  expect(stationsOf(tracked(1, END, { phase: 'waiting' }), false)).toHaveLength(4)
  expect(stationsOf(tracked(1, END, { phase: 'paused' }), false)).toBeNull()
})
