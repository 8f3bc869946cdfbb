import * as z from 'zod/mini'
import { BID } from '../limits.ts'
import * as messages from '../messages/books.ts'
import { centsFromDollars } from '../money.ts'

/**
 * What the user noted of a won item: how it was sold again, and what the site gave back of its order. Money is dollars. Either all of
 * `sold_for`, `fees` and `sold_on` are given, or they and `sold_at` are null: it is not sold yet.
 */
export const Sale = z.strictObject({
  sold_for: z.nullable(z.number()),
  /** What selling it cost, postage among it; 0 for nothing. */
  fees: z.nullable(z.number()),
  /** The day of the sale, such as `2026-11-26`. */
  sold_on: z.nullable(z.iso.date()),
  /** Where it was sold. */
  sold_at: z.nullable(z.string()),
  refund: z.nullable(z.number()),
})
export type Sale = z.infer<typeof Sale>

export const SALE = { maxPlaceLength: 60, earliest: '1999-01-01' } as const

type SaleFault = { field: keyof Sale; fault: string }

/** What is wrong with a sale, null for nothing. `latest` is the last day that it may have. The browser and the API apply it. */
export function saleFault(sale: Sale, latest: string): SaleFault | null {
  for (const field of ['sold_for', 'fees', 'refund'] as const) {
    const fault = sale[field] === null ? null : amountFault(messages.fields[field], sale[field])
    if (fault !== null) return { field, fault }
  }
  const { sold_for, fees, sold_on, sold_at } = sale
  if (sold_for === null) {
    const isEmpty = fees === null && sold_on === null && sold_at === null
    return isEmpty ? null : { field: 'sold_for', fault: messages.amountMissing(messages.fields.sold_for) }
  }
  if (fees === null) return { field: 'fees', fault: messages.amountMissing(messages.fields.fees) }
  if (sold_on === null || sold_on < SALE.earliest) return { field: 'sold_on', fault: messages.noDay }
  if (sold_on > latest) return { field: 'sold_on', fault: messages.dayToCome }
  if (sold_at === null) return null
  if (sold_at.length > SALE.maxPlaceLength)
    return { field: 'sold_at', fault: messages.placeTooLong(SALE.maxPlaceLength) }
  return /^(?=.*\S)\P{Cc}+$/u.test(sold_at) ? null : { field: 'sold_at', fault: messages.placeNotText }
}

function amountFault(name: string, dollars: number): string | null {
  if (Number.isNaN(dollars)) return messages.amountMissing(name)
  if (dollars < 0) return messages.amountNegative(name)
  if (dollars > BID.maxAmountDollars) return messages.amountTooLarge(name)
  return centsFromDollars(dollars) === null ? messages.amountNotCents(name) : null
}
