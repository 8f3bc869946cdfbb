import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bidByHand } from '../../test/bid-by-hand.ts'
import { startSniping } from '../../test/sniping.ts'

const ENDS_IN_SECONDS = 40
/** Leaves time to find out that a bid did not arrive, and to send it again. */
const LONG_LEAD_S = 9
const PLACE_BID = 'ItemBid/PlaceBid'
const ITEM_PAGE = 'ItemDetail/GetItemDetailModelByItemId/*'

type Sniping = Awaited<ReturnType<typeof startSniping>>

describe('an engine at a site that loses, delays and hides', () => {
  let it: Sniping
  let engine: AsyncDisposable
  beforeAll(async () => {
    it = await startSniping()
    engine = await it.startEngine()
  })
  afterAll(async () => {
    await engine[Symbol.asyncDispose]()
    await it[Symbol.asyncDispose]()
  })

  const openAuction = (auction: Partial<Parameters<Sniping['house']['control']['createListing']>[0]> = {}) =>
    it.house.control.createListing({ title: 'Brass lamp', endsInSeconds: ENDS_IN_SECONDS, ...auction }).itemId

  const outcomesOf = (itemId: number) => it.arrivals(itemId).map(({ amountCents, outcome }) => [amountCents, outcome])

  const acceptedOf = (itemId: number) =>
    it.arrivals(itemId).flatMap(({ amountCents, outcome }) => (outcome === 'leading' ? amountCents : []))

  const settled = (bidId: number) => it.until(bidId, ({ settled_at }) => settled_at !== null)

  const RIVAL_AT_26 = [{ strategy: 'sniper', maxBid: 26, secondsBeforeEnd: 3 }] as const

  test.for(['before', 'after'] as const)(
    'A bid that is lost on its way is sent again although its owner leads with a bid made by hand %s arming',
    async (when) => {
      const userName = `hand-${when}`
      const accountId = await it.addBidderNamed(userName)
      const itemId = openAuction({ rivals: [...RIVAL_AT_26] })
      const byHand = () => bidByHand(it.house.apiUrl, { userName, itemId, amount: 20 })
      if (when === 'before') await byHand()
      const { bidId } = await it.snipeOn(itemId, { accountId, maxBidCents: 4_000, secondsBeforeEnd: LONG_LEAD_S })
      await it.untilLogged(bidId, 'armed')
      if (when === 'after') await byHand()
      it.house.control.addFault({ kind: 'cut', when: 'before', endpoint: PLACE_BID, itemId, times: 1 })

      expect(await settled(bidId)).toMatchObject({ status: 'won', outcome: 'won', final_price_cents: 2_700 })
      expect(outcomesOf(itemId)).toEqual([
        [2_000, 'leading'],
        [4_000, 'not_acted'],
        [4_000, 'leading'],
      ])
    },
  )

  test('A bid that the site accepts without an answer is not sent again although the item page is 6 s behind', async () => {
    const accountId = await it.addBidderNamed('lagging-page')
    const itemId = openAuction()
    it.house.control.addFault({ kind: 'page_lag', lagMs: 6_000, endpoint: ITEM_PAGE, itemId })
    it.house.control.addFault({ kind: 'cut', when: 'after', endpoint: PLACE_BID, itemId, times: 1 })
    const { bidId } = await it.snipeOn(itemId, { accountId, secondsBeforeEnd: LONG_LEAD_S })
    expect(await settled(bidId)).toMatchObject({ status: 'won', outcome: 'won' })
    expect(outcomesOf(itemId)).toEqual([[2_500, 'leading']])
  })

  test('A bid that the site accepts without an answer is won although every page is 6 s behind and a repetition is too low', async () => {
    const accountId = await it.addBidderNamed('lagging-site')
    // The bidder's own lead raises the next acceptable bid past the maximum.
    const itemId = openAuction({ startingPrice: 24.5 })
    it.house.control.addFault({ kind: 'page_lag', lagMs: 6_000, itemId })
    it.house.control.addFault({ kind: 'cut', when: 'after', endpoint: PLACE_BID, itemId, times: 1 })
    const { bidId } = await it.snipeOn(itemId, { accountId, secondsBeforeEnd: LONG_LEAD_S })
    expect(await settled(bidId)).toMatchObject({ status: 'won', outcome: 'won', final_price_cents: 2_450 })
    expect(acceptedOf(itemId)).toEqual([2_500])
  })

  test('A won bid is not called lost when the item page no longer shows the leader after the close', async () => {
    const accountId = await it.addBidderNamed('hidden')
    const itemId = openAuction()
    it.house.control.addFault({ kind: 'leads_until_close', itemId })
    const { bidId } = await it.snipeOn(itemId, { accountId })
    expect(await settled(bidId)).toMatchObject({ status: 'won', outcome: 'won', final_price_cents: 999 })
  })

  test('A won bid stays open while no page says who has won, and is won once the list of orders answers', async () => {
    const userName = 'hidden-orders'
    const accountId = await it.addBidderNamed(userName)
    const itemId = openAuction()
    it.house.control.addFault({ kind: 'leads_until_close', itemId })
    it.house.control.addFault({ kind: 'status', status: 503, endpoint: 'OpenOrders/GetOpenOrders', userName, times: 3 })
    const { bidId } = await it.snipeOn(itemId, { accountId })
    expect(await settled(bidId)).toMatchObject({ status: 'won', outcome: 'won' })
    expect(it.house.control.listFaults().faults).toContainEqual(expect.objectContaining({ userName, times: 0 }))
  })

  /** From the close, as the site dates both. */
  const toldAfterMs = async (bidId: number, itemId: number) =>
    (await settled(bidId)).settled_at!.getTime() - it.house.control.readListing({ itemId }).endsAt

  /** What the log says from the close on; of a `checking`, whether the bid led. */
  const eventsAfterClose = async (bidId: number) =>
    (await it.eventsOf(bidId)).flatMap((event) => {
      if (event.kind === 'checking') return `checking ${event.leads}`
      return event.kind === 'settled' || event.kind === 'failed' ? event.kind : []
    })

  const ordersOf = (accountId: number) =>
    it.db.selectFrom('orders').selectAll().where('account_id', '=', accountId).execute()

  test('A win is told within 8 s of the close, by the order that appears 2 s after it, and what the order says is kept', async () => {
    const accountId = await it.addBidderNamed('quick-order')
    const itemId = openAuction()
    const { bidId } = await it.snipeOn(itemId, { accountId })
    expect(await toldAfterMs(bidId, itemId)).toBeLessThanOrEqual(8_000)
    expect(await settled(bidId)).toMatchObject({ status: 'won', final_price_cents: 999 })
    const order = { auction_id: String(itemId), paid: false, price_cents: 999, handling_cents: 300, tax_cents: null }
    expect(await ordersOf(accountId)).toMatchObject([order])
  })

  test('A win is told within 15 s of the close while the lists of orders cannot be read, and an alarm names their fields', async () => {
    const userName = 'other-shape'
    const accountId = await it.addBidderNamed(userName)
    const itemId = openAuction()
    it.house.control.addFault({ kind: 'garbage', endpoint: 'OpenOrders/GetOpenOrders', userName })
    const { bidId } = await it.snipeOn(itemId, { accountId })
    expect(await toldAfterMs(bidId, itemId)).toBeLessThanOrEqual(15_000)
    expect(await settled(bidId)).toMatchObject({ status: 'won', final_price_cents: 999 })
    expect(await it.db.selectFrom('alarms').select(['kind', 'subject']).execute()).toEqual([
      {
        kind: 'orders_unreadable',
        subject:
          'OpenOrders/GetOpenOrders: {"status":"perhaps","itemId":[],"message":{"text":"number"},"bidHistory":null}',
      },
    ])
    expect(await ordersOf(accountId)).toEqual([])
    // Until then, the owner knows no more than that the bid led.
    expect(await eventsAfterClose(bidId)).toEqual(['checking true', 'settled'])
  })

  test('A win above the maximum, by a bid that its owner made by hand afterwards, is a win at the final price', async () => {
    const userName = 'raises'
    const accountId = await it.addBidderNamed(userName)
    const itemId = openAuction({ rivals: [{ strategy: 'sniper', maxBid: 40, secondsBeforeEnd: 2 }] })
    const { bidId } = await it.snipeOn(itemId, { accountId, maxBidCents: 3_000, secondsBeforeEnd: LONG_LEAD_S })
    await it.untilLogged(bidId, 'answered')
    await bidByHand(it.house.apiUrl, { userName, itemId, amount: 60 })
    expect(await settled(bidId)).toMatchObject({ status: 'won', outcome: 'won', final_price_cents: 4_100 })
    expect(
      await it.db.selectFrom('notifications').select(['kind', 'values']).where('bid_id', '=', bidId).execute(),
    ).toEqual([{ kind: 'bid_won', values: { priceCents: 4_100, maxBidCents: 3_000 } }])
  })

  test('A bid that the seller cancels while another bidder is there is not lost, but cancelled', async () => {
    const userName = 'retracted'
    const accountId = await it.addBidderNamed(userName)
    const itemId = openAuction()
    const { bidId } = await it.snipeOn(itemId, { accountId, secondsBeforeEnd: LONG_LEAD_S })
    await it.untilLogged(bidId, 'answered')
    it.house.control.placeRivalBid({ itemId, amount: 15 })
    it.house.control.retractBids({ itemId, bidder: userName })
    expect(await settled(bidId)).toMatchObject({
      status: 'failed',
      outcome: 'retracted',
      error_detail: 'The bid does not count: the seller cancelled your bid.',
    })
  })

  test('A bid that leads at the close below the reserve price is not won', async () => {
    const accountId = await it.addBidderNamed('reserve')
    const itemId = openAuction({ reserve: 50 })
    const { bidId } = await it.snipeOn(itemId, { accountId })
    expect(await settled(bidId)).toMatchObject({ status: 'failed', outcome: 'reserve_not_met' })
  })

  test('When the whole site fails after the close, the log says that the result is not shown, and later the win', async () => {
    const userName = 'silence'
    const accountId = await it.addBidderNamed(userName)
    const itemId = openAuction()
    const { bidId } = await it.snipeOn(itemId, { accountId })
    await it.untilLogged(bidId, 'answered')
    it.house.control.addFault({ kind: 'status', status: 503, userName, times: 40 })
    expect(await settled(bidId)).toMatchObject({ status: 'won' })
    expect(await eventsAfterClose(bidId)).toEqual(['checking false', 'settled'])
  })

  test('A bystander on the same engine is sent once and wins', async () => {
    const accountId = await it.addBystander()
    const { bidId, itemId } = await it.snipe({ accountId, endsInSeconds: ENDS_IN_SECONDS })
    expect(await settled(bidId)).toMatchObject({ status: 'won', fence: 1 })
    expect(outcomesOf(itemId)).toEqual([[2_500, 'leading']])
  })
})
