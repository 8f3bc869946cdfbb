import { guardFormulas, type UndoneLine } from '@bidwell/contract'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

/** What `readImport` reads. The other columns are for people alone. */
const NAMES = ['link', 'max', 'seconds', 'note']

/**
 * What is tracked as a CSV file that `readImport` reads. The maximum of a bid by its delivered price or in a group stands
 * in a column for people: imported, it would be a bid without that price, and one that can win beside the others.
 */
export function writeExport(auctions: readonly TrackedAuction[]): string {
  const rows = auctions.map(({ auction, bid }) => [
    auction.itemUrl,
    bid?.delivered || bid?.group ? '' : amount(bid?.maxBid ?? auction.maxBid),
    String(bid?.secondsBeforeEnd ?? ''),
    guardFormulas(auction.note),
    guardFormulas(bid?.group?.name ?? ''),
    bid?.group ? amount(bid.maxBid) : '',
    amount(bid?.delivered?.all_in),
    guardFormulas(auction.title),
  ])
  return fileOf([[...NAMES, 'group', 'max in group', 'delivered', 'title'], ...rows])
}

/** The lines of an import of which not everything was done, to be mended and imported again. */
export const writeUndone = (lines: readonly UndoneLine[], reasonOf: (line: UndoneLine) => string): string =>
  fileOf([
    [...NAMES, 'reason'],
    ...lines.map((line) => [
      line.item_url,
      amount(line.max),
      String(line.seconds),
      guardFormulas(line.note),
      guardFormulas(reasonOf(line)),
    ]),
  ])

const amount = (dollars: number | null | undefined): string => dollars?.toFixed(2) ?? ''

/** Spreadsheets take the mark at its start for UTF-8. */
function fileOf(rows: readonly string[][]): string {
  const lines = rows.map((cells) => cells.map(quoted).join(','))
  return `\u{feff}${lines.join('\r\n')}\r\n`
}

const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
