import type { Receipt } from '@bidwell/contract'
import { formatDollars } from '../auctions/money.ts'
import { siteTimes } from '../auctions/times.ts'

export type ReceiptLine = { name: string; says: string }

/** `6.98 s before the close`, or after it. */
export function beforeClose(ms: number): string {
  const seconds = (Math.abs(ms) / 1_000).toFixed(2)
  return ms >= 0 ? `${seconds} s before the close` : `${seconds} s after the close`
}

/** `+3.701 s`, or `+12 ms` where it is that small. */
function signedMs(ms: number): string {
  const sign = ms < 0 ? '−' : '+'
  const size = Math.abs(ms)
  return size < 1_000 ? `${sign}${Math.round(size)} ms` : `${sign}${(size / 1_000).toFixed(3)} s`
}

/** What a receipt shows, line by line; what has not happened has no line. Times are the site's, to the millisecond. */
export function receiptLines(receipt: Receipt): ReceiptLine[] {
  const { bid } = receipt
  const instants = [
    [bid.status === 'pending' || bid.status === 'cancelled' ? 'Auction closes' : 'Auction closed', receipt.ends_at],
    ['Planned for', receipt.planned_at],
    ['Armed', receipt.armed_at],
    ['Locked in', receipt.locked_in_at],
    ['Sent', receipt.sent_at],
    ['Answered', receipt.answered_at],
    ['Checked', receipt.verified_at],
    ['Settled', receipt.settled_at],
  ] as const
  const lines: (ReceiptLine | null)[] = [
    { name: 'Your max', says: formatDollars(bid.max_bid) },
    line('Final price', bid.final_price, formatDollars),
    line('Margin', receipt.margin, marginText),
    ...instants.map(([name, at]) => line(name, at, (told) => siteTimes.exact(Date.parse(told)))),
    line('Left', receipt.sent_before_end_ms, beforeClose),
    line('Round trip', receipt.round_trip_ms, (ms) => `${Math.round(ms)} ms`),
    line('Site clock against ours', receipt.clock_offset_ms, (ms) => {
      const unsure = receipt.clock_uncertainty_ms
      return unsure === null ? signedMs(ms) : `${signedMs(ms)} ± ${Math.round(unsure)} ms`
    }),
  ]
  return lines.filter((one) => one !== null)
}

const line = <T>(name: string, value: T | null, write: (value: T) => string): ReceiptLine | null =>
  value === null ? null : { name, says: write(value) }

function marginText(dollars: number): string {
  if (dollars === 0) return 'none: the price came to your max'
  return dollars > 0 ? `${formatDollars(dollars)} to spare` : `${formatDollars(-dollars)} short`
}
