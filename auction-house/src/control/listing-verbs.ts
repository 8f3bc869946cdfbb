import * as z from 'zod'

import { closeEarly, moveEnd, withdraw } from '../auction/end-listing.ts'
import { bidCount, type Listing, minimumOf } from '../auction/listing.ts'
import { openListing } from '../auction/open-listing.ts'
import { placeBid } from '../auction/place-bid.ts'
import { makeRival, type Rival, TEMPERS } from '../auction/rivals.ts'
import { CATALOGUE, categoryNumbered } from '../floor/catalogue.ts'
import { makeRivalFor } from '../floor/make-lot.ts'
import { sellerNumbered, SELLERS } from '../floor/sellers.ts'
import type { House } from '../house.ts'
import { naivePacific } from '../pacific-time.ts'
import { randomFrom } from '../random.ts'
import { ControlError, itemId, money, seconds, verb } from './verb.ts'

const WantedRival = z.strictObject({
  temper: z.enum(TEMPERS),
  maxBid: money,
  /** Bids at this moment, whatever the temper says. */
  secondsBeforeEnd: seconds.optional(),
})

const NewListing = z.strictObject({
  title: z.string().min(1).max(200),
  startingPrice: money.default(999),
  bidIncrement: money.default(100),
  endsInSeconds: seconds,
  /** So many of the house's choosing, or these. */
  rivals: z.union([z.int().min(0).max(20), z.array(WantedRival).max(20)]).default(0),
  description: z.string().max(10_000).default('<p>A practice lot.</p>'),
  categoryId: z
    .int()
    .default(CATALOGUE[0].categoryId)
    .refine((id) => categoryNumbered(id), 'no such category'),
  sellerId: z
    .int()
    .default(SELLERS[0].sellerId)
    .refine((id) => sellerNumbered(id), 'no such seller'),
  shipping: z.enum(['calculated', 'one-cent', 'pickup-only']).default('calculated'),
  handling: money.default(300),
})

/** Ends are whole milliseconds, so that the wire can say them exactly. */
const endIn = (now: number, seconds: number) => Math.round(now + seconds * 1_000)

const ofItem = z.strictObject({ itemId })

export const listingVerbs = {
  createListing: verb({
    method: 'POST',
    path: '/listings',
    input: NewListing,
    run(house, wanted) {
      const now = house.upToDate()
      const id = house.nextItemId()
      const listing = openListing(
        house,
        {
          title: wanted.title,
          description: wanted.description,
          category: categoryNumbered(wanted.categoryId) ?? CATALOGUE[0],
          seller: sellerNumbered(wanted.sellerId) ?? SELLERS[0],
          startingPriceCents: wanted.startingPrice,
          incrementCents: wanted.bidIncrement,
          shippingCents: wanted.shipping === 'one-cent' ? 1 : 0,
          handlingCents: wanted.handling,
          weightPounds: 4,
          pickupOnly: wanted.shipping === 'pickup-only',
        },
        { itemId: id, opensAt: now, endsAt: endIn(now, wanted.endsInSeconds) },
        rivalsFor(id, wanted),
      )
      return describe(house, listing)
    },
  }),

  /** The truth about a listing, hidden maximum included. */
  readListing: verb({
    method: 'GET',
    path: '/listings/*',
    input: ofItem,
    run(house, { itemId }) {
      house.upToDate()
      return describe(house, theListing(house, itemId))
    },
  }),

  moveEnd: verb({
    method: 'POST',
    path: '/listings/*/move-end',
    input: z.strictObject({ itemId, endsInSeconds: seconds }),
    run(house, { itemId, endsInSeconds }) {
      const now = house.upToDate()
      const listing = theOpenListing(house, itemId)
      moveEnd(house, listing, endIn(now, endsInSeconds))
      return describe(house, listing)
    },
  }),

  closeListing: verb({
    method: 'POST',
    path: '/listings/*/close',
    input: ofItem,
    run(house, { itemId }) {
      const now = house.upToDate()
      const listing = theOpenListing(house, itemId)
      closeEarly(house, listing, now)
      return describe(house, listing)
    },
  }),

  withdrawListing: verb({
    method: 'POST',
    path: '/listings/*/withdraw',
    input: ofItem,
    run(house, { itemId }) {
      const now = house.upToDate()
      const listing = theOpenListing(house, itemId)
      withdraw(house, listing, now)
      return describe(house, listing)
    },
  }),

  /** Offers a closed lot again. Ids never come back: it gets a new one. */
  relistListing: verb({
    method: 'POST',
    path: '/listings/*/relist',
    input: z.strictObject({ itemId, endsInSeconds: seconds }),
    run(house, { itemId, endsInSeconds }) {
      const now = house.upToDate()
      const listing = theListing(house, itemId)
      if (!listing.closed) throw new ControlError(409, `Item ${itemId} is still open`)
      const dates = { itemId: house.nextItemId(), opensAt: now, endsAt: endIn(now, endsInSeconds) }
      return describe(house, openListing(house, listing, dates, []))
    },
  }),

  /** Somebody else bids, now. */
  placeRivalBid: verb({
    method: 'POST',
    path: '/listings/*/bid',
    input: z.strictObject({ itemId, bidder: z.string().min(2).max(50).default('somebodyelse'), amount: money }),
    run(house, { itemId, bidder, amount }) {
      const now = house.upToDate()
      const listing = theListing(house, itemId)
      const known = listing.bids.find((bid) => bid.bidder.name === bidder)?.bidder
      const outcome = placeBid(listing, house.accounts.named(bidder) ?? known ?? { name: bidder }, amount, now)
      return { outcome, ...describe(house, listing) }
    },
  }),
}

function theListing(house: House, itemId: number) {
  const listing = house.listings.get(itemId)
  if (!listing) throw new ControlError(404, `There is no item ${itemId}`)
  return listing
}

function theOpenListing(house: House, itemId: number) {
  const listing = theListing(house, itemId)
  if (listing.closed) throw new ControlError(409, `Item ${itemId} has closed`)
  return listing
}

function rivalsFor(itemId: number, { rivals, startingPrice }: z.output<typeof NewListing>): Rival[] {
  const random = randomFrom('rivals', itemId)
  if (typeof rivals === 'number') return Array.from({ length: rivals }, () => makeRivalFor(random, 4 * startingPrice))
  return rivals.map(({ temper, maxBid, secondsBeforeEnd }) =>
    makeRival({
      temper,
      limitCents: maxBid,
      leadMs: secondsBeforeEnd === undefined ? undefined : secondsBeforeEnd * 1_000,
      random: randomFrom('rival', random()),
    }),
  )
}

function describe(house: House, listing: Listing) {
  const { itemId, standing, closed, withdrawn, endsAt, seller } = listing
  return {
    itemId,
    sellerId: seller.sellerId,
    url: `${house.url}/item/${itemId}`,
    detailUrl: `${house.url}/api/ItemDetail/GetItemDetailModelByItemId/${itemId}`,
    /** Epoch ms on the site's clock. */
    endsAt,
    endTime: naivePacific(endsAt),
    closed,
    withdrawn,
    priceCents: standing.priceCents,
    minimumBidCents: minimumOf(listing),
    leader: standing.leader?.name ?? null,
    leaderMaxCents: standing.leaderMaxCents,
    bidCount: bidCount(listing),
    bids: listing.bids.map(({ bidder, maxCents, at, priceCents }) => ({
      bidder: bidder.name,
      maxCents,
      at,
      priceCents,
    })),
  }
}
