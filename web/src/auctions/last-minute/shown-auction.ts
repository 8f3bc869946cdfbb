import { resultKindOf } from '../../bids/results/result-kind.ts'
import { countdownText, type Precision } from '../../time/countdown-rules.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

const LAST_MINUTE_MS = 60_000
/** How long a result stays in the last minute. */
const RESULT_SHOWN_MS = 15_000
/** A result that takes longer than this after the end is shown by the card alone. */
const MAX_WAIT_MS = 120_000

export type ShownAuction = {
  tracked: TrackedAuction
  /** How many other auctions with a bid are in their last minute. */
  others: number
}

/** From when until when an auction is in the last minute, epoch ms; null for an auction without a bid. */
function spanOf({ auction, bid }: TrackedAuction) {
  if (bid === null || (bid.status === 'cancelled' && bid.outcome !== 'paused')) return null
  const from = auction.endsOn - LAST_MINUTE_MS
  const shownUntil = resultKindOf(bid) === null ? auction.endsOn + MAX_WAIT_MS : bid.updatedAt + RESULT_SHOWN_MS
  // Until the close, a bidder who is outbid may bid again.
  const until = bid.status === 'outbid' ? Math.max(shownUntil, auction.endsOn) : shownUntil
  return until > from ? { from, until } : null
}

/** The auction to show at an instant of the site's clock, epoch ms: the next to end, otherwise the last that ended. */
export function shownAt(auctions: readonly TrackedAuction[], now: number): ShownAuction | null {
  const shown = auctions.filter((tracked) => {
    const span = spanOf(tracked)
    return span !== null && span.from <= now && now < span.until
  })
  const byEnd = shown.toSorted((a, b) => a.auction.endsOn - b.auction.endsOn || a.auction.id - b.auction.id)
  const running = byEnd.filter(({ auction }) => auction.endsOn > now)
  const tracked = running[0] ?? byEnd.at(-1)
  return tracked === undefined ? null : { tracked, others: Math.max(0, running.length - 1) }
}

/** The next instant at which time alone changes the phase, epoch ms; null for never. */
export function nextShownChange(auctions: readonly TrackedAuction[], now: number): number | null {
  const instants = auctions.flatMap((tracked) => {
    const span = spanOf(tracked)
    return span === null ? [] : [span.from, tracked.auction.endsOn, span.until]
  })
  const next = Math.min(...instants.filter((at) => at > now))
  return next === Infinity ? null : next
}

/** The time to the end of an auction in its last minute, with its tenths throughout: `0:42.3`. */
export function lastMinuteText(remainingMs: number, precision: Precision): string {
  const text = countdownText(remainingMs, precision === 'tenths' ? 'seconds' : precision)
  return precision === 'tenths' && remainingMs > 0 ? `${text}.${Math.floor((remainingMs % 1_000) / 100)}` : text
}
