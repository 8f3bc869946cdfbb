import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Bidder, type Preflighting, startPreflighting } from '../../test/preflighting.ts'
import { recheckLogins } from './recheck-logins.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const HALF_AN_HOUR_S = 1_800
const NEW_PASSWORD = 'another-site-password'

let world: Preflighting
let ann: Bidder

beforeAll(async () => {
  world = await startPreflighting()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.reset()
  ann = await world.bidder()
})

/** Moves the clock on and runs the preflights that are due then. */
async function runAfter(ms: number) {
  world.moveTo(world.clock.now() + ms)
  return world.runDue()
}

/** Changes the password at the site alone, which also ends the sessions there. */
function changePasswordAtSite({ userName }: Bidder) {
  world.house.control.revokeTokens({ userName })
  world.house.control.changeAccount({ userName, password: NEW_PASSWORD })
}

const recheck = ({ person }: Bidder) => recheckLogins(world.ctx.db, world.ctx.marketplace.id, person.accountId)

test('A bid is checked a day, an hour and a quarter of an hour ahead, and its receipt shows each preflight', async () => {
  const { id, fireAt } = await ann.scheduledBid()
  expect(await world.runDue()).toBe(0)
  expect(await ann.readPreflight(id)).toBeNull()

  for (const aheadMs of [24 * HOUR, HOUR, 15 * MINUTE]) {
    world.moveTo(fireAt, aheadMs + 1_000)
    expect(await world.runDue()).toBe(0)
    world.moveTo(fireAt, aheadMs)
    expect(await world.runDue()).toBe(1)
    expect(await ann.readPreflight(id)).toEqual({ checked_at: new Date(fireAt - aheadMs).toISOString(), findings: [] })
  }
  world.moveTo(fireAt, 5 * MINUTE)
  expect(await world.runDue()).toBe(0)
  expect(await ann.preflightLog(id)).toEqual(['Checked: ready.', 'Checked: ready.', 'Checked: ready.'])
})

test('A bid that is scheduled late is checked at once, unless the engine is about to arm it', async () => {
  const late = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  const last = await ann.scheduledBid({ endsInSeconds: 100 })
  expect(await world.runDue()).toBe(1)
  expect(await ann.findings(late.id)).toEqual([])
  expect(await ann.readPreflight(last.id)).toBeNull()
})

test('A bid turns red when the site refuses its login, and green once the owner has stored the new login', async () => {
  const { id, fireAt } = await ann.scheduledBid()
  const bea = await world.bidder()
  const untouched = await bea.scheduledBid()
  world.moveTo(fireAt, 24 * HOUR)
  await world.runDue()
  expect(await ann.findings(id)).toEqual([])

  changePasswordAtSite(ann)
  world.moveTo(fireAt, HOUR)
  await world.runDue()
  expect((await ann.readPreflight(id))?.findings).toEqual([
    {
      code: 'login_refused',
      severity: 'red',
      message: `Auction House refuses your login: “The username or password are incorrect”`,
      remedy: 'reconnect',
      url: null,
    },
  ])
  expect(await bea.findings(untouched.id)).toEqual([])

  expect((await ann.connect({ username: ann.userName, password: NEW_PASSWORD })).status).toBe(200)
  await recheck(ann)
  expect(await world.runDue()).toBe(1)
  expect(await ann.findings(id)).toEqual([])
  expect(await ann.preflightLog(id)).toHaveLength(3)
})

test('A preflight notices that the site has ended a session that was verified a moment ago', async () => {
  const { id } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  changePasswordAtSite(ann)
  await world.runDue()
  expect(await ann.findings(id)).toEqual(['red login_refused'])
})

test('Removing a login turns every bid of its account red, and leaves the bids of other accounts alone', async () => {
  const { id } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  const bea = await world.bidder()
  const untouched = await bea.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  await world.runDue()
  const before = await bea.readPreflight(untouched.id)
  await world.ctx.db.deleteFrom('connections').execute()
  await recheck(ann)
  expect(await runAfter(1_000)).toBe(1)
  expect(await ann.findings(id)).toEqual(['red login_missing'])
  expect(await bea.readPreflight(untouched.id)).toEqual(before)
})

