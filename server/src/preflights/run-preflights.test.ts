import { expect, test } from 'vitest'
import { LOGIN, startPreflighting } from '../../test/preflighting.ts'
import { getFreshListing } from '../auctions/listings/get-fresh-listing.ts'
import { recheckLogins } from './recheck-logins.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const HALF_AN_HOUR_S = 1_800

test('a bid is checked a day, an hour and a quarter of an hour ahead, and the receipt tells of each', async () => {
  await using it = await startPreflighting()
  const { id, fireAt } = await it.scheduledBid()
  expect(await it.check()).toBe(0)
  expect(await it.preflightOf(id)).toBeNull()

  for (const ahead of [24 * HOUR, HOUR, 15 * MINUTE]) {
    it.moveTo(fireAt, ahead + 1_000)
    expect(await it.check()).toBe(0)
    it.moveTo(fireAt, ahead)
    expect(await it.check()).toBe(1)
    expect(await it.preflightOf(id)).toEqual({ checked_at: new Date(fireAt - ahead).toISOString(), findings: [] })
  }
  it.moveTo(fireAt, 5 * MINUTE)
  expect(await it.check()).toBe(0)
  expect(await it.logOf(id)).toEqual(['Checked: ready.', 'Checked: ready.', 'Checked: ready.'])
})

test('a bid that is scheduled late is checked at once, and one whose moment has all but come is left to the engine', async () => {
  await using it = await startPreflighting()
  const late = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  const last = await it.scheduledBid({ endsInSeconds: 100 })
  expect(await it.check()).toBe(1)
  expect(await it.found(late.id)).toEqual([])
  expect(await it.preflightOf(last.id)).toBeNull()
})

test('with the password changed at the site a bid turns red, and green once its owner has signed in again', async () => {
  await using it = await startPreflighting()
  const { id, fireAt } = await it.scheduledBid()
  it.moveTo(fireAt, 24 * HOUR)
  await it.check()
  expect(await it.found(id)).toEqual([])

  it.house.control.revokeTokens({ userName: LOGIN.username })
  it.house.control.changeAccount({ userName: LOGIN.username, password: 'another' })
  it.moveTo(fireAt, HOUR)
  await it.check()
  expect((await it.preflightOf(id))?.findings).toEqual([
    {
      code: 'login_refused',
      severity: 'red',
      message: `Auction House refuses your login: “The username or password are incorrect”`,
      remedy: 'reconnect',
      url: null,
    },
  ])

  expect((await it.connect({ ...LOGIN, password: 'another' })).status).toBe(200)
  await recheckLogins(it.deps.db, it.deps.marketplace.id, it.person.accountId)
  expect(await it.check()).toBe(1)
  expect(await it.found(id)).toEqual([])
  expect(await it.logOf(id)).toHaveLength(3)
})

test('a login that was proven a moment ago, and that the site has dropped since, is found out all the same', async () => {
  await using it = await startPreflighting()
  const { id } = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  it.house.control.revokeTokens({ userName: LOGIN.username })
  it.house.control.changeAccount({ userName: LOGIN.username, password: 'another' })
  await it.check()
  expect(await it.found(id)).toEqual(['red login_refused'])
})

test('with the login removed every bid of the account turns red, also those that were fine', async () => {
  await using it = await startPreflighting()
  const { id } = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  await it.check()
  await it.deps.db.deleteFrom('connections').execute()
  await recheckLogins(it.deps.db, it.deps.marketplace.id, it.person.accountId)
  await it.check()
  expect(await it.found(id)).toEqual(['red login_missing'])
})

test('a price past the maximum turns a bid red, and a higher maximum turns it green', async () => {
  await using it = await startPreflighting()
  const { id, itemId, auctionId } = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  await it.check()
  expect(await it.found(id)).toEqual([])

  it.house.control.placeRivalBid({ itemId, amount: 40, bidder: 'first' })
  it.house.control.placeRivalBid({ itemId, amount: 60, bidder: 'second' })
  it.moveTo(it.clock.now() + MINUTE)
  await readAgain(it, auctionId)
  expect(await it.check()).toBe(1)
  expect((await it.preflightOf(id))?.findings).toMatchObject([
    { code: 'price_past_maximum', message: 'The price is $41.00, above your maximum of $25.00.', remedy: 'raise_bid' },
  ])

  const raised = await it.change(id, 70)
  it.moveTo(it.clock.now() + 1)
  expect(await it.check()).toBe(1)
  expect(await it.found(id)).toEqual([])
  // A browser that hears of the check before its own change is answered knows which is the later.
  expect((await it.bidOf(id))?.updated_at).not.toBe(raised.updated_at)
})

test('an item that the site does not show is asked for again, and then said to be missing', async () => {
  await using it = await startPreflighting()
  const { id, itemId } = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  it.house.control.addFault({ kind: 'status', status: 404, itemId })
  it.moveTo(it.clock.now() + MINUTE)
  await it.check()
  expect(await it.found(id)).toEqual(['amber item_missing'])
  it.moveTo(it.clock.now() + 2 * MINUTE)
  await it.check()
  expect(await it.found(id)).toEqual(['red item_missing'])

  it.house.control.clearFaults()
  it.moveTo(it.clock.now() + 2 * MINUTE)
  await it.check()
  expect(await it.found(id)).toEqual([])
})

