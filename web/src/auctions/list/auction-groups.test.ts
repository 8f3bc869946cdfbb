import { expect, test } from 'vitest'
import { createBid, createAuction, createWin } from '../../../test/auctions.ts'
import { timesIn } from '../../time/zoned-times.ts'
import { nextTransition, viewOf } from '../tracked/auction-view.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { countByFilter } from './auction-filters.ts'
import { countMoved, type Group, groupAuctions, isSameList, keepOrder } from './auction-groups.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const H = 3_600_000
const UTC = timesIn('UTC')
const tracked = (id: number, endsInMs: number, bid: Parameters<typeof createBid>[0] | null = null): TrackedAuction => ({
  auction: createAuction({ id, endsOn: NOW + endsInMs, title: `Lamp no. ${id}`, currentBid: id, minimumBid: id + 1 }),
  bid: bid && createBid({ trackedAuctionId: id, ...bid }),
})
const labelled = (id: number, endsInMs: number, labels: string[]): TrackedAuction => {
  const { auction, bid } = tracked(id, endsInMs)
  return { auction: { ...auction, labels, note: `Note ${id}` }, bid }
}
const VIEW = { filter: 'all', sort: 'ends_soonest', search: '', label: null } as const

test('Auctions are grouped by their end, and the soonest end comes first', () => {
  const auctions = [tracked(1, 5 * H), tracked(2, H / 2), tracked(3, -H), tracked(4, -2 * H), tracked(5, H / 4)]
  expect(groupAuctions(auctions, VIEW, NOW, UTC)).toEqual([
    { id: 'soon', ids: [5, 2] },
    { id: 'later', ids: [1] },
    { id: 'ended_today', ids: [3, 4] },
  ])
})

test('An auction that has just ended keeps its place, with its result, for two minutes', () => {
  const auctions = [tracked(1, H / 2), tracked(2, -119_000), tracked(3, -121_000)]
  expect(groupAuctions(auctions, VIEW, NOW, UTC)).toEqual([
    { id: 'soon', ids: [2, 1] },
    { id: 'ended_today', ids: [3] },
  ])
  expect(nextTransition(auctions, NOW)).toBe(NOW + 1_000)
})

test('An auction that ended before today is listed under the filter for ended ones, and a failed bid always', () => {
  const auctions = [tracked(1, -30 * H), tracked(2, -30 * H, { status: 'failed' })]
  expect(groupAuctions(auctions, VIEW, NOW, UTC)).toEqual([{ id: 'ended_earlier', ids: [2] }])
  expect(groupAuctions(auctions, { ...VIEW, filter: 'ended' }, NOW, UTC)).toEqual([
    { id: 'ended_earlier', ids: [2, 1] },
  ])
})

test('Each filter lists the auctions in its state', () => {
  const auctions = [
    tracked(1, H),
    tracked(2, H, {}),
    tracked(3, H, { maxBid: 1 }),
    tracked(4, -H),
    tracked(5, H, { status: 'failed' }),
    tracked(6, H, { maxBid: 100, phase: 'paused' }),
    { ...tracked(7, H, { maxBid: 100 }), loginStop: 'refused' } as const,
  ]
  const shown = (filter: Parameters<typeof groupAuctions>[1]['filter']) =>
    groupAuctions(auctions, { ...VIEW, filter }, NOW, UTC).flatMap((group) => group.ids)
  expect(shown('needs_you')).toEqual([3, 6, 7])
  expect(shown('armed')).toEqual([2])
  expect(shown('no_bid')).toEqual([1, 5])
  expect(shown('ended')).toEqual([4])
  expect(shown('all')).toEqual([1, 2, 3, 5, 6, 7, 4])
  const counts = countByFilter(auctions.map((one) => viewOf(one, NOW)))
  expect(counts).toEqual({ needs_you: 3, all: 7, armed: 1, no_bid: 2, to_pay: 0, won: 0, ended: 1 })
})

