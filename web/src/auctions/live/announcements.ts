import type { Bid } from '@bidwell/contract'
import { describeResult } from '../../bids/describe-result.ts'
import type { Lot } from '../lot/lot.ts'

const MINUTE = 60_000
const COUNTDOWN_MARKS = [
  { beforeEndMs: 10 * MINUTE, text: '10 minutes' },
  { beforeEndMs: MINUTE, text: 'a minute' },
] as const

/** The spoken text for the auctions with a scheduled bid that pass a mark between two instants; null for none. */
export function countdownAnnouncement(lots: readonly Lot[], from: number, to: number): string | null {
  const texts = COUNTDOWN_MARKS.flatMap(({ beforeEndMs, text }) => {
    const passed = lots.filter(({ auction, bid }) => {
      const mark = auction.endsOn - beforeEndMs
      return bid?.status === 'pending' && from < mark && mark <= to && auction.endsOn > to
    })
    const [first] = passed
    if (!first) return []
    if (passed.length > 1) return [`${passed.length} auctions end within ${text}`]
    return [`${first.auction.title} ends in ${text}`]
  })
  return texts.length === 0 ? null : texts.join('. ')
}

/** The spoken text for changed bids; null for none. Excludes the statuses that a toast announces. */
export function bidAnnouncement(before: readonly Bid[], after: readonly Bid[], siteName: string): string | null {
  const known = new Map(before.map((bid) => [bid.id, bid]))
  const texts = after.flatMap((bid) => {
    const earlier = known.get(bid.id)
    if (!earlier || (earlier.status === bid.status && earlier.stage === bid.stage)) return []
    if (bid.status !== earlier.status && (bid.status === 'won' || bid.status === 'lost')) {
      return [`${bid.title}: ${describeResult(bid, siteName)}`]
    }
    return bid.stage === 'sent' && earlier.stage !== 'sent' ? [`Bid sent: ${bid.title}`] : []
  })
  return texts.length === 0 ? null : texts.join('. ')
}
