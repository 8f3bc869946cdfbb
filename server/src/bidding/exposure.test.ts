import { api, auctionDay, formatDay, messages } from '@bidwell/contract'
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

async function aBidderWith(limit: number | null) {
  const person = await bidding.bidder()
  await setLimit(person, limit)
  return person
}

const setLimit = ({ token }: Person, day_limit: unknown) =>
  bidding.api.call(api.changeProfile, { token, body: { day_limit } })
const useOf = async ({ token }: Person) => (await bidding.api.call(api.readExposure, { token })).body.data

async function bidOn(person: Person, dollars: number, endsAt = NOON) {
  const auctionId = await bidding.trackEnding(person, endsAt)
  const { status, body, failure } = await bidding.schedule(person, auctionId, dollars)
  expect([status, failure.message]).toEqual([200, undefined])
  return { auctionId, id: body.data.bid.id }
}

test('A bid that takes the day over its limit is refused with the sum, the limit and a remedy', async () => {
  const person = await aBidderWith(100)
  await bidOn(person, 60)
  const auctionId = await bidding.trackEnding(person, NOON)
  const { status, failure } = await bidding.schedule(person, auctionId, 40.01)
  expect([status, failure.code, failure.details?.[0]?.path]).toEqual([422, 'day_limit_reached', 'maxBid'])
  expect(failure.message).toBe(
    messages.bidRefusal.overLimit({
      period: 'day',
      first: '2030-05-20',
      total: '$100.01',
      limit: '$100.00',
      committed: '$60.00',
      left: '$40.00',
    }),
  )
  expect((await bidding.schedule(person, auctionId, 40)).status).toBe(200)
  const full = await bidding.schedule(person, await bidding.trackEnding(person, NOON), 10)
  expect(full.failure.message).toContain('Cancel another bid')
})

test('Days are counted in the time zone of the site', async () => {
  const person = await aBidderWith(100)
  const lateThere = Date.parse('2030-05-21T06:59:59Z')
  await bidOn(person, 60)
  const late = await bidding.schedule(person, await bidding.trackEnding(person, lateThere), 60)
  expect(late.failure.code).toBe('day_limit_reached')
  await bidOn(person, 60, lateThere + 1_000)
  const { days } = await useOf(person)
  expect(days).toEqual([
    { day: '2030-05-20', spoken_for: 60, bids: 1 },
    { day: '2030-05-21', spoken_for: 60, bids: 1 },
  ])
})

test('Of concurrent bids of which only one is within the limit, exactly one is accepted', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await aBidderWith(100)
    const auctions = await Promise.all([
      bidding.trackEnding(person, NOON),
      bidding.trackEnding(person, NOON),
      bidding.trackEnding(person, NOON),
    ])
    const answers = await Promise.all(auctions.map((auctionId) => bidding.schedule(person, auctionId, 60)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  }
})

test('Raising one bid and scheduling another at the same time cannot together pass the limit', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await aBidderWith(100)
    const { id } = await bidOn(person, 50)
    const auctionId = await bidding.trackEnding(person, NOON)
    const raise = { token: person.token, params: { id }, body: { maxBid: 90, confirmMaxBid: 90 } }
    const [raised, scheduled] = await Promise.all([
      bidding.api.call(api.changeBid, raise),
      bidding.schedule(person, auctionId, 40),
    ])
    expect([raised.status, scheduled.status].toSorted((a, b) => a - b)).toEqual([200, 422])
    expect((await useOf(person)).days.at(-1)!.spoken_for).toBeLessThanOrEqual(100)
  }
})

test('A bid that is raised is held against the other bids of its own day, and against no other day', async () => {
  const person = await aBidderWith(100)
  const [raised, other] = [await bidOn(person, 30), await bidOn(person, 60)]
  const nextDay = await bidOn(person, 90, NOON + 24 * HOUR)
  const raise = ({ id }: { id: number }, maxBid: number) =>
    bidding.api.call(api.changeBid, { token: person.token, params: { id }, body: { maxBid, confirmMaxBid: maxBid } })
  const { status, failure } = await raise(raised, 40.01)
  expect([status, failure.code]).toEqual([422, 'day_limit_reached'])
  expect((await raise(raised, 40)).status).toBe(200)
  expect((await raise(nextDay, 100)).status).toBe(200)
  expect((await raise(other, 61)).failure.code).toBe('day_limit_reached')
})

test('Cancelled and lost bids do not count against the limit, and won bids count with their price', async () => {
  const person = await aBidderWith(100)
  const [cancelled, lost, won] = [await bidOn(person, 30), await bidOn(person, 30), await bidOn(person, 40)]
  await bidding.api.call(api.cancelBid, { token: person.token, params: { id: cancelled.id } })
  const settle = (id: number, status: 'lost' | 'won', final_price_cents: number) =>
    bidding.db.updateTable('bids').set({ status, final_price_cents }).where('id', '=', id).execute()
  await settle(lost.id, 'lost', 3_100)
  await settle(won.id, 'won', 2_500)
  expect((await useOf(person)).days.at(-1)).toEqual({ day: '2030-05-20', spoken_for: 25, bids: 1 })
  await bidOn(person, 75)
})

