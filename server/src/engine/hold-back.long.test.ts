import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'

const ENDS_IN_SECONDS = 24
const PLACE_BID = 'ItemBid/PlaceBid'
const ITEM_PAGE = 'ItemDetail/GetItemDetailModelByItemId/*'

type Sniping = Awaited<ReturnType<typeof startSniping>>

describe('an engine at a site that misleads before the shot', () => {
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

  const openAuction = () =>
    it.house.control.createListing({ title: 'Brass lamp', startingPrice: 10, endsInSeconds: ENDS_IN_SECONDS }).itemId

  const outcomesOf = (itemId: number) => it.arrivals(itemId).map(({ outcome }) => outcome)
  const settled = (bidId: number) => it.until(bidId, ({ settled_at }) => settled_at !== null)

  test('A bid is sent at its moment although a mistyped bid stood above its maximum until shortly before', async () => {
    const accountId = await it.addBidderNamed('mistyped')
    const itemId = openAuction()
    it.house.control.placeRivalBid({ itemId, bidder: 'careless', amount: 900 })
    it.house.control.placeRivalBid({ itemId, bidder: 'other', amount: 800 })
    const { bidId } = await it.snipeOn(itemId, { accountId, secondsBeforeEnd: 6 })
    await it.untilLogged(bidId, 'armed')
    it.house.control.retractBids({ itemId, bidder: 'careless' })
    it.house.control.retractBids({ itemId, bidder: 'other' })
    expect(await settled(bidId)).toMatchObject({ status: 'won', outcome: 'won' })
    expect(outcomesOf(itemId)).toEqual(['leading'])
  })

  test('Nothing is sent above the maximum, and the bid says so only after the close', async () => {
    const accountId = await it.addBidderNamed('too-dear')
    const itemId = openAuction()
    it.house.control.placeRivalBid({ itemId, bidder: 'rich', amount: 900 })
    it.house.control.placeRivalBid({ itemId, bidder: 'richer', amount: 800 })
    const { bidId, endsAt } = await it.snipeOn(itemId, { accountId })
    const bid = await settled(bidId)
    expect(bid).toMatchObject({ status: 'outbid', outcome: 'price_past_maximum' })
    expect(bid.settled_at?.getTime()).toBeGreaterThanOrEqual(endsAt)
    expect(outcomesOf(itemId)).toEqual([])
  })

  test.for([
    ['shows another item', { kind: 'other_item' }],
    ['says that the auction has closed', { kind: 'false_close' }],
  ] as const)('A bid is sent at its moment although a page before it %s', async ([, { kind }], { expect }) => {
    const userName = `page-${kind}`
    const accountId = await it.addBidderNamed(userName)
    const [itemId, dear] = [openAuction(), openAuction()]
    it.house.control.placeRivalBid({ itemId: dear, bidder: 'rich', amount: 900 })
    it.house.control.placeRivalBid({ itemId: dear, bidder: 'richer', amount: 800 })
    const target = { endpoint: ITEM_PAGE, itemId, userName, times: 1 }
    it.house.control.addFault(kind === 'other_item' ? { kind, showsItemId: dear, ...target } : { kind, ...target })
    const { bidId } = await it.snipeOn(itemId, { accountId })
    expect(await settled(bidId)).toMatchObject({ status: 'won', outcome: 'won' })
    expect(outcomesOf(itemId)).toEqual(['leading'])
    expect(it.house.control.listFaults().faults).toContainEqual(expect.objectContaining({ kind, times: 0 }))
  })

  test('A bid that the site refuses in unknown words is sent four times, and quotes the site', async () => {
    const accountId = await it.addBidderNamed('new-terms')
    const itemId = openAuction()
    const message = 'Please accept our updated Terms of Use.'
    it.house.control.addFault({ kind: 'refusal', when: 'before', endpoint: PLACE_BID, itemId, message })
    const { bidId } = await it.snipeOn(itemId, { accountId, secondsBeforeEnd: 9 })
    const bid = await settled(bidId)
    expect(bid).toMatchObject({ status: 'failed', outcome: 'refused', site_message: message })
    expect(bid.error_detail).toContain(`It said: “${message}”`)
    expect(outcomesOf(itemId)).toEqual(['not_acted', 'not_acted', 'not_acted', 'not_acted'])
  })

  test('A bid that the site asks to wait beyond the close is sent once more shortly before the close', async () => {
    const accountId = await it.addBidderNamed('slowed-down')
    const itemId = openAuction()
    it.house.control.addFault({
      kind: 'status',
      when: 'before',
      status: 429,
      retryAfterSeconds: 60,
      endpoint: PLACE_BID,
      itemId,
      times: 1,
    })
    const { bidId } = await it.snipeOn(itemId, { accountId, secondsBeforeEnd: 6 })
    expect(await settled(bidId)).toMatchObject({ status: 'won', outcome: 'won' })
    expect(outcomesOf(itemId)).toEqual(['not_acted', 'leading'])
  })

  test('A bystander on the same engine is sent once and wins', async () => {
    const accountId = await it.addBystander()
    const { bidId, itemId } = await it.snipe({ accountId, endsInSeconds: ENDS_IN_SECONDS })
    expect(await settled(bidId)).toMatchObject({ status: 'won', fence: 1 })
    expect(outcomesOf(itemId)).toEqual(['leading'])
  })
})
