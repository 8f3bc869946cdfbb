import * as z from 'zod'
import type { BidderAmounts, BidderStanding, ClockSample, ItemReading, ReadOptions } from '../../marketplace.ts'
import { SiteError } from '../../site-error.ts'
import {
  Cents,
  Count,
  decorative,
  DecorativeLine,
  Id,
  itemNumber,
  Line,
  Pacific,
  pictureUrl,
} from '../fields/fields.ts'
import { instantSince, resolveEnd } from '../fields/parse-pacific-time.ts'
import { plainText } from '../fields/plain-text.ts'
import { checked, parseResponse } from '../http/parse-response.ts'
import type { SiteRequest, SiteResponse } from '../site.ts'

const MAX_DESCRIPTION_LENGTH = 10_000
const MAX_PICTURES = 100
const FIXED_PRICE_ONLY = 1
/** No open auction has ended longer ago, by the time on its own page. */
const MAX_OVERDUE_MS = 60_000

/**
 * The used part of the item detail's 88 keys. Only the fields that a verdict needs may fail a reading: the ids, price,
 * minimum bid, end and closed; and the bidder's standing, which is parsed apart.
 */
export const ItemDetail = z.object({
  itemId: Id,
  sellerId: Id,
  title: DecorativeLine,
  sellerCompanyName: DecorativeLine,
  categoryParentList: decorative(z.string()),
  description: decorative(z.string()),
  imageServer: decorative(z.string()),
  imageUrlString: decorative(z.string()),
  startingPrice: decorative(Cents),
  currentPrice: Cents,
  minimumBid: Cents,
  bidIncrement: decorative(Cents),
  numberOfBids: decorative(Count),
  shippingPrice: decorative(Cents),
  handlingPrice: decorative(Cents),
  pickupOnly: decorative(z.boolean()),
  noCombineShipping: decorative(z.boolean()),
  listingType: decorative(z.int()),
  startTime: decorative(Pacific),
  endTime: Pacific,
  serverTime: decorative(Pacific),
  remainingTime: decorative(z.string()),
  isItemEndTimeExpire: z.boolean(),
  isReserveMet: decorative(z.boolean()),
  bidHistory: z.looseObject({ auctionClosed: z.boolean() }),
})
type ItemDetail = z.infer<typeof ItemDetail>
type Session = ReadOptions['session']

/** Other people's bids need not be readable. A row that does not say whose it is could be the user's own, and fails. */
const BidRow = z.discriminatedUnion('isLoggedInBuyer', [
  z.object({ isLoggedInBuyer: z.literal(false) }),
  z.object({ isLoggedInBuyer: z.literal(true), retracted: z.boolean(), bidAmount: Cents, bidTime: Pacific }),
])

/** The archive of closed auctions is the only reader of these rows. */
const BidderRows = z
  .nullish(z.array(z.object({ amount: Cents })))
  .transform((rows) => rows ?? [])
  .catch([])

const Standing = z.object({
  authenticatedBuyerLogin: z.nullish(z.string()),
  isHighBidderLogIn: z.boolean(),
  // Without a usable quantity, the row does not tell who leads.
  bidSummary: z.nullish(z.array(z.object({ isLoggedInBuyer: z.boolean(), quantityWon: z.number().catch(0) }))),
  bidComplete: z.nullish(z.array(BidRow)),
})

/** The item detail carries the site's time to the millisecond. */
export const itemRequest = (auctionId: string, session: Session): SiteRequest => ({
  method: 'GET',
  path: `ItemDetail/GetItemDetailModelByItemId/${itemNumber(auctionId)}`,
  token: session?.token,
})

/** Throws `unexpected_shape` for the page of another item, which a cache or a proxy may mix up. */
export function readingIn(response: SiteResponse, auctionId: string, session: Session): ItemReading {
  const item = parseResponse(response, ItemDetail)
  if (item.itemId !== auctionId) {
    throw new SiteError('unexpected_shape', `The site answered with item ${item.itemId}`, { field: 'itemId' })
  }
  return presentItem(item, response, session !== undefined)
}

/** Converts the site's item detail to the port's form. Throws `unauthorized` if the site ignored the token. */
export function presentItem(item: ItemDetail, response: SiteResponse, withStanding: boolean): ItemReading {
  const clock = clockOf(item, response)
  const { siteTime } = clock
  const closed = item.isItemEndTimeExpire || item.bidHistory.auctionClosed
  const { endsAt, ambiguous } = resolveEnd(item.endTime, {
    siteTime,
    startsAt: item.startTime,
    remainingTime: item.remainingTime,
    closed,
  })
  if (!closed && endsAt < siteTime - MAX_OVERDUE_MS)
    throw new SiteError('unexpected_shape', 'The site shows an open item that has ended', { field: 'endTime' })
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
    combinesShipping: item.noCombineShipping === null ? null : !item.noCombineShipping,
    endsAt,
    endsAtAmbiguous: ambiguous,
    closed,
    isReserveMet: item.isReserveMet,
    fixedPrice: item.listingType === FIXED_PRICE_ONLY,
    clock,
    bidders: closed ? biddersOf(item) : null,
    standing: withStanding ? standingOf(item) : null,
  }
}

/** A stamp of the item detail, or of the response's header in whole seconds if the item detail has none. */
function clockOf({ serverTime }: ItemDetail, { date, sentAt, receivedAt }: SiteResponse): ClockSample {
  if (serverTime) return { siteTime: instantSince(serverTime, date), sentAt, receivedAt, resolutionMs: 1 }
  if (date !== null) return { siteTime: date, sentAt, receivedAt, resolutionMs: 1_000 }
  throw new SiteError('unexpected_shape', "The site's answer has no usable serverTime", { field: 'serverTime' })
}

function standingOf({ bidHistory }: ItemDetail): BidderStanding {
  const history = checked({ bidHistory }, z.object({ bidHistory: Standing })).bidHistory
  // The item detail is public: if the site ignores the token, the user's bids are missing without any error.
  if (!history.authenticatedBuyerLogin) throw new SiteError('unauthorized', 'The site ignored the token')
  const leaders = (history.bidSummary ?? []).filter((row) => row.quantityWon > 0)
  const ownRows = (history.bidComplete ?? []).filter((row) => row.isLoggedInBuyer)
  const inOrder = (rows: typeof ownRows) =>
    rows
      .map(({ bidAmount, bidTime }) => ({ amountCents: bidAmount, at: bidTime[0] }))
      .toSorted((a, b) => a.at - b.at || a.amountCents - b.amountCents)
  return {
    leads: history.isHighBidderLogIn || leaders.some((row) => row.isLoggedInBuyer),
    otherLeads: !history.isHighBidderLogIn && leaders.some((row) => !row.isLoggedInBuyer),
    ownBids: inOrder(ownRows.filter((row) => !row.retracted)),
    retractedBids: inOrder(ownRows.filter((row) => row.retracted)),
  }
}

/** The site has a row for each bidder. Rows that are missing although there were bids are hidden, not empty. */
function biddersOf({ bidHistory, numberOfBids }: ItemDetail): BidderAmounts | null {
  const rows = BidderRows.parse(bidHistory.bidSummary)
  if (rows.length === 0 && numberOfBids !== 0) return null
  const amountsCents = rows.map(({ amount }) => amount).toSorted((a, b) => b - a)
  return { count: rows.length, amountsCents }
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
