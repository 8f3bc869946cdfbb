import type { Account } from '../accounts/account.ts'
import { asOf, bidCount, type Listing, minimumOf } from '../auction/listing.ts'
import type { Category } from '../floor/category.ts'
import { companyName } from '../floor/sellers.ts'
import type { House } from '../house.ts'
import { empty, json } from '../http/answer.ts'
import { dollars } from '../money.ts'
import { naivePacific, remainingTime } from '../pacific-time.ts'
import { bidHistory } from './bid-history.ts'
import { type Call, type Endpoint, itemIdOf } from './endpoint.ts'
import { imageServer, imageUrlString, thumbnailUrlString } from './pictures.ts'
import { calculateShipping } from './shipping.ts'

export const itemDetailEndpoints: Endpoint[] = [
  { method: 'GET', path: 'ItemDetail/GetItemDetailModelByItemId/*', answer: itemDetail },
  { method: 'POST', path: 'ItemDetail/CalculateShipping', answer: calculateShipping },
]

function itemDetail({ house, now, account, id, staleMs }: Call) {
  const itemId = itemIdOf(id)
  if (typeof itemId !== 'number') return itemId
  const listing = house.listings.get(itemId)
  return listing ? json(present(house, staleMs > 0 ? asOf(listing, now - staleMs) : listing, account, now)) : empty(404)
}

/** `29m 43s `, or `Auction Ended`. */
export const remainingTimeOf = ({ closed, endsAt }: Listing, now: number) =>
  closed ? 'Auction Ended' : remainingTime(endsAt - now)

/** All 88 keys, in the site's order and with its spelling. */
function present(house: House, listing: Listing, account: Account | undefined, now: number) {
  const { category, seller, standing } = listing
  return {
    buyerCountry: account ? 'US' : null,
    buyerCountryCode: account ? 'US' : null,
    buyerState: account ? 'OR' : null,
    buyerStreet: account ? '100 Practice Ave' : null,
    buyerZip: account ? '97201' : null,
    categoryParentList: `${category.parent.categoryId}|${category.parent.name}|${category.categoryId}|${category.name}`,
    defaultShippingResults: null,
    description: listing.description,
    imageServer: imageServer(house),
    imageUrlString: imageUrlString(listing),
    keyWords: listing.title.replaceAll(/[^\w-]+/g, ','),
    noInternationalShippingMessage: 'This item cannot be shipped internationally.',
    pickupCity: seller.city,
    pickupCountry: 'US',
    pickupHours: 'By appointment',
    pickupPolicy: '<p>By appointment.</p>',
    shippingPolicy: '<p>Ships in five business days.</p>',
    pickupState: seller.state,
    pickupStreet: seller.street,
    pickupZip: seller.zip,
    sellerCompanyName: companyName(seller),
    sellerCountryCode: 'US',
    sellerItemProfile: '<p>Sold as is.</p>',
    sellerLandingPageName: seller.city,
    sellerShipperName: listing.pickupOnly ? '' : seller.shipper,
    thumbnailUrlString: thumbnailUrlString(listing),
    title: listing.title,
    discount: 0,
    categoryId: category.categoryId,
    itemId: listing.itemId,
    numberOfBids: bidCount(listing),
    maxQuantity: 1,
    quantity: 1,
    sellerId: seller.sellerId,
    sellerShipper: listing.pickupOnly ? 0 : 1,
    shipping: 0,
    remainingTime: remainingTimeOf(listing, now),
    bidIncrement: dollars(listing.incrementCents),
    buyNowPrice: 0,
    startingPrice: dollars(listing.startingPriceCents),
    currentPrice: dollars(standing.priceCents),
    defaultShippingPrice: 0,
    discountedBuyNowPrice: 0,
    handlingPrice: dollars(listing.handlingCents),
    minimumBid: dollars(minimumOf(listing)),
    reserve: 0,
    isReserveMet: true,
    isItemResearve: false,
    shippingPrice: dollars(listing.shippingCents),
    displayWeight: listing.weightPounds,
    weight: listing.weightPounds,
    allowShippingCalculation: !listing.pickupOnly && listing.shippingCents === 0,
    insurance: false,
    inWatchlist: account?.favorites.has(listing.itemId) ?? false,
    isAuction: true,
    isStock: false,
    noCombineShipping: false,
    payPalPayment: false,
    pickupOnly: listing.pickupOnly,
    storePickupOnly: false,
    visaMastercardPayment: false,
    endTime: naivePacific(listing.endsAt),
    serverTime: naivePacific(now),
    startTime: naivePacific(listing.opensAt),
    bidHistory: bidHistory(listing, account),
    seller: null,
    images: null,
    categoryBreadCrumbs: [category.parent, category].map(crumb),
    sellerItems: [],
    suggestedItems: null,
    buyerShippingAddresses: account ? [] : null,
    ...MISSION_BANNER,
    isItemEndTimeExpire: listing.closed,
    sellerAllowPickup: true,
    sellerCustomerService: '',
    itemPartNumber: '',
    category: null,
    subcategory: null,
    isBuyNowUsed: false,
    listingType: 0,
  }
}

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

const MISSION_BANNER = {
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
