import * as z from 'zod/mini'
import { BID } from '../limits.ts'
import * as messages from '../messages/books.ts'

/** Rows and bytes of a file; orders of a call, which has to have less than 10,000 values; orders that an account can keep. */
export const PAST_ORDERS = {
  maxRows: 10_000,
  maxFileBytes: 8 * 1024 * 1024,
  perCall: 550,
  maxCallBytes: 1024 * 1024,
  perAccount: 50_000,
} as const

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^\P{Cc}*$/u))
const dollars = z.number().check(z.minimum(0), z.maximum(BID.maxAmountDollars), z.multipleOf(0.01))
const day = z.nullable(z.iso.date())

/**
 * A paid item of the site's own file of orders. Money is dollars; shipping, handling, tax and what follows are the item's part of its
 * order. Null is what is not known.
 */
export const PastOrder = z.strictObject({
  /** The site's item number. */
  auction_id: z.string().check(z.regex(/^[1-9][0-9]{5,14}$/, messages.noItemNumber)),
  order_id: z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, messages.noOrderNumber)),
  items_in_order: z.int().check(z.minimum(1), z.maximum(PAST_ORDERS.maxRows)),
  /** As the file has it: the site cuts titles at 20 characters. */
  title: text(200),
  seller: z.nullable(text(200)),
  /** The auction's end in the site's time zone, such as `2026-11-20T18:42:17`; the day of the order where the file lacks it. */
  ended_at: z.iso.datetime({ local: true, precision: 0 }),
  ordered_on: day,
  paid_on: day,
  shipped_on: day,
  price: dollars,
  shipping: z.nullable(dollars),
  handling: z.nullable(dollars),
  tax: z.nullable(dollars),
  additional_fee: dollars,
  /** What was given beside the price; it is a part of what was paid. */
  donation: dollars,
  tracking_number: z.nullable(text(100)),
})
export type PastOrder = z.infer<typeof PastOrder>