test('A change of the login causes no preflight of a bid that an engine holds or that had none yet', async () => {
  const held = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  await world.runDue()
  const unchecked = await ann.scheduledBid()
  const at = new Date(world.clock.now())
  const { id: engine_id } = await world.ctx.db
    .insertInto('engines')
    .values({ host: 'here', pid: 1, pid_started: '0', started_at: at, heartbeat_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.ctx.db.updateTable('bids').set({ engine_id }).where('id', '=', held.id).execute()
  await world.ctx.db.deleteFrom('connections').execute()
  await recheck(ann)
  await world.ctx.db.updateTable('bids').set({ engine_id: null }).where('id', '=', held.id).execute()
  expect(await world.runDue()).toBe(0)
  expect(await ann.findings(held.id)).toEqual([])
  expect(await ann.findings(unchecked.id)).toBeNull()
})

test('A price past the maximum turns a bid red, and a higher maximum turns it green', async () => {
  const { id, itemId, auctionId } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  await world.runDue()
  expect(await ann.findings(id)).toEqual([])

  world.house.control.placeRivalBid({ itemId, amount: 40, bidder: 'first' })
  world.house.control.placeRivalBid({ itemId, amount: 60, bidder: 'second' })
  world.moveTo(world.clock.now() + MINUTE)
  await world.refresh(auctionId)
  expect(await world.runDue()).toBe(1)
  expect((await ann.readPreflight(id))?.findings).toMatchObject([
    { code: 'price_past_maximum', message: 'The price is $41.00, above your max of $25.00.', remedy: 'raise_bid' },
  ])

  const raised = await ann.change(id, 70)
  expect(await runAfter(1)).toBe(1)
  expect(await ann.findings(id)).toEqual([])
  // Browsers order the versions of a bid by `updated_at`.
  expect((await ann.readBid(id))?.updated_at).not.toBe(raised.updated_at)
})

test('An item that the site does not show is a warning at first, and red when it is missing again', async () => {
  const { id, itemId } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  world.house.control.addFault({ kind: 'status', status: 404, itemId })
  await runAfter(MINUTE)
  expect(await ann.findings(id)).toEqual(['amber item_missing'])
  await runAfter(2 * MINUTE)
  expect(await ann.findings(id)).toEqual(['red item_missing'])

  world.house.control.clearFaults()
  await runAfter(2 * MINUTE)
  expect(await ann.findings(id)).toEqual([])
})

test('An auction that its seller has ended early turns the bid red', async () => {
  const { id, itemId } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  world.house.control.closeListing({ itemId })
  await runAfter(MINUTE)
  expect(await ann.findings(id)).toEqual(['red item_ended_early'])
})

test('A moved end causes a preflight at once, and stays a warning until the owner has changed the bid', async () => {
  const { id, itemId, auctionId } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  await world.runDue()
  world.house.control.moveEnd({ itemId, endsInSeconds: 2 * HALF_AN_HOUR_S })
  world.moveTo(world.clock.now() + MINUTE)
  await world.refresh(auctionId)
  expect(await world.runDue()).toBe(1)
  expect(await ann.findings(id)).toEqual(['amber end_moved'])
  await ann.change(id, 26)
  await world.runDue()
  expect(await ann.findings(id)).toEqual([])
})

test('Leading fifteen auctions is a warning, and red once the site has refused a bid for its limit', async () => {
  const { id } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  for (let count = 0; count < 15; count += 1) {
    const { itemId } = world.house.control.createListing({ title: `Led ${count}`, endsInSeconds: 7_200 })
    world.house.control.placeRivalBid({ itemId, bidder: ann.userName, amount: 20 })
  }
  await world.runDue()
  expect(await ann.findings(id)).toEqual(['amber leading_many'])

  await refuseForLimit(await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S }))
  await runAfter(15 * MINUTE)
  expect(await ann.findings(id)).toEqual(['red leading_many'])
})

