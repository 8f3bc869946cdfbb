import { api } from '@bidwell/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { refreshDueListings } from './listings/refresh-due-listings.ts'

const DAY_S = 86_400
const MINUTE_MS = 60_000
const DAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => (day + 1) * DAY_S)
/** A quarter of a read in four seconds is an account's share: five reads at once, and then one each 16 seconds. */
const SHARE_INTERVAL_MS = 16_000

let bidding: Bidding
let ann: Person

beforeEach(async () => {
  bidding = await startBidding({ readsPerSecond: 0.25 })
  ann = await bidding.bidder()
})
afterEach(() => bidding[Symbol.asyncDispose]())

const ask = ({ token }: Person, id?: number) =>
  bidding.api.call(api.requestPrices, { token, body: id === undefined ? {} : { id } })
const fillBudgets = async () => {
  await bidding.db.deleteFrom('read_budgets').execute()
  await bidding.db.deleteFrom('read_shares').execute()
}

/** Tracks an auction for each end. The budget is full again afterwards. */
async function tracked(person: Person, ends: readonly number[]) {
  const auctions = []
  for (const endsInSeconds of ends) {
    const { auctionId } = bidding.listItem({ endsInSeconds })
    auctions.push({ auctionId, id: (await bidding.track(person, auctionId)).id })
    await fillBudgets()
  }
  return auctions
}

const ageAllPrices = () =>
  bidding.db
    .updateTable('listings')
    .set({ last_checked_at: new Date(0) })
    .execute()

/** In how many ms each auction is due, on one clock. */
async function dueIn(auctions: readonly { auctionId: string }[]) {
  const rows = await bidding.db.selectFrom('listings').select(['auction_id', 'next_check_at']).execute()
  const dueAt = new Map(rows.map((row) => [row.auction_id, row.next_check_at?.getTime() ?? Infinity]))
  return auctions.map(({ auctionId }) => (dueAt.get(auctionId) ?? Infinity) - bidding.ctx.clock.now())
}

test('Old prices of all open auctions become due nearest end first, as fast as the share of the account allows', async () => {
  const latestFirst = await tracked(ann, DAYS.toReversed())
  const auctions = latestFirst.toReversed()
  await ageAllPrices()
  const { body } = await ask(ann)
  expect(body.data.ids).toEqual(auctions.map(({ id }) => id))
  expect(body.data.within_ms).toBe(2 * SHARE_INTERVAL_MS)

  const delays = await dueIn(auctions)
  expect(delays.slice(0, 5).every((ms) => ms <= 0)).toBe(true)
  expect(delays[6]! - delays[5]!).toBe(SHARE_INTERVAL_MS)
  const reads = await refreshDueListings(bidding.ctx, 100, neverAborted)
  expect(await Promise.allSettled(reads)).toHaveLength(5)
  expect((await ask(ann)).body.data.ids).toEqual(auctions.slice(5).map(({ id }) => id))
})

test('An auction whose price is current, one that has ended, and one of another user stay as they are', async () => {
  const bea = await bidding.bidder()
  const [old, current, ended] = await tracked(ann, DAYS.slice(0, 3))
  const [foreign] = await tracked(bea, [DAYS[3]!])
  await ageAllPrices()
  const now = bidding.ctx.clock.now()
  const write = (auctionId: string, columns: { last_checked_at?: Date; ends_at?: Date }) =>
    bidding.db.updateTable('listings').set(columns).where('auction_id', '=', auctionId).execute()
  await write(current!.auctionId, { last_checked_at: new Date(now - 50_000) })
  await write(ended!.auctionId, { ends_at: new Date(now - 1_000) })

  expect((await ask(ann)).body.data.ids).toEqual([old!.id])
  const [ofOld, ...ofOthers] = await dueIn([old!, current!, ended!, foreign!])
  expect(ofOld).toBeLessThanOrEqual(0)
  for (const ms of ofOthers) expect(ms).toBeGreaterThan(5 * MINUTE_MS)
  expect((await ask(ann, foreign!.id)).status).toBe(404)
})

test('Asking again and again plans no read twice, and takes nothing from what the user looks up meanwhile', async () => {
  const auctions = await tracked(ann, DAYS)
  const [first] = auctions
  await ageAllPrices()
  expect((await ask(ann, first!.id)).body.data).toEqual({ ids: [first!.id], within_ms: 0 })
  for (let times = 0; times < 3; times += 1) await ask(ann)
  const { body } = await ask(ann)
  expect(body.data.within_ms).toBeLessThanOrEqual(2 * SHARE_INTERVAL_MS)
  for (let lookups = 0; lookups < 5; lookups += 1) {
    const { status } = await bidding.api.call(api.scrapeAuction, {
      token: ann.token,
      body: { url: bidding.listItem().auctionId },
    })
    expect(status).toBe(200)
  }
})

test('A user who keeps asking for one auction after the other gets no more than the share of the account', async () => {
  const auctions = await tracked(ann, DAYS)
  await ageAllPrices()
  for (const { id } of auctions) await ask(ann, id)
  const due = await dueIn(auctions)
  expect(due.filter((ms) => ms <= 0)).toHaveLength(5)
  expect(due[6]!).toBeGreaterThan(SHARE_INTERVAL_MS)
})

test('While the site fails, the answer says how long its prices have to wait, and an auction that fails keeps its time', async () => {
  const [bad, good] = await tracked(ann, DAYS.slice(0, 2))
  await ageAllPrices()
  await bidding.db.updateTable('listings').set({ check_failures: 1 }).where('auction_id', '=', bad!.auctionId).execute()
  bidding.house.control.addFault({ kind: 'status', status: 429, retryAfterSeconds: 60 })
  await bidding.api.call(api.scrapeAuction, { token: ann.token, body: { url: bidding.listItem().auctionId } })
  const { body } = await ask(ann)
  expect(body.data.ids).toEqual([good!.id])
  expect(body.data.within_ms).toBeGreaterThan(30_000)
  expect((await dueIn([bad!]))[0]).toBeGreaterThan(5 * MINUTE_MS)
})
