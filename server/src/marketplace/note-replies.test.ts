import { startAuctionHouse } from '@bidwell/auction-house'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { systemClock } from '../platform/clock.ts'
import { keepUnknownReply, listUnknownReplies } from './keep-unknown-reply.ts'
import { maximumOf } from './maximum.ts'
import { noteReplies } from './note-replies.ts'
import { openReadBudget } from './rate-limiting/read-budget.ts'
import { shopgoodwill } from './shopgoodwill/shopgoodwill.ts'

const database = await createTestDatabase()
const house = await startAuctionHouse({ port: 0, sampleItems: false })
const { apiUrl, url: homeUrl } = house
const site = shopgoodwill(systemClock, { id: 'auction-house', name: 'Auction House', apiUrl, homeUrl, itemHosts: [] })
const { db } = database
const readBudget = openReadBudget({ db, siteId: site.id, readsPerSecond: 5, onChange: () => {} })
const marketplace = noteReplies(site, { db, budget: readBudget })
const DEMO = { username: 'demo', password: 'demo' }
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await house[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})
beforeEach(async () => {
  house.control.setFaults({ faults: [] })
  await db.deleteFrom('read_budgets').execute()
  await db.deleteFrom('unknown_replies').execute()
})

const failureKind = async () => (await readBudget.state()).failureKind
const shapes = async () => (await listUnknownReplies(db)).map(({ shape }) => shape)

async function bid() {
  const { itemId, sellerId } = house.control.createListing({ title: 'Lamp', endsInSeconds: 600 })
  const session = await site.logIn(DEMO)
  await using connection = marketplace.openBidConnection(session)
  await connection.connect()
  const maximum = maximumOf({ max_bid_cents: 2_500 })
  const order = { auctionId: String(itemId), sellerId: String(sellerId), maximum }
  return await connection.prepareBid(order).fire().response
}

test.each([{ kind: 'status', status: 403 } as const, { kind: 'html' } as const])(
  'A login that the site answers with %j pauses the reads that can wait',
  async (fault) => {
    await expect(marketplace.logIn({ ...DEMO, password: 'wrong' })).rejects.toMatchObject({ kind: 'login_refused' })
    expect(await failureKind()).toBeNull()
    house.control.addFault({ ...fault, endpoint: 'SignIn/Login' })
    await expect(marketplace.logIn(DEMO)).rejects.toThrow()
    await expect.poll(failureKind).toBe('blocked')
  },
)

test('A bid that the site blocks pauses the reads that can wait, and one that leads does not', async () => {
  expect((await bid()).kind).toBe('leading')
  expect(await failureKind()).toBeNull()
  house.control.addFault({ kind: 'status', status: 403, endpoint: 'ItemBid/PlaceBid' })
  expect((await bid()).kind).toBe('blocked')
  await expect.poll(failureKind).toBe('blocked')
  expect(await shapes()).toEqual([])
})

test('What the site says to a bid, a login and a list of orders that is not known is kept once, without a value', async () => {
  const session = await site.logIn(DEMO)
  house.control.addFault({ kind: 'refusal', message: 'Ask Jane at 5035550100 to unlock your bidding' })
  await expect(marketplace.logIn(DEMO)).rejects.toMatchObject({ kind: 'refused' })
  await expect
    .poll(shapes)
    .toEqual(['SignIn/Login: {"status":false,"result":-20,"message":"* at * to unlock your bidding"}'])
  house.control.setFaults({ faults: [] })
  house.control.addFault({ kind: 'refusal', message: 'No', endpoint: 'ItemBid/PlaceBid' })
  for (let times = 0; times < 2; times += 1) expect((await bid()).kind).toBe('refused')
  await expect
    .poll(async () => (await shapes())[0])
    .toBe('ItemBid/PlaceBid: {"status":false,"result":-20,"message":"No"}')
  house.control.setOrders({ shape: 'renamed' })
  await expect(marketplace.openOrders(session)).rejects.toMatchObject({ kind: 'unexpected_shape' })
  await expect.poll(async () => (await shapes()).length).toBe(3)
})

test('The newest fifty replies are kept', async () => {
  for (let count = 0; count < 52; count += 1) await keepUnknownReply(db, 'site', `reply ${count}`)
  await keepUnknownReply(db, 'site', 'reply 5')
  const kept = await shapes()
  expect(kept).toHaveLength(50)
  expect(kept[0]).toBe('reply 5')
  expect(kept).not.toContain('reply 0')
})