test('A refusal for a limit counts although an earlier bid is settled after it', async () => {
  const { id } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  const earlier = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  const now = world.clock.now()
  const won = { status: 'won', outcome: 'won', executed_at: new Date(now - MINUTE), settled_at: new Date(now + MINUTE) }
  await world.ctx.db
    .updateTable('bids')
    .set({ ...won, status: 'won' })
    .where('id', '=', earlier.id)
    .execute()
  await refuseForLimit(await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S }))
  world.house.control.addFault({ kind: 'status', status: 500, endpoint: 'Auctions/GetOpenAuctions' })
  await world.runDue()
  expect(await ann.findings(id)).toEqual(['amber account_limit'])
})

/** Settles a bid as refused by the site for a limit on the account. */
async function refuseForLimit({ id }: { id: number }) {
  await world.ctx.db
    .updateTable('bids')
    .set({ status: 'failed', outcome: 'account_limit', settled_at: new Date(world.clock.now()) })
    .where('id', '=', id)
    .execute()
}

test('Unpaid items turn a bid red until they are paid', async () => {
  const { id } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  world.house.control.changeAccount({ userName: ann.userName, unpaidItems: 15 })
  await world.runDue()
  expect(await ann.findings(id)).toEqual(['red unpaid_items'])
  world.house.control.changeAccount({ userName: ann.userName, unpaidItems: 0 })
  await runAfter(5 * MINUTE)
  expect(await ann.findings(id)).toEqual([])
})

test('A risk is told when it begins and when it comes back, and not while it stands or the site cannot be reached', async () => {
  const { id, fireAt } = await ann.scheduledBid({ endsInSeconds: 3 * HALF_AN_HOUR_S })
  const bea = await world.bidder()
  await bea.scheduledBid({ endsInSeconds: 3 * HALF_AN_HOUR_S })
  const told = async ({ person }: Bidder) => {
    const rows = world.ctx.db.selectFrom('notifications').where('kind', '=', 'bid_at_risk').select('id')
    return (await rows.where('account_id', '=', person.accountId).execute()).length
  }
  const oweItems = async (unpaidItems: number, aheadMs: number) => {
    world.house.control.changeAccount({ userName: ann.userName, unpaidItems })
    world.moveTo(fireAt, aheadMs)
    await world.runDue()
    return [await ann.findings(id), await told(ann)]
  }
  expect(await oweItems(15, 60 * MINUTE)).toEqual([['red unpaid_items'], 1])
  expect(await oweItems(16, 54 * MINUTE)).toEqual([['red unpaid_items'], 1])

  world.house.control.addFault({ kind: 'status', status: 503 })
  expect(await oweItems(16, 48 * MINUTE)).toEqual([['amber site_unreachable'], 1])
  world.house.control.clearFaults()
  await world.ctx.db.deleteFrom('read_budgets').execute()
  expect(await oweItems(16, 42 * MINUTE)).toEqual([['red unpaid_items'], 1])

  expect(await oweItems(0, 36 * MINUTE)).toEqual([[], 1])
  expect(await oweItems(15, 15 * MINUTE)).toEqual([['red unpaid_items'], 2])
  expect(await told(bea)).toBe(0)
})

