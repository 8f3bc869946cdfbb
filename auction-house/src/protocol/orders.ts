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
const FIRST_ORDER_ID = 40_000_000
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
    ...orderFields(listing),
    handlingPrice: dollars(listing.handlingCents),
    pastDueEndDate: naivePacific(listing.endsAt + house.orders.paymentDays * DAY_MS),
  }))
  const earlier = Array.from({ length: account.unpaidItems }, (_, index) => unpaidOrder(index, now))
  return enveloped(inShape(house, 'orderItems', [...orders, ...earlier]))
}

/** Paid items, one order for each. An item that control paid for may stand in neither list. */
function shippedOrders(call: AccountCall) {
  const { house, now } = call
  const paid = ordersOf(call).filter((listing) => isPaid(listing, now) && listing.payment?.isListed !== false)
  const details = paid.map((listing) => {
    const order = {
      ...orderFields(listing),
      shippingPrice: listing.pickupOnly ? 0 : dollars(listing.shippingCents || parcelCents(listing)),
      handlingPrice: dollars(listing.handlingCents),
      tax: dollars(Math.round((listing.standing.priceCents * TAX_PERCENT) / 100)),
      trackingNumber: listing.payment ? listing.payment.trackingNumber : trackingOf(listing, now),
      shipperName: listing.seller.shipper,
    }
    return { orderId: order.orderId, ...inShape(house, 'orderItems', [order]) }
  })
  return enveloped(inShape(house, 'details', details))
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

const orderFields = (listing: Listing) => ({
  itemId: listing.itemId,
  orderId: FIRST_ORDER_ID + (listing.itemId % FIRST_ORDER_ID),
  title: listing.title,
  sellerId: listing.seller.sellerId,
  sellerName: companyName(listing.seller),
  price: dollars(listing.standing.priceCents),
  endTime: naivePacific(listing.endsAt),
})

const unpaidOrder = (index: number, now: number) => ({
  itemId: FIRST_UNPAID_ID + index,
  orderId: FIRST_ORDER_ID + index,
  title: 'An earlier win',
  sellerId: SELLERS[0].sellerId,
  sellerName: companyName(SELLERS[0]),
  price: 10,
  handlingPrice: 2,
  endTime: naivePacific(now - 7 * DAY_MS),
  pastDueEndDate: naivePacific(now),
})
