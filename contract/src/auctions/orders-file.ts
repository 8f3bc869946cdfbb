import { BID } from '../limits.ts'
import * as messages from '../messages/books.ts'
import type { ParseCsv } from './import-file.ts'
import { PAST_ORDERS, PastOrder } from './past-order.ts'
import { added, type Amounts, areEqual, areSplit, partsOf, sumOf, told } from './share-order-costs.ts'

/** The headings of the site's file that are read. */
const HEADINGS = {
  orderId: 'Order #',
  orderedOn: 'Order Date',
  auctionId: 'Item Id',
  title: 'Item',
  quantity: 'Quantity',
  price: 'Item Price',
  endedAt: 'Item End Time',
  paidOn: 'Payment Date',
  payment: 'Payment Amount',
  trackingNumber: 'Tracking #',
  tax: 'Tax',
  additionalFee: 'Additional Fee',
  shipping: 'Shipping Price',
  handling: 'Handling Price',
  donation: 'Donation',
  shippedOn: 'Shipped Date',
  seller: 'Seller',
} as const
type Name = keyof typeof HEADINGS
const NEEDED: readonly Name[] = ['orderId', 'auctionId', 'title', 'price']

type LineFault = { line: number; fault: string }

export type OrdersFile = {
  orders: PastOrder[]
  /** The lines that cannot be read. */
  faults: LineFault[]
  /** How many orders have costs that do not add up to what the file says was paid. */
  unequal: number
}

/** Reads the site's file of orders. Rows that cannot be read are left out and named. Returns a `fault`, for people, for a file of another kind. */
export function readOrdersFile(text: string, parse: ParseCsv): OrdersFile | { fault: string } {
  const lines: number[] = []
  let records
  try {
    records = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (record, { lines: line }) => {
        lines.push(line)
        return record
      },
    })
  } catch {
    return { fault: messages.noCsv }
  }
  const places = new Map(records[0]?.map((name, place) => [name.toLowerCase(), place]))
  const placeOf = (name: Name) => places.get(HEADINGS[name].toLowerCase()) ?? -1
  const missing = NEEDED.filter((name) => placeOf(name) < 0).map((name) => HEADINGS[name])
  if (missing.length > 0) return { fault: messages.headingsMissing(missing) }
  if (records.length > PAST_ORDERS.maxRows + 1) return { fault: messages.tooManyRows(records.length - 1) }
  if (records.length < 2) return { fault: messages.noRows }

  const faults: LineFault[] = []
  const rows = new Map<string, Row>()
  for (const [index, record] of records.entries()) {
    const line = lines[index] ?? 0
    if (index === 0) continue
    const read = readRow(line, (name) => plain(record[placeOf(name)] ?? ''))
    const before = 'order' in read && rows.get(read.order.auction_id)
    if (before) faults.push({ line, fault: messages.sameItem(before.line) })
    else if ('order' in read) rows.set(read.order.auction_id, read)
    else faults.push(read)
  }
  const byOrder = [...Map.groupBy(rows.values(), ({ order }) => order.order_id).values()].map(shareCosts)
  return {
    orders: byOrder.flatMap(({ orders }) => orders),
    faults,
    unequal: byOrder.filter(({ addsUp }) => !addsUp).length,
  }
}

function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1)
  const [most] = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)
  return most ?? ','
}

/** Spreadsheets write a control character by its number: `_x0009_` is a tab. */
const plain = (cell: string): string => cell.replaceAll(/_x00[01][0-9a-f]_|[\p{Cc}\p{Zl}\p{Zp}]/giu, ' ').trim()

const SUMS = ['shipping', 'tax', 'handling', 'additionalFee', 'donation'] as const
type Sum = (typeof SUMS)[number]

/** A row with what its cells say, in cents; the costs of `order` are those of the row until they are shared. */
type Row = { line: number; order: PastOrder; cents: Record<Sum | 'price' | 'payment', number | null>; quantity: number }

function readRow(line: number, cell: (name: Name) => string): Row | LineFault {
  const faults: string[] = []
  function read<T>(name: Name, parse: (text: string) => T | null, fault: (heading: string, text: string) => string) {
    const typed = cell(name)
    const value = parse(typed)
    if (value === null && typed !== '') faults.push(fault(HEADINGS[name], typed.slice(0, 40)))
    return value
  }
  const amount = (name: Name) => read(name, centsIn, messages.badAmount)
  const moment = (name: Name) => read(name, momentIn, messages.badDate)
  const [ordered, ended] = [moment('orderedOn'), moment('endedAt')]
  const [paid, shipped] = [moment('paidOn'), moment('shippedOn')]
  const cents = {
    price: amount('price'),
    payment: amount('payment'),
    shipping: amount('shipping'),
    tax: amount('tax'),
    handling: amount('handling'),
    additionalFee: amount('additionalFee'),
    donation: amount('donation'),
  }
  const at = ended ?? ordered ?? paid
  if (cents.price === null) faults.push(messages.noPrice)
  if (!at) faults.push(messages.noDate)
  if (faults[0] !== undefined || !at) return { line, fault: faults[0] ?? '' }
  const { data: order, error } = PastOrder.safeParse({
    auction_id: cell('auctionId'),
    order_id: cell('orderId'),
    items_in_order: 1,
    title: cell('title').slice(0, 200) || cell('auctionId'),
    seller: cell('seller').slice(0, 200) || null,
    ended_at: `${at.day}T${at.time}`,
    ordered_on: ordered?.day ?? null,
    paid_on: paid?.day ?? null,
    shipped_on: shipped?.day ?? null,
    tracking_number: cell('trackingNumber').slice(0, 100) || null,
    ...costsOf(cents),
  })
  if (error) return { line, fault: error.issues[0]?.message ?? '' }
  return { line, order, cents, quantity: Number(/^\d{1,4}$/.exec(cell('quantity'))?.[0] ?? 1) }
}

