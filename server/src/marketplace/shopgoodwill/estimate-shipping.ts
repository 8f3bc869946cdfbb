import * as z from 'zod'

import type { ShippingEstimate } from '../marketplace.ts'
import { itemNumber } from './item-number.ts'
import { plainText } from './plain-text.ts'
import { readAnswer } from './read-answer.ts'
import type { Api } from './site.ts'

const LONGEST_QUOTE = 5_000

/** Asked without a login: with one, the site quotes for the saved address and not for the ZIP code. */
export async function estimateShipping(
  { ask }: Api,
  auctionId: string,
  zipCode: string,
  signal?: AbortSignal,
): Promise<ShippingEstimate> {
  const itemId = itemNumber(auctionId)
  const body = { itemId, country: 'US', province: null, zipCode, quantity: 1, clientIP: '' }
  const answer = await ask({ method: 'POST', path: 'ItemDetail/CalculateShipping', body, signal })
  return readQuote(readAnswer(answer, z.string()))
}

/** The quote is HTML for people. A missing amount, or no charge for shipping, is a quote that the site did not make. */
export function readQuote(html: string): ShippingEstimate {
  const text = plainText(html, LONGEST_QUOTE)
  const shippingCents = amountAfter('Shipping', text) || null
  return {
    shippingCents,
    handlingCents: amountAfter('Handling', text),
    totalCents: shippingCents === null ? null : amountAfter('Total Shipping and Handling', text),
  }
}

/** The first decimal after a label at the start of a line, whatever currency mark stands before it. */
function amountAfter(label: string, text: string): number | null {
  const [, dollars, cents] =
    new RegExp(`^${label}: ?[^\\d\\n-]{0,4}([\\d,]{1,12})\\.(\\d\\d)(?!\\d)`, 'm').exec(text) ?? []
  return dollars === undefined ? null : Number(dollars.replaceAll(',', '')) * 100 + Number(cents)
}
