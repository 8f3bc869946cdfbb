import { Readable } from 'node:stream'
import { type exportHistory as endpoint, type ItemCost, messages, type Query } from '@bidwell/contract'
import { findItemCosts } from '../auctions/cost/find-item-costs.ts'
import { FileAnswer } from '../http/route.ts'
import type { Clock } from '../platform/clock.ts'
import { csvLine, moneyCell, textCell } from './csv.ts'
import { findHistory, type HistoryPage, type HistoryRow } from './history-queries.ts'
import { filterOf, type HistoryDeps, inAllOf, wonIn } from './list-history.ts'
import { siteDay, formatSiteTime } from './site-day.ts'

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
  'Link',
]

/** The rows that the filter leaves, all of them, as a CSV file in the order of the list. */
export async function exportHistory(
  deps: HistoryDeps & { clock: Clock },
  accountId: number,
  { sort = 'date', direction = 'desc', ...filter }: Query<typeof endpoint>,
): Promise<FileAnswer> {
  const page = { ...filterOf(filter), sort, direction, limit: ROWS_AT_ONCE }
  // Read before the answer begins: when the database fails, the caller learns of it instead of getting an empty file.
  const first = await findHistory(deps.db, accountId, { ...page, after: null })
  const name = `bidwell-history-${siteDay(deps.clock.now())}.csv`
  return new FileAnswer(name, Readable.from(linesOf(deps, accountId, page, first)), 'text/csv; charset=utf-8')
}

async function* linesOf(deps: HistoryDeps, accountId: number, page: Omit<HistoryPage, 'after'>, first: HistoryRow[]) {
  const { db, marketplace } = deps
  yield BYTE_ORDER_MARK + csvLine(HEADINGS.map(textCell))
  let rows = first
  for (;;) {
    const costs = await findItemCosts(deps, accountId, wonIn(rows))
    yield rows.map((row) => csvLine(cellsOf(row, costs.get(row.auction_id), marketplace))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < page.limit) return
    rows = await findHistory(db, accountId, { ...page, after: last })
  }
}

const cellsOf = (row: HistoryRow, cost: ItemCost | undefined, { itemUrl }: HistoryDeps['marketplace']) => [
  formatSiteTime(row.at),
  textCell(row.title),
  textCell(row.auction_id),
  textCell(messages.history.results[row.result]),
  moneyCell(row.final_price_cents),
  moneyCell(row.paid_cents),
  moneyCell(row.max_bid_cents),
  moneyCell(row.margin_cents),
  moneyCell(inAllOf(row, cost)?.totalCents ?? null),
  textCell(itemUrl(row.auction_id)),
]
