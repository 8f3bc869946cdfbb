import { Readable } from 'node:stream'
import { type api, guardFormulas, type ItemCost, messages, type Query, SITE_ZONE } from '@bidwell/contract'
import { findItemCosts } from '../auctions/cost/find-item-costs.ts'
import type { Ctx } from '../context/ctx.ts'
import { FileAnswer } from '../http/route.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { findHistory, type HistoryPage, type HistoryRow } from './history-queries.ts'
import { filterOf, inAllOf, wonIn } from './list-history.ts'

/** So many rows are in memory at a time. */
const ROWS_AT_ONCE = 500
/** Without it, Excel takes the file for one in an older encoding, and garbles every letter beyond ASCII. */
const BYTE_ORDER_MARK = '\u{feff}'

const HEADINGS = [
  'Date (Pacific time)',
  'Item',
  'Item number',
  'Result',
  'Sold for',
  'Paid',
  'Max',
  'Margin',
  'In all before tax',
  'Shipping by order',
  'Handling by order',
  'Tax by order',
  'Total by order',
  'Order',
  'Seller',
  'Paid on (first seen)',
  'Tracking number',
  'Labels',
  'Note',
  'Link',
  'Additional fee',
  'Donation',
  'Ordered on',
  'Shipped on',
  'You sold it for',
  'Fees',
  'You sold it on',
  'Where',
  'Refund',
  'Profit',
]

type Rows = { rows: HistoryRow[]; costs: ReadonlyMap<string, ItemCost> }

/** The rows that the filter leaves, all of them, as a CSV file in the order of the list. */
export async function exportHistory(
  ctx: Ctx,
  accountId: number,
  { sort = 'date', direction = 'desc', ...filter }: Query<typeof api.exportHistory>,
): Promise<FileAnswer> {
  const page = { ...filterOf(filter), sort, direction, limit: ROWS_AT_ONCE }
  // Read before the answer begins: when the database fails, the caller learns of it instead of getting an empty file.
  const first = await readRows(ctx, accountId, { ...page, after: null })
  const name = `bidwell-history-${siteDay(ctx.clock.now())}.csv`
  return new FileAnswer(name, Readable.from(linesOf(ctx, accountId, page, first)), 'text/csv; charset=utf-8')
}

async function* linesOf(ctx: Ctx, accountId: number, page: Omit<HistoryPage, 'after'>, first: Rows) {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS.map(textCell))
  let { rows, costs } = first
  for (;;) {
    yield rows.map((row) => csvLine(cellsOf(row, costs.get(row.auction_id), ctx.marketplace))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < page.limit) return
    ;({ rows, costs } = await readRows(ctx, accountId, { ...page, after: last }))
  }
}

async function readRows(ctx: Ctx, accountId: number, page: HistoryPage): Promise<Rows> {
  const rows = await findHistory(ctx.db, accountId, page)
  return { rows, costs: await findItemCosts(ctx, accountId, wonIn(rows)) }
}

const cellsOf = (row: HistoryRow, cost: ItemCost | undefined, marketplace: Marketplace) => [
  formatSiteTime(row.at),
  textCell(row.title),
  textCell(row.auction_id),
  textCell(messages.history.results[row.result]),
  moneyCell(row.final_price_cents),
  moneyCell(row.paid_cents),
  moneyCell(row.max_bid_cents),
  moneyCell(row.margin_cents),
  moneyCell(inAllOf(row, cost)?.totalCents ?? null),
  moneyCell(row.shipping_cents),
  moneyCell(row.handling_cents),
  moneyCell(row.tax_cents),
  moneyCell(row.total_cents),
  textCell(row.order_id),
  textCell(row.seller),
  row.paid_on ?? '',
  textCell(row.tracking_number),
  textCell(row.labels.join(', ')),
  textCell(row.note),
  textCell(marketplace.itemUrl(row.auction_id)),
  moneyCell(row.additional_fee_cents),
  moneyCell(row.donation_cents),
  row.ordered_on ?? '',
  row.shipped_on ?? '',
  moneyCell(row.sold_for_cents),
  moneyCell(row.fees_cents),
  row.sold_on ?? '',
  textCell(row.sold_at),
  moneyCell(row.refund_cents),
  moneyCell(row.profit_cents),
]

/** A cell of text, in quotes; empty for null. */
const textCell = (text: string | null): string =>
  text === null ? '' : `"${guardFormulas(text).replaceAll('"', '""')}"`

/** A cell with an amount in dollars: `1234.50`, `-6.00`; empty for null. A number, so that a spreadsheet can add it up. */
const moneyCell = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2))

/** A line of a file as RFC 4180 has it. */
const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

// Of the formats in use, the Swedish one is closest to ISO 8601: `2026-11-20 18:42:17`.
const SITE_TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: SITE_ZONE, dateStyle: 'short', timeStyle: 'medium' })

/** `2026-11-20 18:42:17`, in the site's time zone. Spreadsheets read it as a date. */
const formatSiteTime = (at: Date | number): string => SITE_TIME.format(at)

/** `2026-11-20`: the day at the site. */
const siteDay = (at: Date | number): string => formatSiteTime(at).slice(0, 10)
