import * as z from 'zod'
import { closeEarly, moveEnd, withdraw } from '../auction/close-listing.ts'
import { bidCount, type Listing, minimumOf } from '../auction/listing.ts'
import { openListing } from '../auction/open-listing.ts'
import { placeBid, retractBids } from '../auction/place-bid.ts'
import { makeRival, type Rival, STRATEGIES } from '../auction/rivals.ts'
import type { House } from '../house.ts'
import { naivePacific } from '../pacific-time.ts'
import { randomFrom } from '../random.ts'
import { CATALOGUE, categoryNumbered } from '../sample-items/catalogue.ts'
import { makeRivalFor } from '../sample-items/make-item.ts'
import { sellerNumbered, SELLERS } from '../sample-items/sellers.ts'
import { ControlError, itemId, money, seconds, command } from './command.ts'

const RivalInput = z.strictObject({
  strategy: z.enum(STRATEGIES),
  maxBid: money,
  /** Overrides the strategy's time of the first bid. */
  secondsBeforeEnd: seconds.optional(),
})

const NewListing = z.strictObject({
  title: z.string().min(1).max(200),
  startingPrice: money.default(999),
  bidIncrement: money.default(100),
  endsInSeconds: seconds,
  /** A number of random rivals, or these rivals. */
  rivals: z.union([z.int().min(0).max(20), z.array(RivalInput).max(20)]).default(0),
  description: z.string().max(10_000).default('<p>A practice item.</p>'),
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
  reserve: money.optional(),
})

/** Ends are whole milliseconds, which the protocol can express exactly. */
const endIn = (now: number, seconds: number) => Math.round(now + seconds * 1_000)

const ofItem = z.strictObject({ itemId })

export const listingCommands = {
  createListing: command({
    method: 'POST',
    path: '/listings',
    input: NewListing,
    run(house, input) {
      const now = house.catchUp()
      const id = house.nextItemId()
      const listing = openListing(
        house,
        {
          title: input.title,
          description: input.description,
          category: categoryNumbered(input.categoryId) ?? CATALOGUE[0],
          seller: sellerNumbered(input.sellerId) ?? SELLERS[0],
          startingPriceCents: input.startingPrice,
          incrementCents: input.bidIncrement,
          shippingCents: input.shipping === 'one-cent' ? 1 : 0,
          handlingCents: input.handling,
          weightPounds: 4,
          pickupOnly: input.shipping === 'pickup-only',
          reserveCents: input.reserve ?? 0,
        },
        { itemId: id, opensAt: now, endsAt: endIn(now, input.endsInSeconds) },
        rivalsFor(id, input),
      )
      return describe(house, listing)
    },
  }),

  /** The full state of a listing, including the leader's hidden maximum. */
  readListing: command({
    method: 'GET',
    path: '/listings/*',
    input: ofItem,
    run(house, { itemId }) {
      house.catchUp()
      return describe(house, requireListing(house, itemId))
    },
  }),

  moveEnd: command({
    method: 'POST',
    path: '/listings/*/move-end',
    input: z.strictObject({ itemId, endsInSeconds: seconds }),
    run(house, { itemId, endsInSeconds }) {
      const now = house.catchUp()
      const listing = requireOpenListing(house, itemId)
      moveEnd(house, listing, { endsAt: endIn(now, endsInSeconds), now })
      return describe(house, listing)
    },
  }),

  closeListing: command({
    method: 'POST',
    path: '/listings/*/close',
    input: ofItem,
    run(house, { itemId }) {
      const now = house.catchUp()
      const listing = requireOpenListing(house, itemId)
      closeEarly(house, listing, now)
      return describe(house, listing)
    },
  }),

  withdrawListing: command({
    method: 'POST',
    path: '/listings/*/withdraw',
    input: ofItem,
    run(house, { itemId }) {
      const now = house.catchUp()
      const listing = requireOpenListing(house, itemId)
      withdraw(house, listing, now)
      return describe(house, listing)
    },
  }),

  /**
   * Pays for a closed item in its winner's place, and for others of the winner and the seller as one order: it moves to the
   * shipped ones, or stands in neither list. Paying again for an item changes its whole order.
   */
  payForListing: command({
    method: 'POST',
    path: '/listings/*/pay',
    input: z.strictObject({
      itemId,
      together: z.array(itemId).max(20).default([]),
      trackingNumber: z.string().max(100).default(''),
      isListed: z.boolean().default(true),
    }),
    run(house, { itemId, together, trackingNumber, isListed }) {
      const now = house.catchUp()
      const listing = requireListing(house, itemId)
      const listings = [listing, ...together.map((id) => requireListing(house, id))]
      for (const { itemId: id, closed, standing, seller } of listings) {
        if (!closed || !standing.leader) throw new ControlError(409, `Nobody has won item ${id}`)
        if (standing.leader !== listing.standing.leader || seller !== listing.seller)
          throw new ControlError(409, `Item ${id} has another winner or seller than item ${itemId}`)
      }
      listing.payment = Object.assign(listing.payment ?? { at: now }, { trackingNumber, isListed })
      for (const each of listings) each.payment = listing.payment
      return describe(house, listing)
    },
  }),

  /** Offers a closed item again, under a new id. */
  relistListing: command({
    method: 'POST',
    path: '/listings/*/relist',
    input: z.strictObject({ itemId, endsInSeconds: seconds }),
    run(house, { itemId, endsInSeconds }) {
      const now = house.catchUp()
      const listing = requireListing(house, itemId)
      if (!listing.closed) throw new ControlError(409, `Item ${itemId} is still open`)
      const dates = { itemId: house.nextItemId(), opensAt: now, endsAt: endIn(now, endsInSeconds) }
      return describe(house, openListing(house, listing, dates, []))
    },
  }),

  /** Places a bid now: of the account of that name or, where there is none, of a rival. */
  placeRivalBid: command({
    method: 'POST',
    path: '/listings/*/bid',
    input: z.strictObject({ itemId, bidder: z.string().min(2).max(50).default('somebodyelse'), amount: money }),
    run(house, { itemId, bidder, amount }) {
      const now = house.catchUp()
      const listing = requireListing(house, itemId)
      const known = listing.bids.find((bid) => bid.bidder.name === bidder)?.bidder
      const outcome = placeBid(listing, house.accounts.named(bidder) ?? known ?? { name: bidder }, amount, now)
      return { outcome, ...describe(house, listing) }
    },
  }),

  /** Takes the bids of a bidder back: the others stand as if these had never been made, and the price may fall. */
  retractBids: command({
    method: 'POST',
    path: '/listings/*/retract',
    input: z.strictObject({ itemId, bidder: z.string() }),
    run(house, { itemId, bidder }) {
      house.catchUp()
      const listing = requireOpenListing(house, itemId)
      retractBids(listing, bidder)
      return describe(house, listing)
    },
  }),
}

function requireListing(house: House, itemId: number) {
  const listing = house.listings.get(itemId)
  if (!listing) throw new ControlError(404, `There is no item ${itemId}`)
  return listing
}

function requireOpenListing(house: House, itemId: number) {
  const listing = requireListing(house, itemId)
  if (listing.closed) throw new ControlError(409, `Item ${itemId} has closed`)
  return listing
}

function rivalsFor(itemId: number, { rivals, startingPrice }: z.output<typeof NewListing>): Rival[] {
  const random = randomFrom('rivals', itemId)
  if (typeof rivals === 'number') return Array.from({ length: rivals }, () => makeRivalFor(random, 4 * startingPrice))
  return rivals.map(({ strategy, maxBid, secondsBeforeEnd }) =>
    makeRival({
      strategy,
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