test('A bid above a limit that was set later stays, and can be lowered or retimed but not raised', async () => {
  const person = await aBidderWith(null)
  const { id } = await bidOn(person, 90)
  await setLimit(person, 50)
  const change = (body: object) => bidding.api.call(api.changeBid, { token: person.token, params: { id }, body })
  expect((await change({ maxBid: 95, confirmMaxBid: 95 })).failure.code).toBe('day_limit_reached')
  expect((await change({ secondsBeforeEnd: 9 })).status).toBe(200)
  expect((await change({ maxBid: 70, confirmMaxBid: 70 })).status).toBe(200)
  expect(await useOf(person)).toMatchObject({ limits: { day: 50 }, days: [{ spoken_for: 70 }] })
})

test('A bid whose auction moves to another day stays, and counts on the new day', async () => {
  const person = await aBidderWith(100)
  await bidOn(person, 60, NOON + 24 * HOUR)
  const { auctionId } = await bidOn(person, 60)
  await bidding.db
    .updateTable('listings')
    .set({ ends_at: new Date(NOON + 24 * HOUR) })
    .where('auction_id', '=', auctionId)
    .execute()
  expect((await useOf(person)).days).toEqual([{ day: '2030-05-21', spoken_for: 120, bids: 2 }])
  const { failure } = await bidding.schedule(person, await bidding.trackEnding(person, NOON + 24 * HOUR), 10)
  expect(failure.code).toBe('day_limit_reached')
})

test('A pending bid on an item that the site misses counts on the announced day, since the item may be back', async () => {
  const [person, bystander] = [await aBidderWith(100), await aBidderWith(100)]
  for (const each of [person, bystander]) await bidOn(each, 100)
  const missing = await bidOn(person, 90, NOON + 96 * HOUR)
  const ended = await bidOn(bystander, 90, NOON + 96 * HOUR)
  await bidding.db
    .updateTable('listings')
    .set({ closed_at: new Date(NOON), closed_reason: 'withdrawn' })
    .where('auction_id', '=', missing.auctionId)
    .execute()
  // A seller's early end moves the end itself.
  await bidding.db
    .updateTable('listings')
    .set({ ends_at: new Date(NOON + 24 * HOUR), closed_at: new Date(NOON + 24 * HOUR), closed_reason: 'ended_early' })
    .where('auction_id', '=', ended.auctionId)
    .execute()
  expect((await useOf(person)).days.at(-1)).toEqual({ day: '2030-05-24', spoken_for: 90, bids: 1 })
  const { failure } = await bidding.schedule(person, await bidding.trackEnding(person, NOON + 96 * HOUR), 11)
  expect(failure.code).toBe('day_limit_reached')
  expect((await useOf(bystander)).days.at(-1)).toEqual({ day: '2030-05-21', spoken_for: 90, bids: 1 })
  await bidOn(bystander, 100, NOON + 96 * HOUR)
})

test.each([0, -5, 0.001, 10.005, 1_000_000.01, 1e21])(
  'A limit of %d is refused with the name of the field',
  async (limit) => {
    const { status, failure } = await setLimit(await aBidderWith(null), limit)
    expect([status, failure.message, failure.details?.[0]?.path]).toEqual([
      422,
      messages.account.limitInvalid,
      'day_limit',
    ])
  },
)

test('Without a limit no bid is refused', async () => {
  const person = await aBidderWith(100)
  await setLimit(person, null)
  await bidOn(person, 5_000)
  expect((await useOf(person)).limits).toEqual({ day: null, week: null, month: null })
})

// May 20, 2030 is a Monday.
test.each([
  { period: 'week', name: 'the week of May 20', inside: NOON + 6 * 24 * HOUR, outside: NOON - 24 * HOUR },
  { period: 'month', name: 'May', inside: NOON - 19 * 24 * HOUR, outside: NOON + 12 * 24 * HOUR },
] as const)(
  'A $period limit holds for all bids of the $period, and for no others',
  async ({ period, name, inside, outside }) => {
    const person = await bidding.bidder()
    const limit = { [`${period}_limit`]: 100 }
    await bidding.api.call(api.changeProfile, { token: person.token, body: limit })
    await bidOn(person, 60)
    const { status, failure } = await bidding.schedule(person, await bidding.trackEnding(person, inside), 40.01)
    expect([status, failure.code]).toEqual([422, `${period}_limit_reached`])
    expect(failure.message).toContain(`your bids for ${name} (Pacific time) could come to $100.01`)
    await bidOn(person, 40, inside)
    await bidOn(person, 90, outside)
  },
)

test('After 20 schedules at once at a limit, the bids are within it', async () => {
  const person = await bidding.bidder()
  await bidding.api.call(api.changeProfile, { token: person.token, body: { week_limit: 100, month_limit: 500 } })
  const auctions = []
  for (let index = 0; index < 20; index++)
    auctions.push(await bidding.trackEnding(person, NOON + (index % 7) * 24 * HOUR))
  const answers = await Promise.all(auctions.map((auctionId) => bidding.schedule(person, auctionId, 15)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(14)
})

test('A day is shown as its month and date', () => {
  expect([auctionDay(NOON), formatDay('2030-05-20')]).toEqual(['2030-05-20', 'May 20'])
})
