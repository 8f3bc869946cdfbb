import type { Bid } from '@bidwell/contract'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

const MINUTE = 60_000
const COUNTDOWN_MARKS = [
  { beforeEndMs: 10 * MINUTE, text: '10 minutes' },
  { beforeEndMs: MINUTE, text: 'a minute' },
] as const

/** The spoken text for the auctions with a scheduled bid that pass a mark between two instants; null for none. */
export function countdownAnnouncement(auctions: readonly TrackedAuction[], from: number, to: number): string | null {
  const texts = COUNTDOWN_MARKS.flatMap(({ beforeEndMs, text }) => {
    const passed = auctions.filter(({ auction, bid }) => {
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

/** The spoken text for bids that were locked in or sent, or whose answer is missing; null for none. A toast announces each result. */
export function bidAnnouncement(before: readonly Bid[], after: readonly Bid[]): string | null {
  const known = new Map(before.map((bid) => [bid.id, bid]))
  const texts = after.flatMap(({ id, status, phase, title }) => {
    const earlier = known.get(id)
    if (!earlier || earlier.status !== status || earlier.phase === phase) return []
    if (phase === 'locked_in') return [`Bid locked in: ${title}`]
    if (phase === 'sent') return [`Bid sent: ${title}`]
    return phase === 'checking' ? [`No answer yet. Checking whether the bid counts: ${title}`] : []
  })
  return texts.length === 0 ? null : texts.join('. ')
}
