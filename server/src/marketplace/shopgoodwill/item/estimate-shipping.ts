import { centsFromDollars } from '@bidwell/contract'
import * as z from 'zod'
import type { ShippingEstimate } from '../../marketplace.ts'
import { itemNumber } from '../fields/fields.ts'
import { parseResponse } from '../http/parse-response.ts'
import type { SendRequest } from '../site.ts'

type Parcel = { auctionId: string; zip: string }

const MAX_QUOTE_LENGTH = 10_000

/** The site answers with HTML in a JSON string. With a login it would be for the address of the account at the site. */
export async function estimateShipping(
  send: SendRequest,
  { auctionId, zip }: Parcel,
  signal?: AbortSignal,
): Promise<ShippingEstimate> {
  const itemId = itemNumber(auctionId)
  const body = { itemId, country: 'US', province: null, zipCode: zip, quantity: 1, clientIP: '' }
  const response = await send({ method: 'POST', path: 'ItemDetail/CalculateShipping', body, signal })
  return parseQuote(parseResponse(response, z.string()))
}

/** The currency mark before an amount has changed over the years, so any one is accepted. */
function parseQuote(html: string): ShippingEstimate {
  const quote = html.slice(0, MAX_QUOTE_LENGTH)
  return {
    shippingCents: amountIn(/>\s*Shipping:\s*(?:<span[^>]*>)?\s*[^\d\s<]{0,3}\s*(\d[\d,]*\.\d\d)(?!\d)/i.exec(quote)),
    handlingCents: amountIn(/>\s*Handling:\s*(?:<span[^>]*>)?\s*[^\d\s<]{0,3}\s*(\d[\d,]*\.\d\d)(?!\d)/i.exec(quote)),
  }
}

function amountIn(match: RegExpExecArray | null): number | null {
  const digits = match?.[1]?.replaceAll(',', '')
  return digits === undefined ? null : centsFromDollars(Number(digits))
}
