import { messages, type Receipt } from '@bidwell/contract'
import { formatDollars } from '../../ui/money.ts'
import { type ExactTimes, inViewerZone, siteExact } from './exact-times.ts'

/** `viewerTime` is the same instant in the viewer's zone, where it differs. */
export type ReceiptLine = { name: string; value: string; viewerTime?: string }

/** A smaller error of a time is said only beside the clocks. */
const MIN_UNSURE_MS = 100

/** The amounts of a bid. A missing value has no line. */
export function moneyLines({ bid }: Receipt): ReceiptLine[] {
  return present([
    { name: 'Your max', value: formatDollars(bid.max_bid) },
    line(messages.delivered.label, bid.delivered && bid.delivered.all_in, formatDollars),
    // A win says it first.
    line('Final price', bid.status === 'won' ? null : bid.final_price, formatDollars),
  ])
}

/** When a bid was planned, and how it was timed. Its steps are its events. */
export function timeLines(receipt: Receipt, viewer?: ExactTimes): ReceiptLine[] {
  const day = siteExact.day(Date.parse(receipt.ends_at))
  const instant = (name: string, time: string): ReceiptLine => {
    const at = Date.parse(time)
    const viewerTime = inViewerZone(at, day, viewer)
    return { name, value: siteExact.time(at, day), ...(viewerTime !== null && { viewerTime }) }
  }
  return present([
    { name: 'Day', value: day },
    instant('Auction’s close', receipt.ends_at),
    instant('Planned for', receipt.planned_at),
    line('The bid left', receipt.sent_before_end_ms, (ms) => leftText(ms, receipt)),
    line('Answered after', answeredAfterText(receipt), (text) => text),
    line('Usual round trip, measured before', receipt.round_trip_ms, roundedMs),
    line('Site clock against the engine’s', receipt.clock_offset_ms, (ms) => {
      const unsure = receipt.clock_uncertainty_ms
      return unsure === null ? signedMs(ms) : `${signedMs(ms)} ± ${roundedMs(unsure)}`
    }),
  ])
}

/** `23 ms`; null without a clear answer. */
const answeredAfterText = ({ sent_at: sentAt, answered_at: answeredAt }: Receipt): string | null =>
  sentAt === null || answeredAt === null ? null : roundedMs(Date.parse(answeredAt) - Date.parse(sentAt))

/** `Sent 5.00 s before the close, answered after 23 ms`; null for a bid that was not sent. */
export const proofOf = (receipt: Receipt): string | null =>
  receipt.sent_before_end_ms === null
    ? null
    : messages.receipt.proof(leftText(receipt.sent_before_end_ms, receipt), answeredAfterText(receipt))

function leftText(ms: number, { clock_uncertainty_ms: unsure }: Receipt): string {
  const text = beforeClose(ms)
  return unsure === null || unsure < MIN_UNSURE_MS ? text : `${text} ± ${(unsure / 1_000).toFixed(2)} s`
}

const roundedMs = (ms: number): string => `${Math.round(ms)} ms`

const line = <T>(name: string, value: T | null, write: (value: T) => string): ReceiptLine | null =>
  value === null ? null : { name, value: write(value) }

const present = (lines: (ReceiptLine | null)[]): ReceiptLine[] => lines.filter((entry) => entry !== null)

/** `6.98 s before the close`, or after it. */
export function beforeClose(ms: number): string {
  const seconds = (Math.abs(ms) / 1_000).toFixed(2)
  return ms >= 0 ? `${seconds} s before the close` : `${seconds} s after the close`
}

/** `+3.701 s`, or `+12 ms` where it is that small. */
function signedMs(ms: number): string {
  const size = Math.abs(ms)
  if (Math.round(size) === 0) return '0 ms'
  return `${ms < 0 ? '−' : '+'}${size < 1_000 ? `${Math.round(size)} ms` : `${(size / 1_000).toFixed(3)} s`}`
}
