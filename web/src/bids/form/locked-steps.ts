import type { Auction, Bid } from '@bidwell/contract'
import { centsFromTyped, centsOf, formatDollars } from '../../ui/money.ts'
import { whyNotChange } from '../bid-rules.ts'
import type { TypedBid } from './bid-draft.ts'

/** Whether a bid is shown instead of its form: it is on its way, or it has come out. */
export function isLockedBid(bid: Bid, now: number, auction: Pick<Auction, 'minimumBid'>): boolean {
  return bid.status === 'pending' ? whyNotChange(bid, now, auction) !== null : bid.status !== 'cancelled'
}

export type Steps = { steps: readonly string[]; reached: number; working: boolean }

/** The steps of a bid on its way; `reached` counts those done. Null for a bid that the site has not taken. */
export function lockedSteps({ status, phase, outcome, group }: Bid, siteName: string): Steps | null {
  const steps = ['Locked in', 'Sent', `Confirmed by ${siteName}`]
  switch (status) {
    case 'executed':
      return outcome === null ? { steps, reached: 3, working: false } : null
    case 'won':
    case 'lost':
      return { steps, reached: 3, working: false }
    case 'outbid':
      return outcome === 'outbid_on_arrival' ? { steps, reached: 3, working: false } : null
    case 'failed':
    case 'cancelled':
    case 'auction_ended':
      return null
    case 'pending':
      switch (phase) {
        case 'waiting':
        case 'paused':
        case 'armed':
        case 'settled':
          // Its group lets it out late, or not at all.
          if (group?.state === 'held') return null
          return { steps, reached: 0, working: true }
        case 'restored':
          return null
        case 'locked_in':
          return { steps, reached: 1, working: true }
        case 'sent':
          return { steps, reached: 2, working: true }
        case 'checking':
          return { steps: ['Locked in', 'Sent', `Checking with ${siteName}`], reached: 2, working: true }
      }
  }
}

/** What the user had typed differently from the bid: `max $31.00, 9 seconds before the end`; null for nothing. */
export function unsavedText(
  edits: Partial<TypedBid> & { allIn?: string },
  bid: Pick<Bid, 'maxBid' | 'secondsBeforeEnd'>,
): string | null {
  const cents = centsFromTyped(edits.max ?? '')
  const lead = edits.lead?.trim() ?? ''
  const texts = [
    ...(cents !== null && cents !== centsOf(bid.maxBid) ? [`max ${formatDollars(cents / 100)}`] : []),
    ...(edits.allIn?.trim() ? [`delivered price ${edits.allIn.trim()}`] : []),
    ...(lead !== '' && lead !== String(bid.secondsBeforeEnd) ? [`${lead} seconds before the end`] : []),
  ]
  return texts.length === 0 ? null : texts.join(', ')
}
