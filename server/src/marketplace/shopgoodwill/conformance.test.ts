import { type AuctionHouse, startAuctionHouse } from '@bidwell/auction-house'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import type { BidResponse, BidConnection, Marketplace, SiteSession } from '../marketplace.ts'
import { maximumOf } from '../maximum.ts'
import { shopgoodwill } from './shopgoodwill.ts'
import { LIMITS } from './site.ts'

/** 2026-10-07 20:00:00 Pacific. */
const EVENING = Date.UTC(2026, 9, 8, 3)
const HOUR_MS = 3_600_000
const PLACE_BID = 'ItemBid/PlaceBid'

let house: AuctionHouse
let site: Marketplace & AsyncDisposable
let session: SiteSession
let connection: BidConnection
/** The site's time, which moves only when a test says so. */
let siteNow: number

beforeEach(async () => {
  siteNow = EVENING
  house = await startAuctionHouse({ port: 0, sampleItems: false, clock: { now: () => siteNow } })
  const { host } = new URL(house.url)
  site = shopgoodwill(
    systemClock,
    { id: 'auction-house', name: 'Auction House', apiUrl: house.apiUrl, homeUrl: house.url, itemHosts: [host] },
    { ...LIMITS, responseTimeoutMs: 4_000 },
  )
  session = await site.logIn({ username: 'demo', password: 'demo' })
  connection = site.openBidConnection(session)
})
afterEach(async () => {
  await connection[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  await house[Symbol.asyncDispose]()
})

type NewListing = Parameters<AuctionHouse['control']['createListing']>[0]

function offer(listing: Partial<NewListing> = {}) {
  const { itemId } = house.control.createListing({ title: 'Brass Lamp', endsInSeconds: 3_600, ...listing })
  return String(itemId)
}

const listingAt = (auctionId: string) => house.control.readListing({ itemId: Number(auctionId) })
const rivalBids = (auctionId: string, amount: number) =>
  house.control.placeRivalBid({ itemId: Number(auctionId), amount })

async function bid(auctionId: string, cents: number): Promise<BidResponse> {
  const { sellerId } = await connection.readItem(auctionId)
  const order = { auctionId, sellerId, maximum: maximumOf({ max_bid_cents: cents }) }
  return connection.prepareBid(order).fire().response
}

const standingOn = async (auctionId: string) => (await site.readItem(auctionId, { session })).standing

describe('a login', () => {
  test('A login lasts for about a month', () => {
    expect(session.expiresAt).toBeGreaterThan(EVENING + 25 * 24 * HOUR_MS)
  })

  test('A login with a wrong password is refused with the message of the site', async () => {
    await expect(site.logIn({ username: 'demo', password: 'wrong' })).rejects.toMatchObject({
      kind: 'login_refused',
      siteMessage: 'The username or password are incorrect',
    })
  })

  test('A login accepts passwords of every length and alphabet', async () => {
    for (const password of ['x', 'sixteen letters!', 'correct horse battery staple', 'pässwörd 密码 🗝️']) {
      const username = `user of ${password}`
      house.control.createAccount({ userName: username, password })
      await site.checkSession(await site.logIn({ username, password }))
    }
  })

  test('A login is valid until it is revoked at the site', async () => {
    await site.checkSession(session)
    house.control.revokeTokens({})
    await expect(site.checkSession(session)).rejects.toMatchObject({ kind: 'unauthorized' })
  })
})

describe('reading', () => {
  test('An item reading holds the title, the prices and the end', async () => {
    const id = offer({ startingPrice: 10, bidIncrement: 2, handling: 4, shipping: 'one-cent' })
    expect(await site.readItem(id)).toMatchObject({
      auctionId: id,
      title: 'Brass Lamp',
      startingPriceCents: 1_000,
      currentPriceCents: 1_000,
      minimumBidCents: 1_000,
      bidIncrementCents: 200,
      bidCount: 0,
      shippingCents: 1,
      handlingCents: 400,
      endsAt: listingAt(id).endsAt,
      endsAtAmbiguous: false,
      closed: false,
      clock: { siteTime: EVENING, resolutionMs: 1 },
      bidders: null,
      standing: null,
    })
  })

  test('A later item reading shows new bids, a moved end and an early close', async () => {
    const id = offer({ startingPrice: 10 })
    rivalBids(id, 20)
    expect(await site.readItem(id)).toMatchObject({ bidCount: 1, currentPriceCents: 1_000, minimumBidCents: 1_100 })
    house.control.moveEnd({ itemId: Number(id), endsInSeconds: 7_200 })
    expect(await site.readItem(id)).toMatchObject({ endsAt: EVENING + 2 * HOUR_MS, closed: false })
    house.control.closeListing({ itemId: Number(id) })
    expect(await site.readItem(id)).toMatchObject({ closed: true })
  })

  test('An item that does not exist is not found', async () => {
    await expect(site.readItem('123456789')).rejects.toMatchObject({ kind: 'not_found' })
    await expect(connection.readItem('123456789')).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('Open auctions are those with a bid of the user, and show whether the user leads', async () => {
    const id = offer({ startingPrice: 10 })
    offer({ title: 'Silver Spoon' })
    expect(await site.openAuctions(session)).toEqual([])
    await bid(id, 2_500)
    const row = { auctionId: id, endsAt: EVENING + HOUR_MS, leads: true, maximumCents: 2_500 }
    expect(await site.openAuctions(session)).toEqual([row])
    rivalBids(id, 30)
    expect(await site.openAuctions(session)).toEqual([{ ...row, leads: false }])
  })

  test('An auction that has ended leaves the open auctions, and comes onto the open orders of its winner only', async () => {
    const [won, lost] = [offer({ startingPrice: 10 }), offer({ title: 'Silver Spoon', startingPrice: 10 })]
    await bid(won, 2_500)
    await bid(lost, 2_500)
    rivalBids(lost, 30)
    siteNow += HOUR_MS + 1_000
    expect(await site.openAuctions(session)).toEqual([])
    expect(await site.openOrders(session)).toEqual([])
    siteNow += 1_000
    const order = {
      auctionId: won,
      itemsInOrder: 1,
      paid: false,
      priceCents: 1_000,
      handlingCents: 300,
      orderId: expect.any(String),
    }
    expect(await site.openOrders(session)).toEqual([
      { ...order, payBy: '2026-10-14', shippingCents: null, taxCents: null, trackingNumber: null, shipper: null },
    ])
    expect(await site.shippedOrders(session)).toEqual([])
  })

  test('A paid item is among the shipped orders with all that it cost and its tracking number', async () => {
    const id = offer({ startingPrice: 10 })
    await bid(id, 2_500)
    siteNow += HOUR_MS + 2_000
    const [open] = await site.openOrders(session)
    house.control.payForListing({ itemId: Number(id), trackingNumber: '794600000012' })
    expect(await site.openOrders(session)).toEqual([])
    expect(await site.shippedOrders(session)).toEqual([
      {
        auctionId: id,
        orderId: open?.orderId,
        itemsInOrder: 1,
        paid: true,
        priceCents: 1_000,
        payBy: null,
        shippingCents: 1_009,
        handlingCents: 300,
        taxCents: 78,
        trackingNumber: '794600000012',
        shipper: 'FedEx',
      },
    ])
  })

  test("The site's clock can be sampled to the second without an item", async () => {
    siteNow += 250
    expect(await site.sampleClock()).toMatchObject({ siteTime: EVENING, resolutionMs: 1_000 })
  })

  test('The URL of an item opens its page, and refers to the item', async () => {
    const id = offer()
    expect(site.parseItemReference(site.itemUrl(id))).toBe(id)
    expect((await fetch(site.itemUrl(id))).status).toBe(200)
  })
})

describe('in the night in which the clocks go back', () => {
  test.each([
    ['before the repeated hour', '2026-11-01T07:45:00Z', '2026-11-01T08:30:00Z'],
    ['in the first of the two hours, for an end in the first,', '2026-11-01T08:10:00Z', '2026-11-01T08:30:00Z'],
    ['in the first of the two hours, for an end in the second,', '2026-11-01T08:10:00Z', '2026-11-01T09:30:00Z'],
    ['in the second of the two hours', '2026-11-01T09:10:00Z', '2026-11-01T09:30:00Z'],
  ])('When the clocks go back, %s the end and the time of an item are read correctly', async (_when, now, end) => {
    siteNow = Date.parse(now)
    const id = offer({ endsInSeconds: (Date.parse(end) - siteNow) / 1_000 })
    expect(await site.readItem(id)).toMatchObject({
      endsAt: Date.parse(end),
      endsAtAmbiguous: false,
      clock: { siteTime: siteNow },
    })
  })

  test.each([
    ['first', '2026-11-01T08:20:00Z'],
    ['second', '2026-11-01T09:20:00Z'],
  ])(
    'When the clocks go back, an answer with a Date header of 50 minutes ago is read correctly in the %s of the two hours',
    async (_hour, now) => {
      siteNow = Date.parse(now)
      const id = offer({ endsInSeconds: 600 })
      house.control.addFault({ kind: 'old_date', ageMs: 50 * 60_000 })
      expect(await site.readItem(id)).toMatchObject({ endsAt: siteNow + 600_000, clock: { siteTime: siteNow } })
      expect(await site.sampleClock()).toMatchObject({ siteTime: siteNow })
    },
  )
})

describe('a bid', () => {
  test('A leading bid wins at the end, and the item reading shows it', async () => {
    const id = offer({ startingPrice: 10 })
    expect(await bid(id, 2_500)).toMatchObject({ kind: 'leading', priceCents: 1_000 })
    expect(listingAt(id)).toMatchObject({ leader: 'demo', leaderMaxCents: 2_500 })
    expect(await standingOn(id)).toEqual({
      leads: true,
      otherLeads: false,
      ownBids: [{ amountCents: 1_000, at: EVENING }],
      retractedBids: [],
    })

    siteNow += 2 * HOUR_MS
    expect(await site.readItem(id, { session })).toMatchObject({ closed: true, standing: { leads: true } })
  })

  test('A bid below the maximum of another bidder is outbid on arrival', async () => {
    const id = offer({ startingPrice: 10 })
    rivalBids(id, 50)
    expect(await bid(id, 2_500)).toMatchObject({ kind: 'outbid' })
    expect(await standingOn(id)).toMatchObject({ leads: false, otherLeads: true, ownBids: [{ amountCents: 2_500 }] })
  })

  test('A bid that equals an earlier maximum is outbid', async () => {
    const id = offer({ startingPrice: 10 })
    rivalBids(id, 25)
    expect(await bid(id, 2_500)).toMatchObject({ kind: 'outbid', priceCents: 2_500 })
  })

  test('A bid after the end of the auction is answered as closed', async () => {
    const id = offer()
    await connection.readItem(id)
    siteNow += HOUR_MS
    expect(await bid(id, 2_500)).toMatchObject({
      kind: 'closed',
      siteMessage: expect.stringContaining('Auction has closed'),
    })
  })

  test('A bid below the next acceptable bid is too low, and the response names the minimum', async () => {
    const id = offer({ startingPrice: 10, bidIncrement: 1 })
    rivalBids(id, 50)
    expect(await bid(id, 1_050)).toMatchObject({ kind: 'too_low', minimumBidCents: 1_100 })
  })

  test('A bid of an account with too many unpaid items is refused for an account limit', async () => {
    house.control.changeAccount({ userName: 'demo', unpaidItems: 15 })
    expect(await bid(offer(), 2_500)).toMatchObject({
      kind: 'account_limit',
      siteMessage: expect.stringContaining('unpaid'),
    })
  })

  test('A bid of a young account that leads too many auctions is refused for an account limit', async () => {
    house.control.changeAccount({ userName: 'demo', ageDays: 3 })
    for (let led = 0; led < 15; led++) expect((await bid(offer(), 2_500)).kind).toBe('leading')
    expect(await bid(offer(), 2_500)).toMatchObject({
      kind: 'account_limit',
      siteMessage: expect.stringContaining('15'),
    })
  })

  test('A bid with a revoked token is unauthorized, and a bid after a new login leads', async () => {
    const id = offer()
    const { sellerId } = await connection.readItem(id)
    const prepared = connection.prepareBid({ auctionId: id, sellerId, maximum: maximumOf({ max_bid_cents: 2_500 }) })
    house.control.revokeTokens({})
    expect(await prepared.fire().response).toMatchObject({ kind: 'unauthorized' })
    await expect(connection.readItem(id)).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(standingOn(id)).rejects.toMatchObject({ kind: 'unauthorized' })

    session = await site.logIn({ username: 'demo', password: 'demo' })
    await connection[Symbol.asyncDispose]()
    connection = site.openBidConnection(session)
    expect((await bid(id, 2_500)).kind).toBe('leading')
  })

  test('Later bids on one connection are accepted like the first, since no cookie is sent back', async () => {
    const id = offer()
    for (const cents of [2_000, 2_500, 3_000]) expect((await bid(id, cents)).kind).toBe('leading')
    await site.checkSession(session)
  })
})

describe('a bid that meets a fault', () => {
  const faults: [fault: Parameters<AuctionHouse['control']['addFault']>[0], kind: BidResponse['kind']][] = [
    [{ kind: 'cut', when: 'before' }, 'unknown'],
    [{ kind: 'cut', when: 'after' }, 'unknown'],
    [{ kind: 'hang', when: 'before' }, 'unknown'],
    [{ kind: 'hang', when: 'after' }, 'unknown'],
    [{ kind: 'truncated' }, 'unknown'],
    [{ kind: 'oversized' }, 'unknown'],
    [{ kind: 'garbage' }, 'unknown'],
    [{ kind: 'html' }, 'unknown'],
    [{ kind: 'trickle' }, 'unknown'],
    [{ kind: 'status', status: 500, when: 'after' }, 'unknown'],
    [{ kind: 'status', status: 503 }, 'unknown'],
    [{ kind: 'status', status: 403 }, 'blocked'],
    [{ kind: 'status', status: 401 }, 'unauthorized'],
    [{ kind: 'unauthorized' }, 'unauthorized'],
    [{ kind: 'status', status: 429, retryAfterSeconds: 2 }, 'rate_limited'],
  ]

  test.each(faults)(
    'A bid that meets the fault %j is classified as %s, and the next bid leads',
    async (fault, kind) => {
      const id = offer()
      house.control.addFault({ ...fault, endpoint: PLACE_BID, times: 1 })
      expect((await bid(id, 2_500)).kind).toBe(kind)

      const { entries } = house.control.readJournal({})
      expect(entries).toHaveLength(1)
      const isAccepted = listingAt(id).bidCount === 1
      expect((await standingOn(id))?.ownBids).toHaveLength(isAccepted ? 1 : 0)
      expect((await bid(id, 3_000)).kind).toBe('leading')
    },
  )
})