test('What is to be paid stays listed whenever it ended, and has a filter of its own', () => {
  const won = { status: 'won', phase: 'settled', outcome: 'won' } as const
  const auctions = [
    { ...tracked(1, -30 * H, won), win: createWin({ tracked_auction_id: 1 }) },
    { ...tracked(2, -30 * H, won), win: createWin({ tracked_auction_id: 2, state: 'paid', is_owed: false }) },
    tracked(3, -30 * H, won),
    tracked(4, H),
  ]
  const shown = (filter: Parameters<typeof groupAuctions>[1]['filter']) =>
    groupAuctions(auctions, { ...VIEW, filter }, NOW, UTC).flatMap((group) => group.ids)
  expect(shown('all')).toEqual([4, 1])
  expect(shown('to_pay')).toEqual([1])
  expect(shown('won')).toEqual([3, 2, 1])
  expect(countByFilter(auctions.map((one) => viewOf(one, NOW)))).toMatchObject({ to_pay: 1, won: 3 })
})

test('A search finds titles that contain its words in any order', () => {
  const shown = groupAuctions([tracked(1, H), tracked(2, H)], { ...VIEW, search: '2 LAMP' }, NOW, UTC)
  expect(shown).toEqual([{ id: 'soon', ids: [2] }])
})

test('Auctions are sorted by price in both directions', () => {
  const auctions = [tracked(2, 2 * H), tracked(9, 3 * H), tracked(4, 4 * H)]
  expect(groupAuctions(auctions, { ...VIEW, sort: 'price_high' }, NOW, UTC)[0]?.ids).toEqual([9, 4, 2])
  expect(groupAuctions(auctions, { ...VIEW, sort: 'price_low' }, NOW, UTC)[0]?.ids).toEqual([2, 4, 9])
})

test('Of the auctions with a label, those that ended before today are listed as well', () => {
  const auctions = [labelled(1, H, ['Gift']), labelled(2, -30 * H, ['Resale', 'GIFT']), labelled(3, H, ['Gifts'])]
  expect(groupAuctions(auctions, { ...VIEW, label: 'gift' }, NOW, UTC)).toEqual([
    { id: 'soon', ids: [1] },
    { id: 'ended_earlier', ids: [2] },
  ])
  expect(groupAuctions(auctions, { ...VIEW, search: 'note 3 gift' }, NOW, UTC)).toEqual([{ id: 'soon', ids: [3] }])
})

const before: Group[] = [
  { id: 'soon', ids: [1, 2, 3] },
  { id: 'later', ids: [4, 5] },
]

test('A list in use keeps its order, has new auctions where they belong, and drops removed ones', () => {
  const latest: Group[] = [
    { id: 'soon', ids: [3, 1, 6] },
    { id: 'later', ids: [5] },
    { id: 'ended_today', ids: [2] },
  ]
  expect(keepOrder(before, latest)).toEqual([
    { id: 'soon', ids: [1, 6, 2, 3] },
    { id: 'later', ids: [5] },
  ])
})

test('Only the auction that goes from the end to the front counts as moved', () => {
  expect(countMoved(before, [{ id: 'soon', ids: [3, 1, 2] }, before[1]!])).toBe(1)
})

test('An auction that only changes its heading counts as moved', () => {
  expect(
    countMoved(before, [
      { id: 'soon', ids: [1, 2] },
      { id: 'later', ids: [3, 4, 5] },
    ]),
  ).toBe(1)
  expect(countMoved(before, before)).toBe(0)
})

test('Two lists are the same with the same auctions in the same order under the same headings', () => {
  const list: Group[] = [
    { id: 'soon', ids: [5, 2] },
    { id: 'later', ids: [1] },
  ]
  expect(isSameList(list, structuredClone(list))).toBe(true)
  expect(isSameList(list, [{ id: 'soon', ids: [2, 5] }, list[1] as Group])).toBe(false)
  expect(isSameList(list, list.slice(0, 1))).toBe(false)
  expect(isSameList(list.slice(0, 1), list)).toBe(false)
  expect(
    isSameList(list, [
      { id: 'soon', ids: [5] },
      { id: 'later', ids: [2, 1] },
    ]),
  ).toBe(false)
  expect(
    isSameList(list, [
      { id: 'ended_today', ids: [5, 2] },
      { id: 'later', ids: [1] },
    ]),
  ).toBe(false)
})
