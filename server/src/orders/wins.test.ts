import { api, type WireWin } from '@bidwell/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { followEvents } from '../../test/follow-events.ts'
import { type Winner, type Won, winning } from '../../test/wins.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { systemClock } from '../platform/clock.ts'
import { noteOrders } from './note-orders.ts'

const UNPAID = 'OpenOrders/GetOpenOrders'
const PAID = 'ShippedOrders/GetAll'
const HOUR = 3_600_000

let bidding: Bidding
let it: ReturnType<typeof winning>
let ann: Winner
beforeAll(async () => {
  bidding = await startBidding()
  it = winning(bidding)
  // A measured clock is never a whole millisecond ahead.
  const clock = { marketplace: 'shopgoodwill', offset_ms: 0.25, uncertainty_ms: 3, measured_at: new Date() }
  await bidding.db.insertInto('site_clocks').values(clock).execute()
})
afterAll(() => bidding[Symbol.asyncDispose]())
beforeEach(async () => {
  ann = await it.winner()
})
afterEach(async () => {
  bidding.house.control.clearFaults()
  await bidding.db.deleteFrom('read_budgets').execute()
  await bidding.db.updateTable('order_readings').set({ next_read_at: null }).execute()
  await bidding.db
    .updateTable('bids')
    .set({ settled_at: new Date(0) })
    .execute()
})

const list = async ({ token } = ann) => (await bidding.api.call(api.listWins, { token })).body.data
const said = ({ state, gap }: WireWin) => gap ?? state
/** What is known of each item, in the order in which they were won. */
const states = async (person = ann) =>
  (await list(person)).wins.toSorted((a, b) => Number(a.auction_id) - Number(b.auction_id)).map(said)
const tick = ({ bidId }: Pick<Won, 'bidId'>, paid: boolean, { token } = ann) =>
  bidding.api.call(api.sayPaid, { token, params: { id: String(bidId) } as never, body: { paid } })
const reads = (endpoint = UNPAID) => bidding.house.control.readReads().reads[endpoint]?.total ?? 0

/** Reads the lists again, as if it were `hours` later. */
async function readAgain(person = ann, hours = 0) {
  await it.makeDue(person)
  await it.check(systemClock.now() + hours * HOUR)
}

test('Each won item has the state that the site’s two lists show, and a bystander’s stays as it was', async () => {
  const bea = await it.winner()
  const [unpaid, left, paid, shipped] = await it.win(ann, ['unpaid', 'left', 'paid', 'shipped'])
  await it.win(bea, ['of Bea'])
  expect(await states()).toEqual(['not_read', 'not_read', 'not_read', 'not_read'])
  await readAgain()
  expect(await states()).toEqual(['to_pay', 'to_pay', 'to_pay', 'to_pay'])
  bidding.house.control.payForListing({ itemId: left!.itemId, isListed: false })
  bidding.house.control.payForListing({ itemId: paid!.itemId })
  bidding.house.control.payForListing({ itemId: shipped!.itemId, trackingNumber: '794600000012' })
  await readAgain()
  const { wins, readings, pay_url } = await list()
  expect(await states()).toEqual(['to_pay', 'left_list', 'paid', 'shipped'])
  expect(readings).toMatchObject({ failure: null, is_asked: false, read_at: expect.any(String) })
  expect(pay_url).toBe(`${bidding.house.url}/shopgoodwill/open-orders`)
  const of = (item: Won | undefined) => wins.find(({ bid_id }) => bid_id === item?.bidId)
  expect(of(unpaid)).toMatchObject({
    is_owed: true,
    is_overdue: false,
    pay_by: expect.any(String),
    price: 10,
    tax: null,
  })
  expect(of(unpaid)).toMatchObject({ total: null, tracking_number: null })
  expect(of(left)).toMatchObject({ is_owed: false, state: 'not_known' })
  expect(of(shipped)).toMatchObject({ tracking_number: '794600000012', shipper: expect.any(String), tax: 0.78 })
  expect(of(shipped)!.total).toBeCloseTo(10 + 3 + 0.78 + of(shipped)!.shipping!)
  expect(await states(bea)).toEqual(['not_read'])
})

test('Without a known address the estimate is not known, and neither is ever zero', async () => {
  await it.win(ann, ['lamp'])
  expect((await list()).wins).toMatchObject([{ estimate: null, total: null, shipping: null, tax: null }])
  await bidding.db.updateTable('listings').set({ shipping_cents: 800 }).where('title', '=', 'lamp').execute()
  expect((await list()).wins).toMatchObject([{ estimate: 21, total: null, shipping: null }])
})

