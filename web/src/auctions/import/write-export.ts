import { guardFormulas, pickupText, type UndoneLine, type WireBidGroup } from '@bidwell/contract'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

const NAMES = ['link', 'max', 'seconds', 'note', 'group', 'delivered', 'allowance', 'pickup', 'wins', 'budget']

/**
 * What is tracked as a CSV file that `readImport` reads, with the terms of its groups; titles are for people alone. Spreadsheets take the
 * mark at its start for UTF-8.
 */
export function writeExport(auctions: readonly TrackedAuction[], groups: readonly WireBidGroup[]): string {
  const rows = auctions.map(({ auction, bid }) => {
    const delivered = bid?.delivered
    const group = groups.find(({ id }) => id === bid?.group?.id)
    return [
      auction.itemUrl,
      delivered ? '' : amount(bid?.maxBid ?? auction.maxBid),
      String(bid?.secondsBeforeEnd ?? ''),
      guardFormulas(auction.note),
      guardFormulas(bid?.group?.name ?? ''),
      ...deliveredCells(delivered),
      String(group?.most_wins ?? ''),
      amount(group?.budget),
      guardFormulas(auction.title),
    ]
  })
  return fileOf([[...NAMES, 'title'], ...rows])
}

/** The lines of an import of which not everything was done, to be mended and imported again. The reasons are for people alone. */
export const writeUndone = (lines: readonly UndoneLine[], reasonOf: (line: UndoneLine) => string): string =>
  fileOf([
    [...NAMES, 'reason'],
    ...lines.map((line) => [
      line.item_url,
      amount(line.max),
      String(line.seconds),
      guardFormulas(line.note),
      '',
      ...deliveredCells(line.all_in === null ? null : line),
      '',
      '',
      guardFormulas(reasonOf(line)),
    ]),
  ])

type Delivered = Pick<UndoneLine, 'allowance' | 'pickup' | 'no_handling'> & { all_in: number | null }

const deliveredCells = (delivered: Delivered | null | undefined): string[] =>
  delivered
    ? [amount(delivered.all_in), amount(delivered.allowance), pickupText(delivered.pickup, delivered.no_handling)]
    : ['', '', '']

const amount = (dollars: number | null | undefined): string => dollars?.toFixed(2) ?? ''

function fileOf(rows: readonly string[][]): string {
  const lines = rows.map((cells) => cells.map(quoted).join(','))
  return `\u{feff}${lines.join('\r\n')}\r\n`
}

const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
