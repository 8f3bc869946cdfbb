import { isAccount } from '../accounts/account.ts'
import { isReserveMet } from '../auction/listing.ts'
import type { House } from '../house.ts'
import { dollarText } from '../money.ts'
import { paidOrders } from '../protocol/orders.ts'
import { html, type Html } from './html.ts'
import { layout } from './layout.ts'
import { table } from './table.ts'

/** The page of a paid order; null for a number that no order has. It needs no login, since this is a practice site. */
export function orderPage(house: House, now: number, orderId: number): Html | null {
  const won = house.closed.ofAccounts.filter(
    (listing) => listing.standing.leader !== null && isAccount(listing.standing.leader) && isReserveMet(listing),
  )
  const order = paidOrders(won, now).find((each) => each.orderId === orderId)
  if (!order) return null
  const { listings, shippingCents, taxCents, trackingNumber } = order
  const itemsCents = listings.reduce((sum, { standing, handlingCents }) => sum + standing.priceCents + handlingCents, 0)
  const rows = listings.map(
    ({ itemId, title, standing, handlingCents }) =>
      html`<tr>
        <td><a href="/item/${itemId}">${title}</a></td>
        <td>${dollarText(standing.priceCents)}</td>
        <td>${dollarText(handlingCents)}</td>
      </tr>`,
  )
  return layout(
    `Order ${orderId}`,
    '',
    html`<h1>Order ${orderId}</h1>
      ${table('Items', ['Item', 'Price', 'Handling'], rows)}
      <dl>
        <dt>Shipping</dt>
        <dd>${dollarText(shippingCents)}</dd>
        <dt>Tax</dt>
        <dd>${dollarText(taxCents)}</dd>
        <dt>In all</dt>
        <dd>${dollarText(itemsCents + shippingCents + taxCents)}</dd>
        <dt>Tracking number</dt>
        <dd>${trackingNumber === '' ? 'not shipped yet' : trackingNumber}</dd>
      </dl>`,
  )
}
