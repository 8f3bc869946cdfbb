import { type Auction, BID, type Bid, type PreflightFinding } from '@bidwell/contract'
import { isOfAccount } from '../../bids/preflight-rules.ts'
import type { AuctionState } from '../tracked/auction-state.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

const STATUS_PLACE =
  'col-span-full min-h-5 text-small roomy:col-start-2 dense:col-span-1 dense:col-start-3 dense:row-start-2'
const OWN_LINE =
  'col-span-full min-h-5 text-small roomy:col-start-2 dense:col-start-2 dense:-col-end-1 dense:row-start-3'

/** Reasons and results have a line of their own in a dense row, which cuts none; what comes next has what room the tag leaves. */
export const statusPlace = (tracked: TrackedAuction, state: AuctionState): string =>
  isPlain(tracked, state) ? STATUS_PLACE : OWN_LINE

const TROUBLES: ReadonlySet<AuctionState> = new Set([
  'restored',
  'restored_checking',
  'at_risk',
  'failed',
  'unconfirmed',
  'result_unknown',
])

/** Whether the line says only what comes next: a phone's card does without it. */
export const isPlain = (tracked: TrackedAuction, state: AuctionState): boolean =>
  !isTrouble(tracked, state) && (state === 'final_minute' || plannedBid(tracked, state) !== null)

const CLOSING: ReadonlySet<AuctionState> = new Set([
  'accepted',
  'overtaken',
  'checking',
  'result_pending',
  'won',
  'lost',
  'outbid',
])

/** Whether the line says how the auction closes: a phone's card has one line for it, and the detail says all. */
export const isClosing = (state: AuctionState): boolean => CLOSING.has(state)

/** Whether the user may have to act, or cannot rely on what the row shows. */
export const isTrouble = (tracked: TrackedAuction, state: AuctionState): boolean =>
  TROUBLES.has(state) || faultOf(tracked.auction) !== null || ownFindings(plannedBid(tracked, state)).length > 0

/**
 * Whether a card has a line that says more than its tag: when something is wrong with the auction, in the last hour, and after
 * the end. What stops all bids alike is stated once, for all of them.
 */
export function hasStatus(tracked: TrackedAuction, state: AuctionState): boolean {
  if (faultOf(tracked.auction) !== null) return true
  if (state === 'watching' || state === 'stopped' || state === 'paused' || state === 'bidding') return false
  if (state === 'at_risk') return ownFindings(tracked.bid).length > 0
  const planned = plannedBid(tracked, state)
  if (state === 'armed') return ownFindings(planned).length > 0
  return state !== 'ending_soon' || ownFindings(planned).length > 0 || hasOwnLead(planned, state)
}

/** In the last hour, a lead other than the usual one is said. */
export const hasOwnLead = (planned: Bid | null, state: AuctionState): boolean =>
  state === 'ending_soon' && planned !== null && planned.secondsBeforeEnd !== Number(BID.defaultTimingPreference)

/** What the last check has found about this auction alone, the worst first. */
export const ownFindings = (bid: Bid | null): PreflightFinding[] =>
  (bid?.preflight?.findings ?? []).filter((finding) => !isOfAccount(finding))

/** The bid that waits for its time; null where there is none, or where something else is to be said of it. */
export const plannedBid = ({ bid }: TrackedAuction, state: AuctionState): Bid | null =>
  bid?.status === 'pending' && (state === 'armed' || state === 'ending_soon') ? bid : null

/** Why an open auction could not be read last; null when it could. */
export const faultOf = ({ status, closedBecause, checkError }: Auction): string | null =>
  status === 'active' && closedBecause === null ? checkError : null
