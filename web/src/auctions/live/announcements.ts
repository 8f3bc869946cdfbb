import type { Bid } from '@bidwell/contract'
import { describeResult } from '../../bids/describe-result.ts'
import type { Lot } from '../lot/lot.ts'

const MINUTE = 60_000
const MARKS = [
  { beforeEndMs: 10 * MINUTE, says: '10 minutes' },
  { beforeEndMs: MINUTE, says: 'a minute' },
] as const

/** What to say aloud when the clock goes from one instant to another: only auctions with a scheduled bid, merged. */
export function countdownAnnouncement(lots: readonly Lot[], from: number, to: number): string | null {
  const said = MARKS.flatMap(({ beforeEndMs, says }) => {
    const passed = lots.filter(({ auction, bid }) => {
      const mark = auction.endsOn - beforeEndMs
      return bid?.status === 'pending' && from < mark && mark <= to && auction.endsOn > to
    })
    const [first] = passed
    if (!first) return []
    if (passed.length > 1) return [`${passed.length} auctions end within ${says}`]
    return [`${first.auction.title} ends in ${says}`]
  })
  return said.length === 0 ? null : said.join('. ')
}

/** What to say aloud when bids have changed. Statuses that a toast tells of are left to the toast. */
export function bidAnnouncement(before: readonly Bid[], after: readonly Bid[], siteName: string): string | null {
  const known = new Map(before.map((bid) => [bid.id, bid]))
  const said = after.flatMap((bid) => {
    const was = known.get(bid.id)
    if (!was || (was.status === bid.status && was.stage === bid.stage)) return []
    if (bid.status !== was.status && (bid.status === 'won' || bid.status === 'lost')) {
      return [`${bid.title}: ${describeResult(bid, siteName)}`]
    }
    return bid.stage === 'sent' && was.stage !== 'sent' ? [`Bid sent: ${bid.title}`] : []
  })
  return said.length === 0 ? null : said.join('. ')
}
