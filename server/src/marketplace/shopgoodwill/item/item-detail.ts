import * as z from 'zod'

import type { BidderStanding, ItemReading } from '../../marketplace.ts'
import { SiteError } from '../../site-error.ts'
import { Cents, Count, Id, Line, LineOrNull, Pacific, pictureUrl } from '../fields/fields.ts'
import { nearestInstant, resolveEnd } from '../fields/parse-pacific-time.ts'
import { plainText } from '../fields/plain-text.ts'
import type { SiteResponse } from '../site.ts'

const MAX_DESCRIPTION_LENGTH = 10_000
const MAX_PICTURES = 100
const FIXED_PRICE_ONLY = 1

/** The used part of the item detail's 88 keys. */
export const ItemDetail = z.object({
  itemId: Id,
  sellerId: Id,
  title: Line,
  sellerCompanyName: LineOrNull,
  categoryParentList: z.nullish(z.string()),
  description: z.nullish(z.string()),
  imageServer: z.nullish(z.string()),
  imageUrlString: z.nullish(z.string()),
  startingPrice: Cents,
  currentPrice: Cents,
  minimumBid: Cents,
  bidIncrement: Cents,
  numberOfBids: Count,
  shippingPrice: Cents,
  handlingPrice: Cents,
  pickupOnly: z.boolean(),
  listingType: z.int(),
  startTime: z.nullish(Pacific),
  endTime: Pacific,
  serverTime: Pacific,
  remainingTime: z.nullish(z.string()),
  isItemEndTimeExpire: z.boolean(),
  bidHistory: z.object({
    auctionClosed: z.boolean(),
    authenticatedBuyerLogin: z.nullish(z.string()),
    isHighBidderLogIn: z.boolean(),
    bidSummary: z.nullish(z.array(z.object({ isLoggedInBuyer: z.boolean(), quantityWon: z.number().catch(0) }))),
    bidComplete: z.nullish(
      z.array(z.object({ isLoggedInBuyer: z.boolean(), retracted: z.boolean(), bidAmount: Cents, bidTime: Pacific })),
    ),
  }),
})
type ItemDetail = z.infer<typeof ItemDetail>

/** Converts the site's item detail to the port's form. Throws `unauthorized` if the site ignored the token. */
export function presentItem(item: ItemDetail, response: SiteResponse, withStanding: boolean): ItemReading {
  const siteTime = nearestInstant(item.serverTime, response.date)
  const closed = item.isItemEndTimeExpire || item.bidHistory.auctionClosed
  const { endsAt, ambiguous } = resolveEnd(item.endTime, {
    siteTime,
    startsAt: item.startTime ?? null,
    remainingTime: item.remainingTime ?? null,
    closed,
  })
  const description = plainText(item.description ?? '', MAX_DESCRIPTION_LENGTH) || null
  return {
    auctionId: item.itemId,
    sellerId: item.sellerId,
    title: item.title,
    seller: item.sellerCompanyName,
    category: categoryOf(item.categoryParentList ?? ''),
    condition: conditionIn(description ?? ''),
    description,
    imageUrls: picturesOf(item),
    startingPriceCents: item.startingPrice,
    currentPriceCents: item.currentPrice,
    minimumBidCents: item.minimumBid,
    bidIncrementCents: item.bidIncrement,
    bidCount: item.numberOfBids,
    // Zero means that the site calculates shipping per address. It never means free.
    shippingCents: item.shippingPrice || null,
    handlingCents: item.handlingPrice,
    pickupOnly: item.pickupOnly,
    endsAt,
    endsAtAmbiguous: ambiguous,
    closed,
    fixedPrice: item.listingType === FIXED_PRICE_ONLY,
    clock: { siteTime, sentAt: response.sentAt, receivedAt: response.receivedAt, resolutionMs: 1 },
    standing: withStanding ? standingOf(item.bidHistory) : null,
  }
}

function standingOf(history: ItemDetail['bidHistory']): BidderStanding {
  // The item detail is public: if the site ignores the token, the user's bids are missing without any error.
  if (!history.authenticatedBuyerLogin) throw new SiteError('unauthorized', 'The site ignored the token')
  const leaders = (history.bidSummary ?? []).filter((row) => row.quantityWon > 0)
  const ownBids = (history.bidComplete ?? []).filter((row) => row.isLoggedInBuyer && !row.retracted)
  return {
    leads: history.isHighBidderLogIn || leaders.some((row) => row.isLoggedInBuyer),
    otherLeads: !history.isHighBidderLogIn && leaders.some((row) => !row.isLoggedInBuyer),
    ownBids: ownBids
      .map(({ bidAmount, bidTime }) => ({ amountCents: bidAmount, at: bidTime[0] }))
      .toSorted((a, b) => a.at - b.at || a.amountCents - b.amountCents),
  }
}

/** The innermost category of `427|Travel/Luggage|428|Suitcases`. */
function categoryOf(parentList: string): string | null {
  const name = parentList.split('|').at(-1)
  return (name !== undefined && Line.parse(name)) || null
}

/** The site has no field for the condition: some sellers write a line of it into the description. */
const conditionIn = (description: string) => /^condition: *(\S.{0,499})$/im.exec(description)?.[1] ?? null

function picturesOf({ imageServer, imageUrlString }: ItemDetail): string[] {
  const paths = (imageUrlString ?? '').split(';', MAX_PICTURES).filter((path) => path !== '')
  return paths.map((path) => pictureUrl(path, imageServer ?? undefined)).filter((url) => url !== null)
}
