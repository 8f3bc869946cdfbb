import type { Auction, Bid } from '@bidwell/contract'
import { centsFromTyped, centsOf, formatDollars } from '../../ui/money.ts'
import { whyNotChange } from '../bid-rules.ts'
import type { TypedBid } from '../fields/bid-draft.ts'
import { stepsReached } from '../steps-reached.ts'

/** Whether a bid is shown instead of its form: it waits for its owner's answer, is on its way, or has come out. */
export function isLockedBid(bid: Bid, now: number, auction: Pick<Auction, 'minimumBid'>): boolean {
  if (bid.phase === 'restored') return true
  return bid.status === 'pending' ? whyNotChange(bid, now, auction) !== null : bid.status !== 'cancelled'
}

export type Steps = { steps: readonly string[]; reached: number; working: boolean }

/** The steps of a bid on its way; `reached` counts those done. Null for a bid that the site has not taken. */
export function lockedSteps(bid: Bid, siteName: string): Steps | null {
  const reached = stepsReached(bid)
  if (reached === null) return null
  const working = bid.status === 'pending'
  const last = working && bid.phase === 'checking' ? `Checking with ${siteName}` : `Confirmed by ${siteName}`
  return { steps: ['Locked in', 'Sent', last], reached: Math.min(reached, 3), working }
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
