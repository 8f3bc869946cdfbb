import type { TrackedAuction } from '../tracked/tracked-auction.ts'

/** What is tracked as a CSV file that `readImport` reads; titles are for people alone. Spreadsheets take the mark at its start for UTF-8. */
export function writeExport(auctions: readonly TrackedAuction[]): string {
  const rows = auctions.map(({ auction, bid }) => [
    auction.itemUrl,
    (bid?.maxBid ?? auction.maxBid)?.toFixed(2) ?? '',
    String(bid?.secondsBeforeEnd ?? ''),
    auction.note,
    bid?.group?.name ?? '',
    inert(auction.title),
  ])
  const lines = [['link', 'max', 'seconds', 'note', 'group', 'title'], ...rows].map((cells) =>
    cells.map(quoted).join(','),
  )
  return `\u{feff}${lines.join('\r\n')}\r\n`
}

const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The site's text, which no spreadsheet takes for a formula. */
const inert = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
