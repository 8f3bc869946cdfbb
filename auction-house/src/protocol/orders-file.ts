import type { Account } from '../accounts/account.ts'
import { isLedBy, isReserveMet } from '../auction/listing.ts'
import type { House } from '../house.ts'
import type { Answer } from '../http/answer.ts'
import { dollarText } from '../money.ts'
import { bidMessageTime } from '../pacific-time.ts'
import { companyName } from '../sample-items/sellers.ts'
import { type Endpoint, requireLogin } from './endpoint.ts'
import { onRows, paidOrders } from './orders.ts'

const HEADINGS =
  'Order #,Order Date,Item Id,Item,Category,Quantity,Item Price,Item End Time,Payment Date,Payment Amount,Tracking #,Tax,Additional Fee,Shipping Price,Handling Price,Donation,Shipped Date,Seller'

export const ordersFileEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: 'ShippedOrders/ExportAllCSV',
    answer: requireLogin(({ house, account, now }) => ordersFile(house, account, now)),
  },
]

/** The site's file of an account's paid orders. Titles are cut at 20 characters. How its dates look is a guess. */
export function ordersFile(house: House, account: Account, now: number): Answer {
  const won = [...account.bidOn].filter((each) => each.closed && isLedBy(each, account) && isReserveMet(each))
  const lines = paidOrders(won, now).flatMap(({ orderId, listings, shippingCents, taxCents, trackingNumber }) => {
    const prices = listings.map(({ standing }) => standing.priceCents)
    const [shipping, tax] = [shippingCents, taxCents].map((cents) => onRows(cents, prices, house.orders.sums))
    const items = listings.reduce((sum, { standing, handlingCents }) => sum + standing.priceCents + handlingCents, 0)
    const payment = dollarText(items + shippingCents + taxCents)
    return listings.map(({ itemId, title, category, standing, endsAt, handlingCents, seller }, index) => {
      const at = bidMessageTime(endsAt).replace(' PT', '')
      const [cost, taxed] = [dollarText(shipping?.[index] ?? 0), dollarText(tax?.[index] ?? 0)]
      const item = [orderId, at, itemId, title.slice(0, 20), category.name, 1, dollarText(standing.priceCents), at]
      const paid = [at, payment, `${trackingNumber}_x0009_`, taxed, '$0.00', cost, dollarText(handlingCents), '$0.00']
      return [...item, ...paid, '', companyName(seller)].map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join()
    })
  })
  const headers = { 'content-type': 'application/ms-excel', 'content-disposition': 'attachment; filename="orders.csv"' }
  return { status: 200, headers, body: `\u{feff}${[HEADINGS, ...lines].join('\r\n')}\r\n` }
}
