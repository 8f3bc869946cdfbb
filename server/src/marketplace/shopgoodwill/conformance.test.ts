import { type AuctionHouse, startAuctionHouse } from '@bidwell/auction-house'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { systemClock } from '../../platform/clock.ts'
import type { BidAnswer, BidConnection, Marketplace, SiteSession } from '../marketplace.ts'
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
let line: BidConnection
/** The site's time, which moves only when a test says so. */
let siteNow: number

beforeEach(async () => {
  siteNow = EVENING
  house = await startAuctionHouse({ port: 0, floor: false, clock: { now: () => siteNow } })
  const { host } = new URL(house.url)
  site = shopgoodwill(
    systemClock,
    { id: 'auction-house', name: 'Auction House', apiUrl: house.apiUrl, homeUrl: house.url, itemHosts: [host] },
    { ...LIMITS, answerMs: 1_000, warmMs: 1_000 },
  )
  session = await site.logIn({ username: 'demo', password: 'demo' })
  line = site.openBidConnection(session)
})
afterEach(async () => {
  await line[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  await house[Symbol.asyncDispose]()
})

type Wanted = Parameters<AuctionHouse['control']['createListing']>[0]

function offer(wanted: Partial<Wanted> = {}) {
  const { itemId } = house.control.createListing({ title: 'Brass Lamp', endsInSeconds: 3_600, ...wanted })
  return String(itemId)
}

const truth = (auctionId: string) => house.control.readListing({ itemId: Number(auctionId) })
const rivalBids = (auctionId: string, amount: number) =>
  house.control.placeRivalBid({ itemId: Number(auctionId), amount })

async function bid(auctionId: string, cents: number): Promise<BidAnswer> {
  const { sellerId } = await line.warm(auctionId)
  const order = { auctionId, sellerId, maximum: maximumOf({ max_bid_cents: cents }) }
  return line.prepareBid(order).fire().answer
}

const standingOn = async (auctionId: string) => (await site.readItem(auctionId, { session })).standing

describe('a login', () => {
  test('lasts for about a month and belongs to a buyer', () => {
    expect(session.expiresAt).toBeGreaterThan(EVENING + 25 * 24 * HOUR_MS)
    expect(session.buyerId).toMatch(/^\d+$/)
  })

  test('with a wrong password is refused in the words of the site', async () => {
    await expect(site.logIn({ username: 'demo', password: 'wrong' })).rejects.toMatchObject({
      kind: 'login_refused',
      siteMessage: 'The username or password are incorrect',
    })
  })

  test('takes passwords of every length and alphabet', async () => {
    for (const password of ['x', 'sixteen letters!', 'correct horse battery staple', 'pässwörd 密码 🗝️']) {
      const username = `user of ${password}`
      house.control.createAccount({ userName: username, password })
      await site.checkSession(await site.logIn({ username, password }))
    }
  })

  test('holds until it is revoked, at the site or by logging out', async () => {
    await site.checkSession(session)
    house.control.revokeTokens({})
    await expect(site.checkSession(session)).rejects.toMatchObject({ kind: 'unauthorized' })

    const again = await site.logIn({ username: 'demo', password: 'demo' })
    await site.logOut(again)
    await expect(site.checkSession(again)).rejects.toMatchObject({ kind: 'unauthorized' })
  })
})

describe('reading', () => {
  test('an item says what it is, what it costs and when it ends', async () => {
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
      endsAt: truth(id).endsAt,
      endsAtAmbiguous: false,
      closed: false,
      clock: { siteTime: EVENING, resolutionMs: 1 },
      standing: null,
    })
  })

  test('an item follows its bids, its moved end and its early close', async () => {
    const id = offer({ startingPrice: 10 })
    rivalBids(id, 20)
    expect(await site.readItem(id)).toMatchObject({ bidCount: 1, currentPriceCents: 1_000, minimumBidCents: 1_100 })
    house.control.moveEnd({ itemId: Number(id), endsInSeconds: 7_200 })
    expect(await site.readItem(id)).toMatchObject({ endsAt: EVENING + 2 * HOUR_MS, closed: false })
    house.control.closeListing({ itemId: Number(id) })
    expect(await site.readItem(id)).toMatchObject({ closed: true })
  })

  test('an item that is not there is not found', async () => {
    await expect(site.readItem('123456789')).rejects.toMatchObject({ kind: 'not_found' })
    await expect(line.warm('123456789')).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('shipping is an estimate for an address, and none for what is picked up', async () => {
    const quoted = await site.estimateShipping(offer({ handling: 4 }), '97201')
    expect(quoted).toMatchObject({ shippingCents: expect.any(Number), handlingCents: 400 })
    expect(quoted.totalCents).toBe(quoted.shippingCents! + 400)
    expect(await site.estimateShipping(offer({ shipping: 'pickup-only' }), '97201')).toEqual({
      shippingCents: null,
      handlingCents: null,
      totalCents: null,
    })
  })

  test('search finds what is open by its words, and counts it', async () => {
    const id = offer({ title: 'Brass Lamp', startingPrice: 10 })
    offer({ title: 'Silver Spoon' })
    expect(await site.search('lamp', 1)).toEqual({
      total: 1,
      items: [
        {
          auctionId: id,
          title: 'Brass Lamp',
          currentPriceCents: 1_000,
          startingPriceCents: 1_000,
          bidCount: 0,
          endsAt: EVENING + HOUR_MS,
          imageUrl: expect.stringMatching(/^http:/),
        },
      ],
    })
    expect((await site.search('"lamp"', 1)).total).toBe(1)
    expect(await site.search('piano', 1)).toEqual({ total: 0, items: [] })
  })

  test('favourites and open auctions tell how the user stands', async () => {
    const id = offer({ startingPrice: 10 })
    expect(await site.favourites(session)).toEqual([])
    expect(await site.openAuctions(session)).toEqual([])
    await bid(id, 2_500)
    await fetch(`${house.apiUrl}Favorite/AddToFavorite?itemId=${id}`, {
      headers: { authorization: `Bearer ${session.token}` },
    })
    const row = { auctionId: id, ownMaxCents: 2_500, leads: true, currentPriceCents: 1_000 }
    expect(await site.openAuctions(session)).toMatchObject([row])
    expect(await site.favourites(session)).toMatchObject([{ ...row, open: true, startingPriceCents: 1_000 }])
    rivalBids(id, 30)
    expect(await site.openAuctions(session)).toMatchObject([{ leads: false, currentPriceCents: 2_600 }])
    expect(await site.favourites(session)).toMatchObject([{ leads: false }])
  })

  test("the site's clock is told to the second, without an item", async () => {
    siteNow += 250
    expect(await site.sampleClock()).toMatchObject({ siteTime: EVENING, resolutionMs: 1_000 })
  })

  test('an item link of the site is known, and leads back', async () => {
    const id = offer()
    expect(site.parseItemReference(site.itemUrl(id))).toBe(id)
    expect((await fetch(site.itemUrl(id))).status).toBe(200)
  })
})

describe('in the night in which the clocks go back', () => {
  test.each([
    ['before the repeated hour', '2026-11-01T07:45:00Z', '2026-11-01T08:30:00Z'],
    ['in its first half, for an end in the same', '2026-11-01T08:10:00Z', '2026-11-01T08:30:00Z'],
    ['in its first half, for an end in the second', '2026-11-01T08:10:00Z', '2026-11-01T09:30:00Z'],
    ['in its second half', '2026-11-01T09:10:00Z', '2026-11-01T09:30:00Z'],
  ])('%s, the end and the time are the true ones', async (_when, now, end) => {
    siteNow = Date.parse(now)
    const id = offer({ endsInSeconds: (Date.parse(end) - siteNow) / 1_000 })
    expect(await site.readItem(id)).toMatchObject({
      endsAt: Date.parse(end),
      endsAtAmbiguous: false,
      clock: { siteTime: siteNow },
    })
  })
})

describe('a bid', () => {
  test('leads, wins at the end, and the item says so', async () => {
    const id = offer({ startingPrice: 10 })
    expect(await bid(id, 2_500)).toMatchObject({ kind: 'leading', priceCents: 1_000 })
    expect(truth(id)).toMatchObject({ leader: 'demo', leaderMaxCents: 2_500 })
    expect(await standingOn(id)).toEqual({ leads: true, ownBids: [{ amountCents: 1_000, at: EVENING }] })

    siteNow += 2 * HOUR_MS
    expect(await site.readItem(id, { session })).toMatchObject({ closed: true, standing: { leads: true } })
  })

  test('is outbid on arrival by a higher maximum', async () => {
    const id = offer({ startingPrice: 10 })
    rivalBids(id, 50)
    expect(await bid(id, 2_500)).toMatchObject({ kind: 'outbid' })
    expect(await standingOn(id)).toMatchObject({ leads: false, ownBids: [{ amountCents: 2_500 }] })
  })

  test('loses a tie to the earlier bid', async () => {
    const id = offer({ startingPrice: 10 })
    rivalBids(id, 25)
    expect(await bid(id, 2_500)).toMatchObject({ kind: 'outbid', priceCents: 2_500 })
  })

  test('comes too late when the auction has closed', async () => {
    const id = offer()
    await line.warm(id)
    siteNow += HOUR_MS
    expect(await bid(id, 2_500)).toMatchObject({
      kind: 'closed',
      siteMessage: expect.stringContaining('Auction has closed'),
    })
  })

  test('is too low below the next acceptable one, which the site names', async () => {
    const id = offer({ startingPrice: 10, bidIncrement: 1 })
    rivalBids(id, 50)
    expect(await bid(id, 1_050)).toMatchObject({ kind: 'too_low', minimumBidCents: 1_100 })
  })

  test('is refused to an account with too many unpaid items', async () => {
    house.control.changeAccount({ userName: 'demo', unpaidItems: 15 })
    expect(await bid(offer(), 2_500)).toMatchObject({
      kind: 'account_limit',
      siteMessage: expect.stringContaining('unpaid'),
    })
  })

  test('is refused to a young account that leads too many auctions already', async () => {
    house.control.changeAccount({ userName: 'demo', ageDays: 3 })
    for (let led = 0; led < 15; led++) expect((await bid(offer(), 2_500)).kind).toBe('leading')
    expect(await bid(offer(), 2_500)).toMatchObject({
      kind: 'account_limit',
      siteMessage: expect.stringContaining('15'),
    })
  })

  test('with a revoked token is not authorised, and a new login mends it', async () => {
    const id = offer()
    const { sellerId } = await line.warm(id)
    const prepared = line.prepareBid({ auctionId: id, sellerId, maximum: maximumOf({ max_bid_cents: 2_500 }) })
    house.control.revokeTokens({})
    expect(await prepared.fire().answer).toMatchObject({ kind: 'unauthorized' })
    await expect(line.warm(id)).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(standingOn(id)).rejects.toMatchObject({ kind: 'unauthorized' })

    session = await site.logIn({ username: 'demo', password: 'demo' })
    await line[Symbol.asyncDispose]()
    line = site.openBidConnection(session)
    expect((await bid(id, 2_500)).kind).toBe('leading')
  })

  test('after a bid is no harder than the first: no cookie comes back', async () => {
    const id = offer()
    for (const cents of [2_000, 2_500, 3_000]) expect((await bid(id, cents)).kind).toBe('leading')
    await site.checkSession(session)
  })
})

describe('when the site does its worst to a bid', () => {
  const faults: [fault: Parameters<AuctionHouse['control']['addFault']>[0], kind: BidAnswer['kind']][] = [
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

  test.each(faults)('%j', async (fault, kind) => {
    const id = offer()
    house.control.addFault({ ...fault, endpoint: PLACE_BID, times: 1 })
    expect((await bid(id, 2_500)).kind).toBe(kind)

    const { entries } = house.control.readJournal({})
    expect(entries).toHaveLength(1)
    const landed = truth(id).bidCount === 1
    expect((await standingOn(id))?.ownBids).toHaveLength(landed ? 1 : 0)
    expect((await bid(id, 3_000)).kind).toBe('leading')
  })
})
