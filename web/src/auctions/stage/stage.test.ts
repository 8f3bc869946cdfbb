import { expect, test } from 'vitest'
import { createAuction, createBid } from '../../../test/lots.ts'
import type { Lot } from '../lot/lot.ts'
import { nextStageChange, stageAt } from './stage.ts'
import { stationsOf } from './stations.ts'

const END = Date.parse('2026-11-20T20:00:00Z')
const S = 1_000

function lot(id: number, endsOn: number, bid: Parameters<typeof createBid>[0] | null = {}): Lot {
  const scheduled = bid && createBid({ id, trackedAuctionId: id, secondsBeforeEnd: 7, fireAt: endsOn - 7 * S, ...bid })
  return { auction: createAuction({ id, endsOn, lastCheckedAt: endsOn - 20 * S }), bid: scheduled }
}

const shownAt = (lots: readonly Lot[], now: number) => stageAt(lots, now)?.lot.auction.id

test('A lot with a bid is on the stage from a minute before its end until 15 s after its result', () => {
  const pending = [lot(1, END)]
  expect(nextStageChange(pending, END - 90 * S)).toBe(END - 60 * S)
  expect(shownAt(pending, END - 61 * S)).toBeUndefined()
  expect(shownAt(pending, END - 60 * S)).toBe(1)
  expect(shownAt(pending, END + 30 * S)).toBe(1)

  const won = [lot(1, END, { status: 'won', stage: 'settled', outcome: 'won', updatedAt: END + 3 * S })]
  expect(shownAt(won, END + 17 * S)).toBe(1)
  expect(nextStageChange(won, END + 17 * S)).toBe(END + 18 * S)
  expect(shownAt(won, END + 18 * S)).toBeUndefined()
  expect(nextStageChange(won, END + 18 * S)).toBeNull()
})

test('A lot whose bid was outbid stays on the stage until its close, so that its owner can bid again', () => {
  const outbid = { status: 'outbid', stage: 'settled', updatedAt: END - 46 * S } as const
  for (const outcome of ['price_past_maximum', 'outbid_on_arrival'] as const) {
    const lots = [lot(1, END, { ...outbid, outcome })]
    expect(shownAt(lots, END - 1)).toBe(1)
    expect(shownAt(lots, END)).toBeUndefined()
  }
})

test('A lot without a bid, with a cancelled bid, or whose bid failed before is never on the stage', () => {
  const failed = { status: 'failed', stage: 'settled', outcome: 'login_refused', updatedAt: END - 900 * S } as const
  const cancelled = { status: 'cancelled', stage: 'settled', outcome: 'cancelled' } as const
  const lots = [lot(1, END, null), lot(2, END, cancelled), lot(3, END, failed)]
  for (const now of [END - 30 * S, END + 5 * S]) expect(stageAt(lots, now)).toBeNull()
})

test('Of several lots, the next to end is shown with the number of the others', () => {
  const lots = [lot(1, END + 20 * S), lot(2, END), lot(3, END + 10 * S), lot(4, END + 900 * S)]
  expect(stageAt(lots, END - 10 * S)).toMatchObject({ lot: { auction: { id: 2 } }, others: 2 })
  expect(stageAt(lots, END)).toMatchObject({ lot: { auction: { id: 3 } }, others: 1 })
  expect(stageAt(lots, END + 20 * S)).toMatchObject({ lot: { auction: { id: 1 } }, others: 0 })
})

test('A site that does not show the result keeps a lot on the stage for two minutes only', () => {
  const checking = [lot(1, END, { stage: 'checking' })]
  expect(shownAt(checking, END + 119 * S)).toBe(1)
  expect(shownAt(checking, END + 120 * S)).toBeUndefined()
})

const names = (given: Lot, over = false) => stationsOf(given, over)?.map(({ name, state }) => `${state}: ${name}`)

test('The stations fill as the bid is locked in, sent, accepted and won', () => {
  expect(names(lot(1, END))).toEqual([
    'current: Locks in at 0:08',
    'ahead: Sent at 0:07.0',
    'ahead: Accepted',
    'ahead: Result',
  ])
  expect(names(lot(1, END, { stage: 'locked_in' }))?.slice(0, 2)).toEqual([
    'done: Locked in 0:08',
    'current: Sent at 0:07.0',
  ])
  expect(names(lot(1, END, { stage: 'sent' }))?.slice(1)).toEqual([
    'done: Sent 0:07.0',
    'current: Accepted',
    'ahead: Result',
  ])
  const executed = { status: 'executed', stage: 'sent', executedAt: END - 6 * S } as const
  expect(names(lot(1, END, executed))?.slice(2)).toEqual(['done: Accepted, you lead', 'ahead: Result'])
  expect(names(lot(1, END, executed), true)?.at(-1)).toBe('current: Checking the result')
  expect(names(lot(1, END, { ...executed, ledAtClose: true }), true)?.at(-1)).toBe('current: Confirming')
  expect(names(lot(1, END, { status: 'won', stage: 'settled', outcome: 'won', finalPrice: 9.99 }), true)).toEqual([
    'done: Locked in 0:08',
    'done: Sent 0:07.0',
    'done: Accepted',
    'done: Won for $9.99',
  ])
})

test('The price that is led at is one that was read after the site accepted the bid', () => {
  const executed = lot(1, END, { status: 'executed', stage: 'sent', executedAt: END - 6 * S, maxBid: 20 })
  const read = (currentBid: number): Lot => ({
    ...executed,
    auction: { ...executed.auction, currentBid, lastCheckedAt: END - 3 * S },
  })
  expect(names(read(9.99))?.[2]).toBe('done: Accepted, you lead at $9.99')
  expect(names(read(21))?.[2]).toBe('outbid: Outbid at $21.00')
})

test('A bid that is outbid, lost or unclear says so at its station, and one that was not placed has no stations', () => {
  expect(names(lot(1, END, { stage: 'checking' }))?.[2]).toBe('current: Result unknown, checking')
  const outbid = { status: 'outbid', stage: 'settled', outcome: 'outbid_on_arrival' } as const
  expect(names(lot(1, END, outbid))?.at(-1)).toBe('outbid: Outbid')
  expect(names(lot(1, END, outbid), true)?.at(-1)).toBe('failed: Outbid')
  const lost = { status: 'lost', stage: 'settled', outcome: 'lost', finalPrice: 26 } as const
  expect(names(lot(1, END, lost))?.at(-1)).toBe('failed: Lost at $26.00')
  for (const outcome of ['price_past_maximum', 'own_maximum'] as const) {
    expect(names(lot(1, END, { status: 'outbid', stage: 'settled', outcome }))).toBeUndefined()
  }
  expect(names(lot(1, END, { status: 'failed', stage: 'settled', outcome: 'site_down' }))).toBeUndefined()
})
