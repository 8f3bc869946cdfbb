import * as z from 'zod'

import type { SearchPage } from '../marketplace.ts'
import { SiteError } from '../site-error.ts'
import { Cents, Count } from './fields.ts'
import { pacificDate } from './pacific-time.ts'
import { readAnswer } from './read-answer.ts'
import { presentRow, ROW } from './search-row.ts'
import type { Api } from './site.ts'

const SearchReply = z.object({
  searchResults: z.object({
    items: z.array(z.object({ ...ROW, startingPrice: Cents })),
    itemCount: Count,
  }),
  /** Null when the search failed at the site, which then answers 200 with no rows. */
  categoryListModel: z.unknown(),
})

/** Open auctions by text, ending soonest first; 40 to a page, from page 1. */
export async function searchItems(
  { ask, clock }: Api,
  text: string,
  page: number,
  signal?: AbortSignal,
): Promise<SearchPage> {
  const body = {
    ...EVERYTHING,
    searchText: searchable(text),
    page: String(page),
    closedAuctionEndingDate: pacificDate(clock.now()),
  }
  const reply = readAnswer(await ask({ method: 'POST', path: 'Search/ItemListing', body, signal }), SearchReply)
  if (reply.categoryListModel === null) throw new SiteError('unavailable', 'The search failed at the site')
  const { items, itemCount } = reply.searchResults
  return {
    items: items.map(({ startingPrice, ...row }) => ({ ...presentRow(row), startingPriceCents: startingPrice })),
    total: itemCount,
  }
}

/** The site's firewall blocks whatever has a double quote in it. */
const searchable = (text: string) => text.replaceAll('"', ' ').trim()

/** Every key that the site's own page sends, in its types: with one missing, the site finds nothing and says nothing. */
const EVERYTHING = {
  isSize: false,
  isWeddingCatagory: 'false',
  isMultipleCategoryIds: false,
  isFromHeaderMenuTab: false,
  isFromHomePage: false,
  layout: '',
  searchText: '',
  selectedGroup: '',
  selectedCategoryIds: '',
  selectedSellerIds: '',
  lowPrice: '0',
  highPrice: '999999',
  searchBuyNowOnly: '',
  searchPickupOnly: 'false',
  searchNoPickupOnly: 'false',
  searchOneCentShippingOnly: 'false',
  searchDescriptions: 'false',
  searchClosedAuctions: 'false',
  closedAuctionEndingDate: '',
  closedAuctionDaysBack: '7',
  searchCanadaShipping: 'false',
  searchInternationalShippingOnly: 'false',
  sortColumn: '1',
  page: '1',
  pageSize: '40',
  sortDescending: 'false',
  savedSearchId: 0,
  useBuyerPrefs: 'true',
  searchUSOnlyShipping: 'false',
  categoryLevelNo: '1',
  categoryLevel: 1,
  categoryId: 0,
  partNumber: '',
  catIds: '',
}
