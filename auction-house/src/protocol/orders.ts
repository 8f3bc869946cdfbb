import { isLedBy, isReserveMet, type Listing } from '../auction/listing.ts'
import type { House } from '../house.ts'
import { dollars } from '../money.ts'
import { naivePacific } from '../pacific-time.ts'
import { companyName, SELLERS } from '../sample-items/sellers.ts'
import { type Endpoint, requireLogin } from './endpoint.ts'
import { enveloped } from './envelope.ts'
import { type AccountCall, shownBidOn } from './own-auctions.ts'
import { parcelCents } from './shipping.ts'

const DAY_MS = 86_400_000
/** A practice bidder pays for nothing: an item counts as paid after an hour, or at once when control pays for it. */
const PAID_AFTER_MS = 3_600_000
/** Then it is shipped an hour later. */
const SHIPPED_AFTER_MS = 2 * PAID_AFTER_MS
const FIRST_UNPAID_ID = 100_000_001
/** Like those of the site: eight digits, the first of them a 6. */
const FIRST_ORDER_ID = 60_000_000
const FIRST_UNPAID_ORDER_ID = 69_000_000
const TAX_PERCENT = 7.75

export const orderEndpoints: Endpoint[] = [
  { method: 'GET', path: 'OpenOrders/GetOpenOrders', answer: requireLogin(openOrders) },
  { method: 'GET', path: 'ShippedOrders/GetAll', answer: requireLogin(shippedOrders) },
]

/** Won and unpaid items, and the unpaid items that control set. */
function openOrders(call: AccountCall) {
  const { house, now, account } = call
  const unpaid = ordersOf(call).filter((listing) => !isPaid(listing, now))
  const orders = unpaid.map((listing) => ({
    ...orderFields(listing, orderIdOf(listing)),
    pastDueEndDate: naivePacific(listing.endsAt + house.orders.paymentDays * DAY_MS),
  }))
  const earlier = Array.from({ length: account.unpaidItems }, (_, index) => unpaidOrder(index, now))
  return enveloped(inShape(house, 'orderItems', [...orders, ...earlier]))
}

function shippedOrders(call: AccountCall) {
  const { house, now } = call
  const details = paidOrders(ordersOf(call), now).map(
    ({ orderId, listings, shippingCents, taxCents, trackingNumber }) => {
      const prices = listings.map(({ standing }) => standing.priceCents)
      const [shipping, tax] = [shippingCents, taxCents].map((cents) => onRows(cents, prices, house.orders.sums))
      const rows = listings.map((listing, index) => ({
        ...orderFields(listing, orderId),
        shippingPrice: dollars(shipping?.[index] ?? 0),
        tax: dollars(tax?.[index] ?? 0),
        trackingNumber,
        shipperName: listing.seller.shipper,
      }))
      return { orderId, ...inShape(house, 'orderItems', rows) }
    },
  )
  return enveloped(inShape(house, 'details', details))
}

/** Items that were paid together are one order. An item that control paid for may stand in neither list. */
export function paidOrders(won: Listing[], now: number) {
  const paid = won.filter((listing) => isPaid(listing, now) && listing.payment?.isListed !== false)
  return [...Map.groupBy(paid, (listing) => listing.payment ?? listing).values()].flatMap((listings) => {
    const [first] = listings
    if (!first) return []
    const price = listings.reduce((sum, { standing }) => sum + standing.priceCents, 0)
    return {
      orderId: orderIdOf(first),
      listings,
      // One parcel, which costs what the dearest of its items would.
      shippingCents: Math.max(...listings.map(shippingOf)),
      taxCents: Math.round((price * TAX_PERCENT) / 100),
      trackingNumber: first.payment ? first.payment.trackingNumber : trackingOf(first, now),
    }
  })
}

const shippingOf = (listing: Listing) => (listing.pickupOnly ? 0 : listing.shippingCents || parcelCents(listing))

/** What each row of an order shows of a sum. */
export function onRows(cents: number, prices: number[], sums: House['orders']['sums']): number[] {
  if (sums === 'repeated') return prices.map(() => cents)
  if (sums === 'first') return prices.map((_, index) => (index === 0 ? cents : 0))
  const sumTo = (count: number) => prices.slice(0, count).reduce((sum, price) => sum + price, 0)
  const until = (count: number) => Math.round((cents * sumTo(count)) / sumTo(prices.length))
  return prices.map((_, index) => until(index + 1) - until(index))
}

/** The items that the account has won and whose order the site shows by now. */
const ordersOf = (call: AccountCall) =>
  shownBidOn(call).filter(
    (listing) =>
      listing.closed &&
      isLedBy(listing, call.account) &&
      isReserveMet(listing) &&
      call.now >= listing.endsAt + call.house.orders.delayMs,
  )

const isPaid = ({ payment, endsAt }: Listing, now: number) => payment !== null || now >= endsAt + PAID_AFTER_MS

const trackingOf = ({ itemId, endsAt }: Listing, now: number) =>
  now >= endsAt + SHIPPED_AFTER_MS ? `7946${String(itemId).padStart(8, '0')}` : ''

/** An empty list is sent as null. Control can give the list a name that no client knows. */
const inShape = ({ orders }: House, name: string, rows: object[]) => ({
  [orders.shape === 'renamed' ? 'rows' : name]: rows.length > 0 || orders.shape === 'renamed' ? rows : null,
})

const orderIdOf = ({ itemId }: Listing) => FIRST_ORDER_ID + (itemId % 9_000_000)

const orderFields = (listing: Listing, orderId: number) => ({
  itemId: listing.itemId,
  orderId,
  title: listing.title,
  sellerId: listing.seller.sellerId,
  sellerName: companyName(listing.seller),
  price: dollars(listing.standing.priceCents),
  handlingPrice: dollars(listing.handlingCents),
  endTime: naivePacific(listing.endsAt),
})

const unpaidOrder = (index: number, now: number) => ({
  itemId: FIRST_UNPAID_ID + index,
  orderId: FIRST_UNPAID_ORDER_ID + index,
  title: 'An earlier win',
  sellerId: SELLERS[0].sellerId,
  sellerName: companyName(SELLERS[0]),
  price: 10,
  handlingPrice: 2,
  endTime: naivePacific(now - 7 * DAY_MS),
  pastDueEndDate: naivePacific(now),
})
