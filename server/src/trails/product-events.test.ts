import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bidding, startBidding } from '../../test/bidding.ts'

let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

/** What was recorded about an account, oldest first. */
const eventsOf = async (accountId: number) => {
  const { db } = bidding.api
  const events = await db
    .selectFrom('product_events')
    .select('kind')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return events.map(({ kind }) => kind)
}

test('Registering, signing in and signing out are recorded once each, for that account alone', async () => {
  const { api: server } = bidding
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const token = await server.signIn(ann)
  await server.call(api.logout, { token })
  expect(await eventsOf(ann.accountId)).toEqual(['user_registered', 'user_login', 'user_login', 'user_logout'])
  expect(await eventsOf(bob.accountId)).toEqual(['user_registered', 'user_login'])
})

test('A registration and a sign-in that are refused record nothing', async () => {
  const { api: server } = bidding
  const ann = await server.signUp()
  const before = await eventsOf(ann.accountId)
  const { email } = ann
  expect((await server.call(api.signIn, { body: { email, password: 'not the password' } })).status).toBe(401)
  expect((await server.call(api.register, { body: { email } })).status).toBe(400)
  expect(await eventsOf(ann.accountId)).toEqual(before)
})

test('Adding an auction and scheduling a bid are recorded once, however often they are repeated', async () => {
  const ann = await bidding.bidder()
  const auction = bidding.listItem({ title: 'An event' })
  const before = await eventsOf(ann.accountId)
  const item = { auction_id: auction.auctionId }
  for (let times = 1; times <= 2; times += 1) {
    expect((await bidding.api.call(api.trackAuction, { token: ann.token, body: item })).status).toBe(200)
  }
  await bidding.schedule(ann, auction.auctionId, 50)
  await bidding.schedule(ann, auction.auctionId, 60)
  expect((await eventsOf(ann.accountId)).slice(before.length)).toEqual(['auction_added', 'bid_scheduled'])
})

test('When an account is deleted, its events stay without it', async () => {
  const { api: server } = bidding
  const ann = await server.signUp()
  const bob = await server.signUp()
  const ids = server.db.selectFrom('product_events').select('id').where('account_id', '=', ann.accountId)
  const events = await ids.execute()
  await server.db.deleteFrom('accounts').where('id', '=', ann.accountId).execute()
  const left = await server.db
    .selectFrom('product_events')
    .select('account_id')
    .where(
      'id',
      'in',
      events.map(({ id }) => id),
    )
    .execute()
  expect(left).toEqual([{ account_id: null }, { account_id: null }])
  expect(await eventsOf(bob.accountId)).toHaveLength(2)
})
