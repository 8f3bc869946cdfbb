import * as z from 'zod'

import type { BidderStanding, ItemReading } from '../marketplace.ts'
import { SiteError } from '../site-error.ts'
import { Cents, Count, Id, Line, LineOrNull, Pacific, pictureUrl } from './fields.ts'
import { nearestInstant, settleEnd } from './pacific-time.ts'
import { plainText } from './plain-text.ts'
import type { SiteAnswer } from './site.ts'

const LONGEST_DESCRIPTION = 10_000
const MOST_PICTURES = 100
const FIXED_PRICE_ONLY = 1

/** The part of the item detail's 88 keys that we use. */
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
    bidSummary: z.nullish(z.array(z.object({ isLoggedInBuyer: z.boolean(), quantityWon: z.number() }))),
    bidComplete: z.nullish(
      z.array(z.object({ isLoggedInBuyer: z.boolean(), retracted: z.boolean(), bidAmount: Cents, bidTime: Pacific })),
    ),
  }),
})
type ItemDetail = z.infer<typeof ItemDetail>

/** What the port says of an item, from the site's detail and the answer that it came in. */
export function presentItem(item: ItemDetail, answer: SiteAnswer, withStanding: boolean): ItemReading {
  const siteTime = nearestInstant(item.serverTime, answer.date)
  const closed = item.isItemEndTimeExpire || item.bidHistory.auctionClosed
  const { endsAt, ambiguous } = settleEnd(item.endTime, {
    siteTime,
    startsAt: item.startTime ?? null,
    remainingTime: item.remainingTime ?? null,
    closed,
  })
  const description = plainText(item.description ?? '', LONGEST_DESCRIPTION) || null
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
    // Zero says that the site works it out per address. It never says free.
    shippingCents: item.shippingPrice || null,
    handlingCents: item.handlingPrice,
    pickupOnly: item.pickupOnly,
    startsAt: item.startTime?.[0] ?? null,
    endsAt,
    endsAtAmbiguous: ambiguous,
    closed,
    fixedPrice: item.listingType === FIXED_PRICE_ONLY,
    clock: { siteTime, sentAt: answer.sentAt, receivedAt: answer.receivedAt, resolutionMs: 1 },
    standing: withStanding ? standingOf(item.bidHistory) : null,
  }
}

function standingOf(history: ItemDetail['bidHistory']): BidderStanding {
  // The detail is public: with a token that the site ignores it would show no bid of the user's, as if there were none.
  if (!history.authenticatedBuyerLogin) throw new SiteError('unauthorized', 'The site does not know whose token it is')
  const ownSummary = (history.bidSummary ?? []).filter((row) => row.isLoggedInBuyer)
  const ownBids = (history.bidComplete ?? []).filter((row) => row.isLoggedInBuyer && !row.retracted)
  return {
    leads: history.isHighBidderLogIn || ownSummary.some((row) => row.quantityWon > 0),
    ownBids: ownBids
      .map(({ bidAmount, bidTime }) => ({ amountCents: bidAmount, at: bidTime[0] }))
      .toSorted((a, b) => a.at - b.at || a.amountCents - b.amountCents),
  }
}

/** The innermost of `427|Travel/Luggage|428|Suitcases`. */
function categoryOf(parentList: string): string | null {
  const name = parentList.split('|').at(-1)
  return (name !== undefined && Line.parse(name)) || null
}

/** Sellers write it into the description, if anywhere. */
const conditionIn = (description: string) => /^condition: *(\S.{0,499})$/im.exec(description)?.[1] ?? null

function picturesOf({ imageServer, imageUrlString }: ItemDetail): string[] {
  const paths = (imageUrlString ?? '').split(';', MOST_PICTURES).filter((path) => path !== '')
  return paths.map((path) => pictureUrl(path, imageServer ?? undefined)).filter((url) => url !== null)
}