const dollars = (cents: number | null) => (cents === null ? null : cents / 100)

const costsOf = (cents: Record<Sum | 'price', number | null>) => ({
  price: (cents.price ?? 0) / 100,
  shipping: dollars(cents.shipping),
  handling: dollars(cents.handling),
  tax: dollars(cents.tax),
  additional_fee: (cents.additionalFee ?? 0) / 100,
  donation: (cents.donation ?? 0) / 100,
})

/** Cents of `$1,234.50`, also with zeros after the cents; null for what is no amount, or too large for one. */
function centsIn(text: string): number | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})?(?:\.(\d{1,2})0*)?$/.exec(text)
  if (!match || !/\d/.test(text)) return null
  const cents = Number((match[1] ?? '0').replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return cents <= BID.maxAmountDollars * 100 ? cents : null
}

type Moment = { day: string; time: string }

const US_DATE = /^(?<month>\d{1,2})\/(?<date>\d{1,2})\/(?<year>\d{4}|\d{2})(?<rest>$|[ ,].*)/
const ISO_DATE = /^(?<year>\d{4})-(?<month>\d{2})-(?<date>\d{2})(?<rest>$|[ T].*)/
const TIME =
  /^[T ,]\s*(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?:\.\d+)?\s*(?<half>[ap]m)?\s*(?:p[sd]?t)?$/i

/** A day and time of day in the site's time zone; null for what is none. A day alone begins at midnight. */
function momentIn(text: string): Moment | null {
  const found = (US_DATE.exec(text) ?? ISO_DATE.exec(text))?.groups
  if (!found) return null
  const { year = '', month = '', date = '', rest = '' } = found
  const time = rest === '' ? { hour: '0', minute: '0' } : TIME.exec(rest)?.groups
  if (!time) return null
  const half = time['half']?.toLowerCase()
  const hour = half === undefined ? Number(time['hour']) : (Number(time['hour']) % 12) + (half === 'pm' ? 12 : 0)
  const parts = [year.padStart(4, '20'), month, date, hour, time['minute'], time['second'] ?? 0].map(Number)
  const [y = 0, m = 0, ...others] = parts
  const at = new Date(Date.UTC(y, m - 1, ...others))
  // What does not exist, such as February 30, is another day in the calendar.
  const isReal =
    [m, ...others].join() ===
    [at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].join()
  if (!isReal || y < 1999) return null
  return { day: at.toISOString().slice(0, 10), time: at.toISOString().slice(11, 19) }
}

/** A way to read a column of an order: what it is in all, and whether its cells are the items' own. */
type Reading = { sum: number | null; isByRow: boolean }

/**
 * The rows of one order, each with its part of the order's costs, which add up to the order to the cent. No source tells whether the
 * rows repeat a sum, have it on the first of them, or split it: taken is the reading that adds up to what was paid. Where none does,
 * `addsUp` is false, and the rule for the site's lists of orders holds: handling is charged for each item, all else once.
 */
function shareCosts(rows: readonly Row[]): { orders: PastOrder[]; addsUp: boolean } {
  const amountsOf = (name: Sum | 'price' | 'payment'): Amounts => rows.map(({ cents }) => cents[name])
  const stated = told(amountsOf('price'))
  const byQuantity = stated.map((price, index) => price * (rows[index]?.quantity ?? 1))
  const isSplit = areSplit(stated, [amountsOf('shipping'), amountsOf('tax')])
  const readings = SUMS.map((name) => readingsOf(amountsOf(name), name === 'handling' || isSplit))
  const payments = readingsOf(amountsOf('payment'), isSplit).flatMap(({ sum }) => sum ?? [])

  const choices = allOf(readings)
  const [first = []] = choices
  const ways = [stated, byQuantity].flatMap((prices) => choices.map((choice) => ({ prices, choice })))
  const paid = ways.find((way) => payments.includes(added(way.prices) + added(way.choice.map(({ sum }) => sum ?? 0))))
  const { prices, choice } = paid ?? { prices: stated, choice: first }

  const parts = choice.map(({ sum, isByRow }, index) => {
    const amounts = amountsOf(SUMS[index] ?? 'tax')
    if (SUMS[index] === 'handling' && isByRow && told(amounts).length === rows.length) return amounts
    // With what was paid, a cost that no row names is known to be none.
    return partsOf(paid ? (sum ?? 0) : sum, prices)
  })
  const orders = rows.map(({ order }, row) => {
    const [shipping = null, tax = null, handling = null, additionalFee = null, donation = null] = parts.map(
      (part) => part[row] ?? null,
    )
    const costs = costsOf({ price: prices[row] ?? null, shipping, tax, handling, additionalFee, donation })
    return { ...order, ...costs, items_in_order: rows.length }
  })
  return { orders, addsUp: paid !== undefined || payments.length === 0 }
}

/** The likelier reading first; another where each row has the same amount. */
function readingsOf(amounts: Amounts, isByRow: boolean): Reading[] {
  const both = [isByRow, !isByRow].map((each) => ({ sum: sumOf(amounts, each), isByRow: each }))
  return areEqual(amounts) && told(amounts).length > 1 ? both : both.slice(0, 1)
}

/** Each choice of one reading for each column, the likeliest first. */
const allOf = (columns: readonly Reading[][]): Reading[][] =>
  columns.reduce<Reading[][]>((choices, column) => choices.flatMap((c) => column.map((each) => [...c, each])), [[]])