test('an item that its seller has ended early is said to be so', async () => {
  await using it = await startPreflighting()
  const { id, itemId } = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  it.house.control.closeListing({ itemId })
  it.moveTo(it.clock.now() + MINUTE)
  await it.check()
  expect(await it.found(id)).toEqual(['red item_ended_early'])
})

test('an end that has moved is checked at once, and said until the owner has changed the bid', async () => {
  await using it = await startPreflighting()
  const { id, itemId, auctionId } = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  await it.check()
  it.house.control.moveEnd({ itemId, endsInSeconds: 2 * HALF_AN_HOUR_S })
  it.moveTo(it.clock.now() + MINUTE)
  await readAgain(it, auctionId)
  expect(await it.check()).toBe(1)
  expect(await it.found(id)).toEqual(['amber end_moved'])
  await it.change(id, 26)
  await it.check()
  expect(await it.found(id)).toEqual([])
})

test('fifteen led auctions are a warning, and a certainty once the site has refused for them', async () => {
  await using it = await startPreflighting()
  const { id } = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  for (let count = 0; count < 15; count += 1) {
    const { itemId } = it.house.control.createListing({ title: `Led ${count}`, endsInSeconds: 7_200 })
    it.house.control.placeRivalBid({ itemId, bidder: LOGIN.username, amount: 20 })
  }
  await it.check()
  expect(await it.found(id)).toEqual(['amber leading_many'])

  const refused = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  const settled = { status: 'failed', outcome: 'account_limit', settled_at: new Date(it.clock.now()) } as const
  await it.deps.db.updateTable('bids').set(settled).where('id', '=', refused.id).execute()
  it.moveTo(it.clock.now() + 15 * MINUTE)
  await it.check()
  expect(await it.found(id)).toEqual(['red leading_many'])
})

test('unpaid items turn a bid red until they are paid', async () => {
  await using it = await startPreflighting()
  const { id } = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  it.house.control.changeAccount({ userName: LOGIN.username, unpaidItems: 15 })
  await it.check()
  expect(await it.found(id)).toEqual(['red unpaid_items'])
  it.house.control.changeAccount({ userName: LOGIN.username, unpaidItems: 0 })
  it.moveTo(it.clock.now() + 5 * MINUTE)
  await it.check()
  expect(await it.found(id)).toEqual([])
})

test('a site that is away is not a red bid: it could not be checked, and is checked again in a minute', async () => {
  await using it = await startPreflighting()
  const { id } = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  it.house.control.addFault({ kind: 'status', status: 503 })
  it.moveTo(it.clock.now() + 6 * MINUTE)
  await it.check()
  expect(await it.found(id)).toEqual(['amber site_unreachable'])

  it.house.control.clearFaults()
  await it.deps.db.deleteFrom('read_budgets').execute()
  it.moveTo(it.clock.now() + MINUTE)
  await it.check()
  expect(await it.found(id)).toEqual([])
})

test('many bids of one account cost one question about the account, and one reading of each item', async () => {
  await using it = await startPreflighting()
  const bids = [
    await it.scheduledBid(),
    await it.scheduledBid({ endsInSeconds: 30 * 3_600 + 30 }),
    await it.scheduledBid(),
  ]
  it.house.control.clearReads()
  it.moveTo(bids[0]!.fireAt, 24 * HOUR)
  expect(await it.check()).toBe(3)
  expect(it.reads('Auctions/GetOpenAuctions')).toBe(1)
  expect(it.reads('SaveSearches/GetSaveSearches')).toBe(1)
  expect(it.reads('ItemDetail/GetItemDetailModelByItemId')).toBe(3)
  expect(it.reads('SignIn/Login')).toBe(0)
})

test('of two processes that look at the same instant one checks', async () => {
  await using it = await startPreflighting()
  const { id } = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  it.house.control.clearReads()
  const taken = await Promise.all([it.check(), it.check(), it.check()])
  expect(taken.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
  expect(it.reads('Auctions/GetOpenAuctions')).toBe(1)
  expect(await it.logOf(id)).toHaveLength(1)
})

test('what a process that died had begun to check is checked by another', async () => {
  await using it = await startPreflighting()
  const { id } = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  const claim = new Date(it.clock.now() + 3 * MINUTE)
  await it.deps.db.updateTable('bids').set({ preflight_due_at: claim }).execute()
  expect(await it.check()).toBe(0)
  it.moveTo(claim.getTime())
  await it.check()
  expect(await it.found(id)).toEqual([])
})

test('a cancelled bid is not checked', async () => {
  await using it = await startPreflighting()
  const { id } = await it.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  await it.deps.db.updateTable('bids').set({ status: 'cancelled' }).where('id', '=', id).execute()
  expect(await it.check()).toBe(0)
})

/** As the background does when a listing falls due. */
async function readAgain({ deps }: Awaited<ReturnType<typeof startPreflighting>>, auctionId: string) {
  await getFreshListing(deps, auctionId, 0)
}
