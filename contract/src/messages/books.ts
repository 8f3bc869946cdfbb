import { BID } from '../limits.ts'
import { formatCents } from '../money.ts'

/* What is said of sales of won items, and of the site's own file of orders. */

const counted = (count: number): string => count.toLocaleString('en-US')
const items = (count: number): string => (count === 1 ? '1 item' : `${counted(count)} items`)

export const fields = {
  sold_for: 'Sold for',
  fees: 'Fees',
  sold_on: 'Date',
  sold_at: 'Where',
  refund: 'Refund',
} as const
export const amountMissing = (field: string): string => `${field}: enter an amount in dollars, such as 24.50`
export const amountNegative = (field: string): string => `${field} must not be negative`
export const amountNotCents = (field: string): string => `${field} must be in whole cents`
export const amountTooLarge = (field: string): string =>
  `${field} must be at most ${formatCents(BID.maxAmountDollars * 100)}`
export const noDay = 'Date must be the day of the sale'
export const dayToCome = 'Date must not be in the future'
export const placeTooLong = (most: number): string => `Where must have at most ${most} characters`
export const placeNotText = 'Where must be a line of text'
export const notYourItem = 'You have won no such item.'

export const saleButton = 'Sold for…'
export const feesHint = 'Of the place where you sold it, and your postage. Empty for none.'
export const refundHint = 'What the site gave back of what you paid.'
export const soldForHint = 'Empty while it is not sold.'
export const saved = 'Saved'
export const offline = 'You are offline, so nothing can be saved.'

/** `You sold it for $40.00 on Nov 3, 2026 (eBay): $12.30 profit`; null for an item that is not sold. */
export function sold(sale: { soldFor: string; day: string; at: string | null; profit: string | null }): string {
  const where = sale.at === null ? '' : ` (${sale.at})`
  return `You sold it for ${sale.soldFor} on ${sale.day}${where}: ${sale.profit ?? 'profit not known, since its costs are not'}`
}
export const profit = (dollars: number): string =>
  dollars < 0 ? `${formatCents(Math.round(-dollars * 100))} loss` : `${formatCents(Math.round(dollars * 100))} profit`
export const refunded = (amount: string): string => `${amount} refunded`

export const readIn = 'Read a file'
export const readInTitle = (site: string): string => `Read in your orders from ${site}`
export const readInAbout = (site: string): string =>
  `${site} has the file on its page of shipped orders, under ‘Export’. Items that you have won here already get the costs that it tells.`
export const file = 'File'
export const tooLarge = 'The file is larger than 8 MB.'
export const notRead = 'The file could not be read. Choose it again.'
export const noCsv = 'This is no CSV file.'
export const noRows = 'The file has no orders.'
export const headingsMissing = (headings: readonly string[]): string =>
  `The file lacks the ${headings.length === 1 ? 'heading' : 'headings'} ${headings.map((name) => `‘${name}’`).join(', ')}.`
export const tooManyRows = (rows: number): string => `The file has ${counted(rows)} rows. At most 10,000 can be read.`
export const tooManyOrders = (most: number): string => `An account can keep at most ${counted(most)} orders.`
export const noItemNumber = 'Item Id must be a number of 6 to 15 digits'
export const noOrderNumber = 'Order # must be a number'
export const noPrice = 'Item Price is empty'
export const noDate = 'Item End Time, Order Date and Payment Date are empty'
export const sameItem = (line: number): string => `the same item as on line ${line}`
export const badAmount = (heading: string, text: string): string => `${heading} is ‘${text}’, which is no amount`
export const badDate = (heading: string, text: string): string => `${heading} is ‘${text}’, which is no date`
export const faultAt = (line: number, fault: string): string => `Line ${line}: ${fault}`
export const faults = (count: number): string =>
  count === 1
    ? 'One line cannot be read, and is left out:'
    : `${counted(count)} lines cannot be read, and are left out:`
export const further = (count: number): string => `and ${counted(count)} more`
/** `812 items of 2021 to 2026, $12,345.60 in all.` */
export const preview = ({ count, years, total }: { count: number; years: readonly string[]; total: string }): string =>
  `${items(count)} of ${years.length > 1 ? `${years[0]} to ${years.at(-1)}` : (years[0] ?? '')}, ${total} in all.`
export const unequal = (count: number): string =>
  `${count === 1 ? 'The costs of one order do not add up to its' : `The costs of ${counted(count)} orders do not add up to their`} Payment Amount. Shipping and tax count once there.`
export const known = ({ readIn: before, won }: { readIn: number; won: number }): string | null =>
  [
    ...(before > 0 ? [`${items(before)} read in before.`] : []),
    ...(won > 0 ? [`${items(won)} won by a bid of Bidwell, and not doubled.`] : []),
  ].join(' ') || null
export const readInButton = (count: number): string => `Read in ${items(count)}`
export const notReadIn = 'Not all orders were read in. Try again: what was read in stays as it is.'
export const readInDone = (count: number): string => `${items(count)} read in`
export const takeOut = 'Take out all that was read in'
export const takeOutAsk = 'All items of the site’s file leave the history. Sales stay, for when they are read in again.'
export const takenOut = (count: number): string => `${items(count)} taken out`
export const notDeleted = 'It stands in the file of orders that you read in.'