test('A tick counts where the lists cannot tell, and a later reading outweighs it', async () => {
  const [item, left] = await it.win(ann, ['to pay', 'left'])
  await readAgain()
  bidding.house.control.payForListing({ itemId: left!.itemId, isListed: false })
  await readAgain()
  for (const each of [item, left]) expect((await tick(each!, true)).body.data.win.state).toBe('said_paid')
  await readAgain(ann, 1)
  // The list that was read after the tick still has the one; of the other it says nothing.
  expect(await states()).toEqual(['to_pay', 'said_paid'])
  expect((await list()).wins.every(({ said_paid_at }) => said_paid_at !== null)).toBe(true)
  for (const each of [item, left]) expect((await tick(each!, false)).body.data.win.said_paid_at).toBeNull()
  expect(await states()).toEqual(['to_pay', 'left_list'])

  bidding.house.control.payForListing({ itemId: left!.itemId, isListed: true })
  await readAgain(ann, 2)
  const refused = await tick(left!, true)
  expect([refused.status, refused.failure.message]).toEqual([422, 'Auction House already shows this item as paid.'])
  expect(await states()).toEqual(['to_pay', 'paid'])
})

test('Nobody learns of another’s won items, and a bid that has not won is none', async () => {
  const bea = await it.winner()
  const [item] = await it.win(ann, ['lamp'])
  const { bid } = await bidding.scheduledBid()
  for (const id of [item!.bidId, bid.id, 999_999_999]) {
    const params = { id: String(id) } as never
    const { token } = bea
    const answers = [
      await bidding.api.call(api.readWin, { token, params }),
      await bidding.api.call(api.sayPaid, { token, params, body: { paid: true } }),
      await bidding.api.call(api.sayPaid, { token, params, body: { paid: false } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  }
  expect(await list(bea)).toMatchObject({ wins: [] })
  const said = bidding.db.selectFrom('tracked_auctions').select('id').where('said_paid_at', 'is not', null)
  expect(await said.execute()).toEqual([])
  const own = await bidding.api.call(api.readWin, { token: ann.token, params: { id: String(item!.bidId) } as never })
  expect(own.body.data.win).toMatchObject({ title: 'lamp', state: 'not_known' })
  const wrong = await bidding.api.call(api.sayPaid, {
    token: ann.token,
    params: { id: String(item!.bidId) } as never,
    body: { paid: 'yes' } as never,
  })
  expect([wrong.status, wrong.failure.details?.[0]?.path]).toEqual([400, 'paid'])
})

test('Asking has the lists read once, tells the browsers, and is limited to once a minute for each account', async () => {
  const bea = await it.winner()
  await it.win(ann, ['lamp'])
  await it.win(bea, ['vase'])
  const ask = ({ token }: Winner) => bidding.api.call(api.askForOrders, { token, body: {} })
  await using events = await followEvents(bidding.api.url, ann.token)
  expect((await ask(ann)).body.data.readings).toMatchObject({ is_asked: true })
  const again = await ask(ann)
  expect([again.status, again.failure.code, again.headers.get('retry-after')]).toEqual([429, 'rate_limited', '60'])
  expect((await ask(bea)).status).toBe(200)
  const before = reads()
  await it.check(systemClock.now() + 1)
  expect(reads() - before).toBe(2)
  await events.next(({ type }) => type === 'orders_changed')
  expect((await list()).readings).toMatchObject({ is_asked: false, failure: null })
  expect(await states()).toEqual(['to_pay'])
  await it.check(systemClock.now() + 1)
  expect(reads() - before).toBe(2)
})

test('Who asks while the lists are being read has them read once more', async () => {
  await it.win(ann, ['lamp'])
  await readAgain()
  const asked_at = new Date(systemClock.now() + HOUR)
  const ofAnn = bidding.db.updateTable('order_readings').where('account_id', '=', ann.accountId)
  await ofAnn.set({ asked_at, next_read_at: new Date(0) }).execute()
  const before = reads()
  await it.check()
  await it.check()
  expect(reads() - before).toBe(1)
  await it.check(asked_at.getTime())
  await it.check(asked_at.getTime() + 1)
  expect(reads() - before).toBe(2)
})

test('A list that an engine or a preflight cannot read is read again soon, for those alone who have won something', async () => {
  await it.win(ann, ['lamp'])
  await readAgain()
  const bea = await it.winner()
  const at = systemClock.now() + 1
  for (const { accountId } of [ann, bea]) {
    const of = { accountId, siteId: 'shopgoodwill', list: 'unpaid', at } as const
    await noteOrders(bidding.db, of, Promise.reject(new SiteError('unavailable', 'down')))
  }
  expect(await states()).toEqual(['list_failed'])
  const rows = await bidding.db
    .selectFrom('order_readings')
    .select('next_read_at')
    .where('account_id', 'in', [ann.accountId, bea.accountId])
    .orderBy('account_id')
    .execute()
  expect(rows.map(({ next_read_at }) => next_read_at && next_read_at.getTime() - at)).toEqual([900_000, null])
})

test.each([
  ['fails', { kind: 'status', status: 503 }],
  ['answers rubbish', { kind: 'garbage' }],
  ['has another shape', 'renamed'],
] as const)('When the list of unpaid items %s, nothing is concluded from what was last read', async (_name, fault) => {
  const [first] = await it.win(ann, ['first', 'second'])
  await readAgain()
  bidding.house.control.payForListing({ itemId: first!.itemId, trackingNumber: '7946' })
  if (fault === 'renamed') bidding.house.control.setOrders({ shape: 'renamed' })
  else bidding.house.control.addFault({ ...fault, endpoint: UNPAID })
  await readAgain(ann, 1)
  bidding.house.control.setOrders({ shape: 'documented' })
  const second = (await list()).wins.find(({ title }) => title === 'second')
  expect(second).toMatchObject({ state: 'not_known', gap: 'list_failed', is_owed: true, pay_by: expect.any(String) })
  // The other list was read, unless both have another shape.
  expect((await states())[0]).toBe(fault === 'renamed' ? 'list_failed' : 'shipped')
  expect((await list()).readings.failure).toBe('site')
  bidding.house.control.clearFaults()
  await bidding.db.deleteFrom('read_budgets').execute()
  await readAgain(ann, 2)
  expect(await states()).toEqual(['shipped', 'to_pay'])
  expect((await list()).readings.failure).toBeNull()
})

test('A session that the site has ended is opened again, and the lists are read', async () => {
  await it.win(ann, ['lamp'])
  await readAgain()
  bidding.house.control.revokeTokens({ userName: ann.userName })
  await readAgain(ann, 0.1)
  expect(await states()).toEqual(['to_pay'])
  expect((await list()).readings.failure).toBeNull()
})

test('A login that the site refuses is said, and tried again an hour later', async () => {
  await it.win(ann, ['lamp'])
  await readAgain()
  await bidding.db.updateTable('connections').set({ sealed_token: null }).execute()
  bidding.house.control.changeAccount({ userName: ann.userName, password: 'another' })
  await readAgain(ann, 1)
  expect((await list()).readings.failure).toBe('login')
  expect(await states()).toEqual(['list_failed'])
  const { next_read_at } = await bidding.db
    .selectFrom('order_readings')
    .select('next_read_at')
    .where('account_id', '=', ann.accountId)
    .executeTakeFirstOrThrow()
  expect((next_read_at!.getTime() - systemClock.now()) / HOUR).toBeCloseTo(2, 1)
})

test('A site that is failing is not called for the lists, which are then not known', async () => {
  await it.win(ann, ['lamp'])
  await readAgain()
  const before = reads()
  const failing = { state: 'backing_off' as const, next_try_at: new Date(systemClock.now() + HOUR), failures: 3 }
  await bidding.db.updateTable('read_budgets').set(failing).execute()
  await readAgain(ann, 1)
  expect(reads()).toBe(before)
  expect(await states()).toEqual(['list_failed'])
})

test('The lists are read daily, once whatever the number of wins, until all of them are shipped', async () => {
  const items = await it.win(ann, ['one', 'two', 'three'])
  await readAgain()
  const before = reads()
  await it.check(systemClock.now() + 23 * HOUR)
  expect(reads() - before).toBe(0)
  await it.check(systemClock.now() + 25 * HOUR)
  expect([reads(UNPAID) - before, reads(PAID)]).toEqual([1, reads(UNPAID)])
  for (const { itemId } of items) bidding.house.control.payForListing({ itemId, trackingNumber: '7946' })
  await it.check(systemClock.now() + 50 * HOUR)
  expect(await states()).toEqual(['shipped', 'shipped', 'shipped'])
  await it.check(systemClock.now() + 500 * HOUR)
  expect(reads() - before).toBe(2)
})

test('A win that its owner deleted from the history is neither listed nor followed', async () => {
  const [item] = await it.win(ann, ['lamp'])
  await readAgain()
  const { token } = ann
  await bidding.api.call(api.deleteHistoricalBid, { token, params: { id: String(item!.bidId) } as never })
  expect(await states()).toEqual([])
  const before = reads()
  await it.check(systemClock.now() + 25 * HOUR)
  await it.check(systemClock.now() + 50 * HOUR)
  expect(reads() - before).toBe(1)
})
