import { api, messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { provider } from '../../test/connecting.ts'

const SITE = 'Auction House'
let bidding: Bidding
let siteUsers = 0

beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

/** A new account at the auction house. */
function aSiteUser() {
  siteUsers += 1
  const credentials = { username: `site-user-${siteUsers}`, password: 'canary' }
  bidding.house.control.createAccount({ userName: credentials.username, password: credentials.password })
  return credentials
}

const store = ({ token }: Person, body: { username: string; password: string }) =>
  bidding.api.call(api.storeCredentials, { token, params: provider, body })
const statusOf = async ({ token }: Person) => (await bidding.api.call(api.readCredentialsStatus, { token })).body.data
const noteOf = async ({ token }: Person, id: number) =>
  (await bidding.api.call(api.readReceipt, { token, params: { id } })).body.data.note

async function aPersonWith(credentials: { username: string; password: string }) {
  const person = await bidding.api.signUp()
  expect((await store(person, credentials)).status).toBe(200)
  return person
}

async function twoOfOneSiteUser() {
  const siteUser = aSiteUser()
  const first = await aPersonWith(siteUser)
  return { first, second: await aPersonWith(siteUser) }
}

const liveBidsOn = async (auctionId: string) =>
  bidding.db
    .selectFrom('bids as b')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .selectAll('b')
    .where('l.auction_id', '=', auctionId)
    .where('b.status', '=', 'pending')
    .execute()

test('Storing a site account that another user has stored succeeds and says so to both, and to nobody else', async () => {
  const siteUser = aSiteUser()
  const first = await aPersonWith(siteUser)
  const bystander = await aPersonWith(aSiteUser())
  expect(await statusOf(first)).toMatchObject({ shared: false })

  const second = await bidding.api.signUp()
  const stored = await store(second, siteUser)
  expect([stored.status, stored.body.data.shared]).toEqual([200, true])
  expect(await statusOf(first)).toMatchObject({ shared: true })
  expect(await statusOf(bystander)).toMatchObject({ shared: false })

  expect((await store(second, aSiteUser())).body.data.shared).toBe(false)
  expect(await statusOf(first)).toMatchObject({ shared: false })
})

test('Of two users of one site account, one has a bid on an item, and the receipts of both say why', async () => {
  const { first, second } = await twoOfOneSiteUser()
  const stranger = await aPersonWith(aSiteUser())
  const [contested, other] = [bidding.listItem().auctionId, bidding.listItem().auctionId]
  for (const person of [first, second, stranger]) await bidding.track(person, contested)
  await bidding.track(second, other)

  const taken = (await bidding.schedule(first, contested, 25)).body.data.bid
  const refused = await bidding.schedule(second, contested, 28)
  expect([refused.status, refused.failure.code, refused.failure.message]).toEqual([
    409,
    'conflict',
    messages.bid.sharedLoginBids(SITE),
  ])
  const strangers = (await bidding.schedule(stranger, contested, 26)).body.data.bid
  const onOther = (await bidding.schedule(second, other, 28)).body.data.bid
  expect(await noteOf(first, taken.id)).toBe(messages.connection.sharedReceipt(SITE))
  expect(await noteOf(second, onOther.id)).toBe(messages.connection.sharedReceipt(SITE))
  expect(await noteOf(stranger, strangers.id)).toBeNull()

  const params = { id: taken.id }
  expect(
    (await bidding.api.call(api.changeBid, { token: first.token, params, body: { maxBid: 29 } })).body.data.bid,
  ).toMatchObject({ max_bid: 29 })
  expect((await bidding.api.call(api.cancelBid, { token: first.token, params })).status).toBe(200)
  expect((await bidding.schedule(second, contested, 28)).status).toBe(200)
})

test('A bid that stands at the site keeps the other user of the site account from bidding', async () => {
  const { first, second } = await twoOfOneSiteUser()
  const { auctionId } = bidding.listItem()
  for (const person of [first, second]) await bidding.track(person, auctionId)
  const { id } = (await bidding.schedule(first, auctionId, 25)).body.data.bid
  await bidding.db.updateTable('bids').set({ status: 'executed' }).where('id', '=', id).execute()
  expect((await bidding.schedule(second, auctionId, 28)).failure.message).toBe(messages.bid.sharedLoginBids(SITE))
  await bidding.db.updateTable('bids').set({ status: 'outbid' }).where('id', '=', id).execute()
  expect((await bidding.schedule(second, auctionId, 28)).status).toBe(200)
})

test('Of two users of one site account who schedule at once, exactly one gets the item', async () => {
  const { first, second } = await twoOfOneSiteUser()
  for (let round = 0; round < 8; round++) {
    const { auctionId } = bidding.listItem()
    for (const person of [first, second]) await bidding.track(person, auctionId)
    const inTurn = round % 2 === 0 ? [first, second] : [second, first]
    const answers = await Promise.all(inTurn.map((person) => bidding.schedule(person, auctionId, 25)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ failure }) => failure.code === 'conflict')).toHaveLength(1)
    expect(await liveBidsOn(auctionId)).toHaveLength(1)
  }
})

test('A login under which two bids on one item would go out is refused, and the earlier login stays', async () => {
  const [mine, theirs] = [aSiteUser(), aSiteUser()]
  const first = await aPersonWith(theirs)
  const second = await aPersonWith(mine)
  const { auctionId } = bidding.listItem({ title: 'A lamp for two' })
  for (const person of [first, second]) {
    await bidding.track(person, auctionId)
    expect((await bidding.schedule(person, auctionId, 25)).status).toBe(200)
  }
  const before = await statusOf(second)
  const refused = await store(second, theirs)
  expect([refused.status, refused.failure.code, refused.failure.message]).toEqual([
    409,
    'conflict',
    messages.connection.sharedCollision(SITE, 'A lamp for two'),
  ])
  expect(await statusOf(second)).toEqual(before)

  const [own] = (await liveBidsOn(auctionId)).filter(({ account_id }) => account_id === second.accountId)
  await bidding.api.call(api.cancelBid, { token: second.token, params: { id: own?.id ?? 0 } })
  expect((await store(second, theirs)).body.data.shared).toBe(true)
})

test('A login that is stored while the other user schedules never lets both bids live', async () => {
  for (let round = 0; round < 10; round++) {
    const theirs = aSiteUser()
    const first = await aPersonWith(theirs)
    const second = await aPersonWith(aSiteUser())
    const { auctionId } = bidding.listItem()
    for (const person of [first, second]) await bidding.track(person, auctionId)
    expect((await bidding.schedule(second, auctionId, 25)).status).toBe(200)
    const [stored, scheduled] = await Promise.all([store(second, theirs), bidding.schedule(first, auctionId, 26)])
    expect([stored.status, scheduled.status]).toEqual(stored.status === 200 ? [200, 409] : [409, 200])
    expect(await liveBidsOn(auctionId)).toHaveLength(stored.status === 200 ? 1 : 2)
  }
})
