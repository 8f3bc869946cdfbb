import { SEARCH } from '@bidwell/contract'
import * as z from 'zod'
import type { FoundItem, FoundPage, SiteSearch } from '../../marketplace.ts'
import { Cents, Count, decorative, DecorativeLine, Id, Pacific, pictureUrl } from '../fields/fields.ts'
import { parseResponse } from '../http/parse-response.ts'
import type { SendRequest } from '../site.ts'

const DAYS_BACK = '90'
const NO_MAXIMUM = '999999'

const Found = z.object({
  searchResults: z.object({ items: z.nullable(z.array(z.unknown())), itemCount: decorative(Count) }),
})

/** A row without one of these fields is left out, but for the decorative ones. */
const Row = z.object({
  itemId: Id,
  title: DecorativeLine,
  sellerId: Id,
  categoryId: decorative(Id),
  categoryName: DecorativeLine,
  imageURL: decorative(z.string()),
  currentPrice: Cents,
  numBids: Count,
  endTime: Pacific,
  listingType: decorative(z.int()),
})
/** The item is sold at a fixed price and takes no bids. */
const FIXED_PRICE_ONLY = 1

/** Throws `unexpected_shape` for an answer without a list of rows. A row that is not understood is only counted. */
export async function readSearch(send: SendRequest, wanted: SiteSearch, signal?: AbortSignal): Promise<FoundPage> {
  const response = await send({ method: 'POST', path: 'Search/ItemListing', body: bodyOf(wanted), signal })
  const { items: all, itemCount } = parseResponse(response, Found).searchResults
  const rows = all ?? []
  const read = rows.flatMap((row) => Row.safeParse(row).data ?? [])
  const auctions = read.filter(({ listingType }) => listingType !== FIXED_PRICE_ONLY)
  const items = [...new Map(auctions.map((row) => [row.itemId, itemOf(row)])).values()]
  const isShort = rows.length < SEARCH.pageRows
  const counted = (wanted.page - 1) * SEARCH.pageRows + rows.length
  const [unread, repeated] = [rows.length - read.length, auctions.length - items.length]
  const isCountTrue = itemCount !== null && (isShort ? itemCount === counted : itemCount >= counted)
  const isAsItShould = unread + repeated === 0 && rows.length <= SEARCH.pageRows && isCountTrue
  return {
    items,
    count: isShort ? counted : Math.max(itemCount ?? 0, counted),
    isLast: isShort || itemCount === counted,
    odd: isAsItShould ? null : { rows: rows.length, unread, repeated, count: itemCount },
  }
}

const itemOf = (row: z.infer<typeof Row>): FoundItem => ({
  auctionId: row.itemId,
  title: row.title ?? '',
  sellerId: row.sellerId,
  categoryId: row.categoryId,
  category: row.categoryName,
  imageUrl: row.imageURL === null ? null : pictureUrl(row.imageURL),
  priceCents: row.currentPrice,
  bidCount: row.numBids,
  endsAt: row.endTime[0],
})

/** All keys with the types of the site's own page: without one of them it may find nothing. */
const bodyOf = ({ words, maxPriceCents, categoryId, sellerId, delivery, among, page }: SiteSearch) => ({
  isSize: false,
  isWeddingCatagory: 'false',
  isMultipleCategoryIds: false,
  isFromHeaderMenuTab: false,
  isFromHomePage: false,
  layout: '',
  // The site answers 403 to a quotation mark.
  searchText: words.join(' ').replaceAll('"', ' '),
  selectedGroup: '',
  selectedCategoryIds: categoryId ?? '',
  selectedSellerIds: sellerId ?? '',
  // An empty price finds nothing.
  lowPrice: '0',
  highPrice: maxPriceCents === null ? NO_MAXIMUM : (maxPriceCents / 100).toFixed(2),
  searchBuyNowOnly: '',
  searchPickupOnly: String(delivery === 'pickup'),
  searchNoPickupOnly: String(delivery === 'shipped'),
  searchOneCentShippingOnly: 'false',
  searchDescriptions: 'false',
  searchClosedAuctions: String(among === 'closed'),
  closedAuctionEndingDate: '',
  closedAuctionDaysBack: among === 'closed' ? DAYS_BACK : '7',
  searchCanadaShipping: 'false',
  searchInternationalShippingOnly: 'false',
  sortColumn: '1',
  page: String(page),
  pageSize: String(SEARCH.pageRows),
  // An item that closes between the readings of two pages then moves none that follow to a page that was read.
  sortDescending: 'true',
  savedSearchId: 0,
  useBuyerPrefs: 'true',
  searchUSOnlyShipping: 'false',
  categoryLevelNo: '1',
  categoryLevel: 1,
  categoryId: categoryId === null ? 0 : Number(categoryId),
  partNumber: '',
  catIds: '',
})
