import type { Account } from '../accounts/account.ts'
import { bidCount, type Listing, isReserveMet, minimumOf } from '../auction/listing.ts'
import { empty, json } from '../http/answer.ts'
import { dollars } from '../money.ts'
import { naivePacific, remainingTime } from '../pacific-time.ts'
import type { Category } from '../sample-items/category.ts'
import { companyName } from '../sample-items/sellers.ts'
import { bidHistory } from './bid-history.ts'
import { type Call, type Endpoint, itemIdOf } from './endpoint.ts'
import { imageServer, imageUrlString, thumbnailUrlString } from './pictures.ts'
import { calculateShipping } from './shipping.ts'
import { hidesLeader, shownListing } from './shown-listing.ts'

export const itemDetailEndpoints: Endpoint[] = [
  { method: 'GET', path: 'ItemDetail/GetItemDetailModelByItemId/*', answer: itemDetail },
  { method: 'POST', path: 'ItemDetail/CalculateShipping', answer: calculateShipping },
]

function itemDetail(call: Call) {
  const itemId = itemIdOf(call.id)
  if (typeof itemId !== 'number') return itemId
  const mixedUp = call.displayFaults.find((fault) => fault.kind === 'other_item')
  const listing = call.house.listings.get(mixedUp?.showsItemId ?? itemId)
  return listing ? json(present(call, shownListing(call, listing))) : empty(404)
}

/** `29m 43s `, or `Auction Ended`. */
export const remainingTimeOf = ({ closed, endsAt }: Listing, now: number) =>
  closed ? 'Auction Ended' : remainingTime(endsAt - now)

/** All 88 keys, with the site's spelling. */
function present(call: Call, listing: Listing) {
  const { house, account, now } = call
  const { category } = listing
  return {
    itemId: listing.itemId,
    title: listing.title,
    description: listing.description,
    keyWords: listing.title.replaceAll(/[^\w-]+/g, ','),
    categoryId: category.categoryId,
    categoryParentList: `${category.parent.categoryId}|${category.parent.name}|${category.categoryId}|${category.name}`,
    categoryBreadCrumbs: [category.parent, category].map(crumb),
    imageServer: imageServer(house),
    imageUrlString: imageUrlString(listing),
    thumbnailUrlString: thumbnailUrlString(listing),
    numberOfBids: bidCount(listing),
    bidHistory: bidHistory(listing, account, hidesLeader(call, listing)),
    startTime: naivePacific(listing.opensAt),
    endTime: naivePacific(listing.endsAt),
    serverTime: naivePacific(now),
    remainingTime: remainingTimeOf(listing, now),
    isItemEndTimeExpire: listing.closed,
    ...buyerFields(listing, account),
    ...sellerFields(listing),
    ...priceFields(listing),
    ...shippingFields(listing),
    ...CONSTANT_FIELDS,
  }
}

const buyerFields = ({ itemId }: Listing, account: Account | undefined) => ({
  buyerCountry: account ? 'US' : null,
  buyerCountryCode: account ? 'US' : null,
  buyerState: account ? 'OR' : null,
  buyerStreet: account ? '100 Practice Ave' : null,
  buyerZip: account ? '97201' : null,
  buyerShippingAddresses: account ? [] : null,
  inWatchlist: account?.favorites.has(itemId) ?? false,
})

const sellerFields = ({ seller, pickupOnly }: Listing) => ({
  sellerId: seller.sellerId,
  sellerCompanyName: companyName(seller),
  sellerCountryCode: 'US',
  sellerItemProfile: '<p>Sold as is.</p>',
  sellerLandingPageName: seller.city,
  sellerCustomerService: '',
  sellerItems: [],
  sellerShipper: pickupOnly ? 0 : 1,
  sellerShipperName: pickupOnly ? '' : seller.shipper,
  sellerAllowPickup: true,
  pickupCity: seller.city,
  pickupCountry: 'US',
  pickupHours: 'By appointment',
  pickupPolicy: '<p>By appointment.</p>',
  pickupState: seller.state,
  pickupStreet: seller.street,
  pickupZip: seller.zip,
})

const priceFields = (listing: Listing) => ({
  startingPrice: dollars(listing.startingPriceCents),
  currentPrice: dollars(listing.standing.priceCents),
  minimumBid: dollars(minimumOf(listing)),
  bidIncrement: dollars(listing.incrementCents),
  handlingPrice: dollars(listing.handlingCents),
  shippingPrice: dollars(listing.shippingCents),
  reserve: dollars(listing.reserveCents),
  isReserveMet: isReserveMet(listing),
  isItemResearve: listing.reserveCents > 0,
})

const shippingFields = ({ pickupOnly, shippingCents, weightPounds }: Listing) => ({
  pickupOnly,
  displayWeight: weightPounds,
  weight: weightPounds,
  allowShippingCalculation: !pickupOnly && shippingCents === 0,
})

const crumb = ({ categoryId, name }: Pick<Category, 'categoryId' | 'name'>) => ({
  level: 1,
  categoryId: String(categoryId),
  group: null,
  name,
  path: null,
  shortName: shortNameOf(name),
  contentBlock: null,
})

/** `Tools & Gadgets` → `tools-gadgets` */
export const shortNameOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const CONSTANT_FIELDS = {
  defaultShippingResults: null,
  noInternationalShippingMessage: 'This item cannot be shipped internationally.',
  shippingPolicy: '<p>Ships in five business days.</p>',
  discount: 0,
  maxQuantity: 1,
  quantity: 1,
  shipping: 0,
  buyNowPrice: 0,
  defaultShippingPrice: 0,
  discountedBuyNowPrice: 0,
  insurance: false,
  isAuction: true,
  isStock: false,
  noCombineShipping: false,
  payPalPayment: false,
  storePickupOnly: false,
  visaMastercardPayment: false,
  seller: null,
  images: null,
  suggestedItems: null,
  itemPartNumber: '',
  category: null,
  subcategory: null,
  isBuyNowUsed: false,
  listingType: 0,
  missionImpactBannerLogo: '',
  missionImpactBannerData1: '',
  missionImpactBannerData2: '',
  missionImpactBannerData3: '',
  missionImpactBannerData4: '',
  missionImpactBannerLabel1: '',
  missionImpactBannerLabel2: '',
  missionImpactBannerLabel3: '',
  missionImpactBannerLabel4: '',
}
