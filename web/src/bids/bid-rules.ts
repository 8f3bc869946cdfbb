import {
  asksTwice as isFarAbove,
  type Auction,
  BID,
  type Bid,
  freezesAt as freezesFrom,
  messages,
} from '@bidwell/contract'
import { centsOf, formatCents } from '../ui/money.ts'

const SECOND = 1_000
/** Inside this much of the end, taking a bid back is asked about instead of offered to be undone. */
const TOO_LATE_TO_UNDO_MS = 5 * 60 * SECOND

/** Not finished: it may still fire, or its result is still to come. */
export const isLive = (bid: Pick<Bid, 'status'>): boolean => bid.status === 'pending' || bid.status === 'executed'

/** The instant from which a bid with this lead can no longer be changed or cancelled. */
export const freezesAt = (endsOn: number, secondsBeforeEnd: number): number =>
  freezesFrom(endsOn - secondsBeforeEnd * SECOND)

/** Why a bid cannot be changed or cancelled now, in words for the user; null when it can. */
export function whyNotChange(bid: Pick<Bid, 'status' | 'stage' | 'fireAt'>, now: number): string | null {
  if (bid.status !== 'pending') return messages.bid.cannotChangeFinished
  switch (bid.stage) {
    case 'waiting':
    case 'armed':
      return now >= freezesFrom(bid.fireAt) ? messages.bid.cannotChange : null
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

type Priced = Pick<Auction, 'bidCount' | 'currentBid' | 'minimumBid'>

/** What is wrong with a maximum, as the server would say it; null when it can be scheduled. */
export function amountFault(cents: number | null, auction: Priced): string | null {
  if (cents === null) return messages.bid.amountNotCents
  if (cents <= 0) return messages.bid.amountNotPositive
  if (cents > BID.largestAmount * 100) return messages.bid.amountTooLarge
  const minimum = centsOf(auction.minimumBid)
  if (cents >= minimum) return null
  return auction.bidCount === 0 ? messages.bid.belowStartingPrice : messages.bid.belowMinimum(formatCents(minimum))
}

/** Whether a maximum is so far above the price that a slip of the finger is likelier than intent. */
export const asksTwice = (cents: number, auction: Priced): boolean =>
  isFarAbove(cents, {
    bidCount: auction.bidCount,
    currentCents: centsOf(auction.currentBid),
    minimumCents: centsOf(auction.minimumBid),
  })

export function leadFault(typed: string): string | null {
  const seconds = Number(typed)
  const fits = /^\d+$/.test(typed.trim()) && seconds >= BID.minSecondsBeforeEnd && seconds <= BID.maxSecondsBeforeEnd
  return fits ? null : messages.bid.leadOutOfRange
}

/** What a lead costs or saves, so that nobody picks one second without knowing. */
export function leadRisk(seconds: number, siteName: string): string {
  if (seconds <= 2) return `Very short: one slow answer from ${siteName} and the bid comes after the close.`
  if (seconds <= 4) return `Short: leaves little room for a slow answer from ${siteName}.`
  if (seconds <= 15) return `Leaves room for a slow answer from ${siteName}, and others little time to bid again.`
  if (seconds <= 60) return 'Early: others have time to see the price move and bid again.'
  return 'Very early: the bid is in plain sight, and others have minutes to answer it.'
}

export const needsDialogToUndo = (endsOn: number, now: number): boolean => endsOn - now <= TOO_LATE_TO_UNDO_MS

/** How far a bid has come, as the three steps that a person can rely on. Never ahead of what is known. */
export type Progress = 'none' | 'saving' | 'armed' | 'confirmed'

export function progressOf(bid: Pick<Bid, 'status' | 'outcome'> | null, saving: boolean): Progress {
  if (saving) return 'saving'
  if (bid === null) return 'none'
  switch (bid.status) {
    case 'pending':
      return 'armed'
    case 'executed':
    case 'won':
    case 'lost':
      return 'confirmed'
    case 'outbid':
      return bid.outcome === 'outbid_on_arrival' ? 'confirmed' : 'none'
    case 'failed':
    case 'cancelled':
    case 'auction_ended':
      return 'none'
  }
}
