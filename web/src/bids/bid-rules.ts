import {
  amountFault,
  type Auction,
  type Bid,
  changeDeadline,
  leadFault,
  maximumFault,
  messages,
  needsConfirmation,
} from '@bidwell/contract'
import { centsFromTyped, centsOf } from '../ui/money.ts'

const SECOND = 1_000
/** So near the end, removing or cancelling asks for a confirmation: an undo could come too late. */
const TOO_LATE_TO_UNDO_MS = 5 * 60 * SECOND

/** Whether a bid may still fire or has no result yet. */
export const isLive = (bid: Pick<Bid, 'status' | 'stage'>): boolean =>
  bid.status === 'pending' || (bid.status === 'executed' && bid.stage !== 'settled')

/** Whether a bid is still to be sent: it is scheduled and not locked in. */
export const isToBeSent = ({ status, stage }: Pick<Bid, 'status' | 'stage'>): boolean =>
  status === 'pending' && (stage === 'waiting' || stage === 'armed' || stage === 'paused')

/** The reason, for the user, why an offline browser changes nothing; null while online. */
export const whyOffline = (online: boolean): string | null =>
  online ? null : 'You are offline, so nothing can be changed.'

/** The instant from which a bid with this lead can no longer be changed or cancelled. */
export const changeDeadlineOf = (endsOn: number, secondsBeforeEnd: number): number =>
  changeDeadline(endsOn - secondsBeforeEnd * SECOND)

/** The reason, for the user, why a bid cannot be changed or cancelled now; null when it can. */
export function whyNotChange(bid: Pick<Bid, 'status' | 'stage' | 'fireAt'>, now: number): string | null {
  if (bid.status !== 'pending') return messages.bid.cannotChangeFinished
  switch (bid.stage) {
    case 'waiting':
    case 'armed':
      return now >= changeDeadline(bid.fireAt) ? messages.bid.cannotChange : null
    case 'paused':
      return null
    case 'locked_in':
    case 'sent':
    case 'checking':
      return messages.bid.cannotChange
    case 'settled':
      return messages.bid.cannotChangeFinished
  }
}

type Prices = Pick<Auction, 'bidCount' | 'currentBid' | 'minimumBid'>

/** The fault of a typed amount; null when it is valid. */
export function typedAmountFault(typed: string): string | null {
  const cents = centsFromTyped(typed)
  if (cents !== null) return amountFault(cents / 100)
  const amount = Number(typed.replace(/[$,\s]/g, '') || Number.NaN)
  return amount > 0 && !/e/i.test(typed) ? messages.bid.amountNotCents : messages.bid.amountUnreadable
}

/** The fault of a typed maximum, in the server's sentence where it has one; null when it is valid. */
export function typedMaximumFault(typed: string, { bidCount, minimumBid }: Prices): string | null {
  const cents = centsFromTyped(typed)
  return typedAmountFault(typed) ?? maximumFault(cents ?? 0, { bidCount, lowestCents: centsOf(minimumBid) })
}

/** Whether a maximum is so far above the price that it has to be typed twice. */
export const needsRetyping = (cents: number, { bidCount, currentBid, minimumBid }: Prices): boolean =>
  needsConfirmation(cents, { bidCount, currentCents: centsOf(currentBid), minimumCents: centsOf(minimumBid) })

/** The fault of a typed lead; null when it is valid. */
export const typedLeadFault = (typed: string): string | null =>
  leadFault(/^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN)

/** The risk of a lead, shown beside the field. */
export function leadRisk(seconds: number, siteName: string): string {
  if (seconds <= 2) return `Very short: one slow answer from ${siteName} and the bid comes after the close.`
  if (seconds <= 4) return `Short: leaves little room for a slow answer from ${siteName}.`
  if (seconds <= 15) return `Leaves room for a slow answer from ${siteName}, and others little time to bid again.`
  if (seconds <= 60) return 'Early: others have time to see the price move and bid again.'
  return 'Very early: the bid is in plain sight, and others have minutes to answer it.'
}

export const needsDialogToUndo = (endsOn: number, now: number): boolean => endsOn - now <= TOO_LATE_TO_UNDO_MS