test('A risk is not told again because the list that shows it could not be read for a while', async () => {
  const { id } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  const bea = await world.bidder()
  await bea.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  const told = async ({ person }: Bidder) => {
    const rows = world.ctx.db.selectFrom('notifications').where('kind', '=', 'bid_at_risk').select('id')
    return (await rows.where('account_id', '=', person.accountId).execute()).length
  }
  const check = async (unpaidItems: number, isListRead: boolean) => {
    world.house.control.clearFaults()
    await world.ctx.db.deleteFrom('read_budgets').execute()
    world.house.control.changeAccount({ userName: ann.userName, unpaidItems })
    const list = { endpoint: 'OpenOrders/GetOpenOrders', userName: ann.userName }
    if (!isListRead) world.house.control.addFault({ kind: 'status', status: 503, ...list })
    await world.ctx.db
      .updateTable('bids')
      .set({ preflight_due_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    world.moveTo(world.clock.now() + MINUTE)
    await world.runDue()
    return [await ann.findings(id), await told(ann)]
  }
  expect(await check(15, true)).toEqual([['red unpaid_items'], 1])
  expect(await check(15, false)).toEqual([[], 1])
  expect(await check(15, true)).toEqual([['red unpaid_items'], 1])
  expect(await check(15, false)).toEqual([[], 1])
  expect(await check(0, true)).toEqual([[], 1])
  expect(await check(15, true)).toEqual([['red unpaid_items'], 2])
  expect(await told(bea)).toBe(0)
})

test('A list of orders in another shape leaves the unpaid items unknown, and raises one alarm', async () => {
  const { id } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  world.house.control.changeAccount({ userName: ann.userName, unpaidItems: 15 })
  world.house.control.setOrders({ shape: 'renamed' })
  await world.runDue()
  await runAfter(5 * MINUTE)
  expect(await ann.findings(id)).toEqual([])
  const alarms = await world.ctx.db.selectFrom('alarms').selectAll().execute()
  expect(alarms).toMatchObject([
    { kind: 'orders_unreadable', subject: expect.stringContaining('"rows":[{"itemId":"number"') },
  ])
  expect(alarms[0]?.subject).not.toContain('100000001')
})

test('An unreachable site is a warning, and the preflight is repeated after a minute', async () => {
  const { id } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  world.house.control.addFault({ kind: 'status', status: 503 })
  await runAfter(6 * MINUTE)
  expect(await ann.findings(id)).toEqual(['amber site_unreachable'])

  world.house.control.clearFaults()
  await world.ctx.db.deleteFrom('read_budgets').execute()
  await runAfter(MINUTE)
  expect(await ann.findings(id)).toEqual([])
})

test('Preflights of one account that are due together read the account once, and each item once', async () => {
  const bids = [
    await ann.scheduledBid(),
    await ann.scheduledBid({ endsInSeconds: 30 * 3_600 + 30 }),
    await ann.scheduledBid(),
  ]
  world.house.control.clearReads()
  world.moveTo(bids[0]!.fireAt, 24 * HOUR)
  expect(await world.runDue()).toBe(3)
  expect(world.readsOf('Auctions/GetOpenAuctions')).toBe(1)
  expect(world.readsOf('SaveSearches/GetSaveSearches')).toBe(1)
  expect(world.readsOf('ItemDetail/GetItemDetailModelByItemId')).toBe(3)
  expect(world.readsOf('SignIn/Login')).toBe(0)
})

test('Of several processes that look for due preflights at the same time, one runs each of them', async () => {
  const { id } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  world.house.control.clearReads()
  const claimed = await Promise.all([world.runDue(), world.runDue(), world.runDue()])
  expect(claimed.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
  expect(world.readsOf('Auctions/GetOpenAuctions')).toBe(1)
  expect(await ann.preflightLog(id)).toHaveLength(1)
})

test('A preflight whose process has died is repeated when the claim expires', async () => {
  const { id } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  const claim = new Date(world.clock.now() + 3 * MINUTE)
  await world.ctx.db.updateTable('bids').set({ preflight_due_at: claim }).where('id', '=', id).execute()
  expect(await world.runDue()).toBe(0)
  world.moveTo(claim.getTime())
  await world.runDue()
  expect(await ann.findings(id)).toEqual([])
})

test('A cancelled bid has no preflight', async () => {
  const { id } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  await world.ctx.db.updateTable('bids').set({ status: 'cancelled' }).where('id', '=', id).execute()
  expect(await world.runDue()).toBe(0)
})
