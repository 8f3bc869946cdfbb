import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { tellWeeks } from './tell-weeks.ts'
import { tellWhatTimeBrings } from './tell-what-time-brings.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let bidding: Bidding
let jobs: Db
beforeAll(async () => {
  bidding = await startBidding()
  jobs = bidding.api.openAs('jobs').db
})
afterAll(() => bidding[Symbol.asyncDispose]())
beforeEach(() => bidding.db.deleteFrom('notifications').execute())

async function tell(change: { now?: number; isSettled?: boolean } = {}) {
  const ctx = { ...bidding.ctx, db: jobs, clock: manualClock(change.now ?? systemClock.now()) }
  await tellWhatTimeBrings(ctx, change.isSettled ?? true)
  await tellWeeks(ctx)
}
const newsOf = ({ accountId }: Person) =>
  bidding.db.selectFrom('notifications').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
const kindsOf = async (person: Person) => (await newsOf(person)).map(({ kind }) => kind)
const changeBid = (id: number, change: object) =>
  bidding.db.updateTable('bids').set(change).where('id', '=', id).execute()

test('A placed bid is told once, and does not count as unread; a bystander is told nothing', async () => {
  const [{ person, bid }, bystander] = [await bidding.scheduledBid(), await bidding.bidder()]
  await changeBid(bid.id, { status: 'executed', executed_at: new Date() })
  await tell({ isSettled: false })
  await tell({ isSettled: false })
  expect(await kindsOf(person)).toEqual(['bid_sent'])
  expect((await newsOf(person))[0]?.read_at).not.toBeNull()
  expect(await kindsOf(bystander)).toEqual([])
})

test('A bid of which the site has told nothing for five minutes is told once', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await changeBid(bid.id, { uncertain_since: new Date(Date.now() - 4 * MINUTE_MS) })
  await tell({ isSettled: false })
  expect(await kindsOf(person)).toEqual([])
  await changeBid(bid.id, { uncertain_since: new Date(Date.now() - 6 * MINUTE_MS) })
  await tell({ isSettled: false })
  expect(await kindsOf(person)).toEqual(['bid_checking'])
})

test('An auction that ends soon is told to those who asked for it, and again when its end moves', async () => {
  const { person, bid, auction } = await bidding.scheduledBid()
  await tell({ isSettled: false })
  expect(await kindsOf(person)).toEqual([])
  const account = bidding.db.updateTable('accounts').where('id', '=', person.accountId)
  await account.set({ ending_soon_minutes: 60 }).execute()
  const listing = bidding.db.updateTable('listings').where('auction_id', '=', auction.auction_id)
  await listing.set({ closed_at: new Date(), closed_reason: 'ended' }).execute()
  await tell({ isSettled: false })
  expect(await kindsOf(person)).toEqual([])
  await listing.set({ closed_at: null, closed_reason: null }).execute()
  await tell({ isSettled: false })
  await tell({ isSettled: false })
  expect(await kindsOf(person)).toEqual(['auction_ending'])
  await changeBid(bid.id, { status: 'executed', executed_at: new Date() })
  await listing.set({ ends_at: new Date(Date.now() + 20 * MINUTE_MS) }).execute()
  await tell({ isSettled: false })
  const ending = (await newsOf(person)).filter(({ kind }) => kind === 'auction_ending')
  // A bid that the site has taken is still a bid on it.
  expect(ending.map(({ values }) => values)).toMatchObject([{ hasBid: true }, { hasBid: true }])
})

test('A price that reaches the amount that was noted is told, unless a bid is scheduled', async () => {
  const [{ person, auction }, other] = [await bidding.scheduledBid(), await bidding.bidder()]
  const tracked = await bidding.track(other, auction.auction_id)
  await bidding.db.updateTable('tracked_auctions').set({ wanted_max_cents: 1 }).execute()
  await tell({ isSettled: false })
  expect(await kindsOf(other)).toEqual(['price_reached'])
  expect(await kindsOf(person)).toEqual([])
  expect(tracked.auction_id).toBe(auction.auction_id)
})

test('Without an engine, owners of bids of the next hour are told, once the installation has settled, and when one runs again', async () => {
  const { person } = await bidding.scheduledBid()
  await tell({ isSettled: false })
  expect(await kindsOf(person)).toEqual([])
  await tell()
  await tell()
  expect(await kindsOf(person)).toEqual(['no_engine'])
  const bystander = await bidding.bidder()
  const now = new Date()
  const engine = { host: 'here', pid: 1, pid_started: '0', started_at: now, heartbeat_at: now }
  await bidding.db.insertInto('engines').values(engine).execute()
  await tell()
  await tell()
  await bidding.db.deleteFrom('engines').execute()
  expect(await kindsOf(person)).toEqual(['no_engine', 'engine_returned'])
  expect(await kindsOf(bystander)).toEqual([])
})

const mondayIn = (zone: string) => Temporal.ZonedDateTime.from(`2026-11-30T08:00[${zone}]`).epochMilliseconds

test("The week is told on Monday from eight o'clock in the user's zone, once, to those who bid", async () => {
  const monday = mondayIn('Europe/Berlin')
  const [{ person, bid }, bystander] = [await bidding.scheduledBid(), await bidding.bidder()]
  const account = bidding.db.updateTable('accounts').where('id', '=', person.accountId)
  await account.set({ zone: 'Europe/Berlin' }).execute()
  await changeBid(bid.id, { status: 'won', final_price_cents: 4_350, settled_at: new Date(monday - 24 * HOUR_MS) })
  await tell({ now: monday - MINUTE_MS, isSettled: false })
  expect(await kindsOf(person)).toEqual([])
  await tell({ now: monday, isSettled: false })
  await tell({ now: monday + 3 * HOUR_MS, isSettled: false })
  expect(await newsOf(person)).toMatchObject([
    { kind: 'weekly_summary', values: { won: 1, lost: 0, outbid: 0, notPlaced: 0, spentCents: 4_350 } },
  ])
  expect(await kindsOf(bystander)).toEqual([])
})

test('The week is told by the Monday of each zone, also beside an account whose zone is unknown', async () => {
  const bidder = async (zone: string | null) => {
    const { person, bid } = await bidding.scheduledBid()
    await bidding.db.updateTable('accounts').set({ zone }).where('id', '=', person.accountId).execute()
    const settled_at = new Date(mondayIn('Asia/Kolkata') - 24 * HOUR_MS)
    await changeBid(bid.id, { status: 'lost', settled_at })
    return person
  }
  const [broken, ann, bob] = [await bidder('AET'), await bidder('Asia/Calcutta'), await bidder(null)]
  await tell({ now: mondayIn('Asia/Kolkata'), isSettled: false })
  expect([await kindsOf(ann), await kindsOf(bob)]).toEqual([['weekly_summary'], []])
  await tell({ now: mondayIn('America/Los_Angeles'), isSettled: false })
  expect([await kindsOf(ann), await kindsOf(bob)]).toEqual([['weekly_summary'], ['weekly_summary']])
  expect(await kindsOf(broken)).toEqual([])
})
