import { api, auctionDay, type Period, PERIODS, spanOf } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'

let bidding: Bidding

beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const NOON = Date.parse('2030-05-20T19:00:00Z')
const HOUR = 3_600_000

/** A tracked auction whose listing ends at an instant. */
async function auctionEnding(person: Person, endsAt: number) {
  const { auctionId } = bidding.listItem({ startingPrice: 10 })
  await bidding.track(person, auctionId)
  await bidding.db
    .updateTable('listings')
    .set({ ends_at: new Date(endsAt), last_checked_at: new Date(Date.UTC(2040, 0)) })
    .where('auction_id', '=', auctionId)
    .execute()
  return auctionId
}

test('After 1,000 random operations, what a day, a week and a month may cost is what their bids may cost', async () => {
  const person = await bidding.bidder()
  const limits = { day: 150, week: 400, month: 900 }
  await bidding.api.call(api.changeProfile, {
    token: person.token,
    body: { day_limit: limits.day, week_limit: limits.week, month_limit: limits.month },
  })
  let state = 20
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
  const standing = new Map<string, { id: number; day: string; max: number }>()
  const auctions = []
  for (let index = 0; index < 40; index++) {
    const endsAt = NOON + Math.floor(random() * 50) * 24 * HOUR
    auctions.push({ auctionId: await auctionEnding(person, endsAt), day: auctionDay(endsAt) })
  }
  const sumOf = (period: Period, day: string, except: string) => {
    const { first, last } = spanOf(period, day)
    return [...standing]
      .filter(([auctionId, bid]) => auctionId !== except && first <= bid.day && bid.day <= last)
      .reduce((sum, [, bid]) => sum + bid.max, 0)
  }
  for (let turn = 0; turn < 1_000; turn++) {
    const { auctionId, day } = auctions[Math.floor(random() * auctions.length)]!
    const bid = standing.get(auctionId)
    if (bid && random() < 0.4) {
      await bidding.api.call(api.cancelBid, { token: person.token, params: { id: bid.id } })
      standing.delete(auctionId)
      continue
    }
    const max = 11 + Math.floor(random() * 120)
    const fits =
      max <= (bid?.max ?? 0) || PERIODS.every((period) => sumOf(period, day, auctionId) + max <= limits[period])
    const { status, body } = await bidding.schedule(person, auctionId, max)
    expect([turn, status]).toEqual([turn, fits ? 200 : 422])
    if (fits) standing.set(auctionId, { id: body.data.bid.id, day, max })
  }
  const { days } = (await bidding.api.call(api.readExposure, { token: person.token })).body.data
  const expected = Object.groupBy(standing.values(), ({ day }) => day)
  expect(Object.fromEntries(days.map(({ day, spoken_for }) => [day, spoken_for]))).toEqual(
    Object.fromEntries(
      Object.entries(expected).map(([day, bids]) => [day, bids!.reduce((sum, { max }) => sum + max, 0)]),
    ),
  )
}, 300_000)
