import type { BidResponse } from '../../marketplace/marketplace.ts'
import { type EngineOutcome, type SnipeState, isMissing } from './snipe-state.ts'

/** How often a bid that the site definitely did not take is sent again. */
const RESENDS = 3
/** Three times as long after each, so that the last still comes within a lead of five seconds. */
const RESEND_AFTER_MS = 250
/** Where nothing can be sent, it is tried again after so many times that at most. */
const MOST_PATIENT = 8

/** A close that is heard of this long before the end was ahead of time. */
const EARLY_BY_MS = 2_000

/** What the site's answer to a bid adds to what is known, and whether it may be sent again. Pure; `endAt` is monotonic. */
export function onBidResponse(state: SnipeState, answer: BidResponse, endAt: number): SnipeState {
  const pauseMs = RESEND_AFTER_MS * 3 ** state.rejections
  switch (answer.kind) {
    case 'leading':
      return { ...state, bid: 'stands', leads: true }
    case 'outbid':
      return conclude(state, 'outbid_on_arrival', true, answer)
    case 'unknown':
      // Only a reading can tell, and the site may have taken it until this instant.
      return { ...state, bid: 'outcome_unknown', uncertainSince: answer.receivedAt }
    case 'closed':
      return conclude(state, closedBecause(state, answer, endAt), false, answer)
    case 'account_limit':
      return conclude(state, 'account_limit', false, answer)
    case 'too_low': {
      const contradictory = answer.minimumBidCents !== null && answer.minimumBidCents <= state.snipe.maximum
      return contradictory
        ? sendAgain(state, answer, pauseMs, 'below_next_bid')
        : conclude(state, 'below_next_bid', false, answer)
    }
    case 'unauthorized': {
      // The first time, a new login may mend it at once.
      const afterMs = state.needsFreshLogin ? pauseMs : 0
      return sendAgain({ ...state, loggedIn: false, needsFreshLogin: true }, answer, afterMs, 'login_refused')
    }
    case 'rate_limited':
      return sendAgain(state, answer, answer.retryAfterMs ?? pauseMs, 'site_down')
    case 'blocked':
      return sendAgain(state, answer, pauseMs, 'site_down')
    case 'not_sent':
      // The site has heard nothing, so it is no sending to be counted: until the close it is tried again.
      return { ...state, resendAt: answer.receivedAt + RESEND_AFTER_MS * Math.min(state.attempts, MOST_PATIENT) }
  }
}

function closedBecause(state: SnipeState, { receivedAt }: BidResponse, endAt: number): EngineOutcome {
  if (receivedAt >= endAt - EARLY_BY_MS) return 'too_late'
  return isMissing(state) ? 'withdrawn' : 'ended_early'
}

function sendAgain(state: SnipeState, answer: BidResponse, afterMs: number, otherwise: EngineOutcome): SnipeState {
  const rejections = state.rejections + 1
  if (rejections > RESENDS) return conclude(state, otherwise, false, answer)
  return { ...state, rejections, resendAt: answer.receivedAt + afterMs }
}

function conclude(state: SnipeState, outcome: EngineOutcome, accepted: boolean, answer: BidResponse): SnipeState {
  const priceCents = 'priceCents' in answer ? answer.priceCents : null
  return { ...state, verdict: { outcome, accepted, priceCents, siteMessage: answer.siteMessage } }
}
