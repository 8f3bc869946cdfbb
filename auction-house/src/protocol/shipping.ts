import type { Listing } from '../auction/listing.ts'
import { empty, json } from '../http/answer.ts'
import { dollars } from '../money.ts'
import { type Call, itemIdOf, textOf } from './endpoint.ts'

const BUYERS_ZIP = '97201'

/** The quote is a JSON string of HTML. With a login it is for the saved address, not for the given ZIP code. */
export function calculateShipping({ house, account, body }: Call) {
  const itemId = itemIdOf(body['itemid'])
  if (typeof itemId !== 'number') return itemId
  const listing = house.listings.get(itemId)
  if (!listing) return empty(404)
  return json(quote(listing, account ? BUYERS_ZIP : textOf(body['zipcode']).slice(0, 10)))
}

function quote(listing: Listing, zip: string) {
  const { seller, handlingCents } = listing
  const from = `<p>Estimated Shipping and Handling:</p><p>Shipped From: ${seller.city}, ${seller.state} ${seller.zip}</p>`
  if (listing.pickupOnly || !/^\d{5}/.test(zip)) return from

  const shippingCents = listing.shippingCents || parcelCents(listing, zip)
  return (
    `${from}<p>Shipping Carrier: ${seller.shipper}<p>Address:   ${zip}</p>` +
    `<p>Shipping: <span id='shipping-span'>${amount(shippingCents)} (GROUND_HOME_DELIVERY)</span></p>` +
    `<p>Handling: ${amount(handlingCents)}</p>` +
    `<p><b>Total Shipping and Handling: ${amount(shippingCents + handlingCents)}</b></p>`
  )
}

const amount = (cents: number) => `¤${dollars(cents).toFixed(2)}`

/** Rises with the weight and with the distance between the ZIP areas. */
export const parcelCents = ({ seller, weightPounds }: Listing, zip = BUYERS_ZIP) =>
  749 + 65 * weightPounds + 40 * Math.abs(Number(zip.slice(0, 1)) - Number(seller.zip.slice(0, 1)))
