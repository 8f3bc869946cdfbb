import type { BidResponse } from '../../marketplace/marketplace.ts'
import { SiteError } from '../../marketplace/site-error.ts'
import { InternalFault } from './ports.ts'
import { rejectionsIn } from './resend-at.ts'
import { type EngineOutcome, type SnipeState, isItemMissing, mayHoldBid } from './snipe-state.ts'
import type { Timeline } from './timeline.ts'

/** How often a bid that the site has refused to process is sent again. */
const MAX_RESENDS = 3
/** A response of 'closed' this long before the end means an early close. */
const MIN_EARLY_MS = 2_000

const FIRST_RETRY_PAUSE_MS = 250
const MAX_RETRY_PAUSE_MS = 300_000
/** The same for a bid whose result is still unknown days after the close. */
const MAX_LATE_RETRY_PAUSE_MS = 7_200_000
/** Before the end, a retry pause takes at most this share of the time to the shot. */
const MAX_SHARE_OF_TIME_LEFT = 0.25
/** The same for a bid that may have been placed, of the time to the close. */
const MAX_SHARE_OF_TIME_TO_CLOSE = 0.1
const MIN_PAUSE_CAP_MS = 500
/** After the end, while the result is unknown, a retry pause takes at most this share of the time since the end. */
const MAX_SHARE_OF_TIME_PAST = 0.1
const MIN_LATE_PAUSE_CAP_MS = 2_000
/** When the site has told nothing for so long after the close, the owner is told. */
const MAX_SILENCE_MS = 10_000
/** Between a refused login and the one that confirms the refusal. */
const LOGIN_REFUSAL_PAUSE_MS = 2_000

/** The state after the site's response to a bid; `endAt` is monotonic. Pure. */
export function onBidResponse(before: SnipeState, response: BidResponse, endAt: number): SnipeState {
  const state = { ...before, answers: [...before.answers, response] }
  switch (response.kind) {
    case 'leading':
      return { ...state, bid: 'stands', leads: true }
    case 'outbid':
      // The site may call an equal bid outbid by the same bidder's earlier one. The close shows who has won.
      return mayHoldBid(state) ? { ...state, bid: 'stands' } : conclude(state, 'outbid_on_arrival', true, response)
    case 'unknown':
      // The site may have accepted the bid up to this instant; only a reading can tell.
      return becomeUncertain(state, response)
    case 'refused':
      // The words are not known, so only a reading can tell that nothing stands.
      return isExhausted(state) ? check(state, 'refused', response) : becomeUncertain(state, response)
    case 'closed':
      return refuse(state, closedOutcome(state, response, endAt), response)
    case 'account_limit':
      return refuse(state, 'account_limit', response)
    case 'too_low': {
      const minimumCents = response.minimumBidCents ?? state.snipe.maximum + 1
      if (minimumCents <= state.snipe.maximum) return sendAgain(state, response, 'below_next_bid')
      if (mayHoldBid(state)) return check(state, 'below_next_bid', response)
      // Held back: the page tells when the price has fallen, or that it was the owner's own bid, made by hand.
      const price = state.price && { ...state.price, minimumCents }
      const held = { ...state, price, readAt: null, nextTryAt: -Infinity }
      return isExhausted(state) ? check(held, 'below_next_bid', response) : held
    }
    case 'unauthorized':
      return sendAgain({ ...state, loggedIn: false, needsFreshLogin: true }, response, 'login_refused')
    case 'rate_limited':
      return sendAgain(state, response, 'rate_limited')
    case 'blocked':
      return sendAgain(state, response, 'refused')
    case 'not_sent':
      return state
  }
}

const isExhausted = ({ answers }: SnipeState) => rejectionsIn(answers) > MAX_RESENDS

function closedOutcome(state: SnipeState, { receivedAt }: BidResponse, endAt: number): EngineOutcome {
  if (receivedAt >= endAt - MIN_EARLY_MS) return 'too_late'
  return isItemMissing(state) ? 'withdrawn' : 'ended_early'
}

/** Leaves the state as it is for the next sending, or gives up. */
const sendAgain = (state: SnipeState, response: BidResponse, outcome: EngineOutcome): SnipeState =>
  isExhausted(state) ? refuse(state, outcome, response) : state

/** The refusal of the only sending is final. While an earlier one may stand, the site is asked for evidence first. */
function refuse(state: SnipeState, outcome: EngineOutcome, response: BidResponse): SnipeState {
  return mayHoldBid(state) ? check(state, outcome, response) : conclude(state, outcome, false, response)
}

/** Sends nothing any more, and looks for evidence. */
function check(state: SnipeState, outcome: EngineOutcome, response: BidResponse): SnipeState {
  return { ...becomeUncertain(state, response), refusal: outcome }
}

/** The site is asked at once, whatever it answered before the sending. */
const becomeUncertain = (state: SnipeState, { receivedAt }: BidResponse): SnipeState => ({
  ...state,
  bid: 'outcome_unknown',
  uncertainSince: receivedAt,
  nextTryAt: -Infinity,
})

function conclude(state: SnipeState, outcome: EngineOutcome, accepted: boolean, response: BidResponse): SnipeState {
  const priceCents = 'priceCents' in response ? response.priceCents : null
  return { ...state, verdict: { outcome, accepted, priceCents, siteMessage: response.siteMessage } }
}

/** A call to the site that failed. */
export type Failure = { doing: 'log_in' | 'connect' | 'read'; error: unknown }

/** The state after a failed call to the site, at the monotonic instant `now`. Pure. */
export function onFailure(state: SnipeState, { error }: Failure, timeline: Timeline, now: number): SnipeState {
  const kind = error instanceof SiteError || error instanceof InternalFault ? error.kind : null
  if (kind === 'login_refused' || kind === 'login_missing') {
    const loginRefusal = {
      outcome: kind,
      message: error instanceof SiteError ? (error.siteMessage ?? error.message) : '',
    }
    const loginRefusals = state.loginRefusals + 1
    return { ...state, loginRefusals, loginRefusal, nextTryAt: now + LOGIN_REFUSAL_PAUSE_MS }
  }
  const nextTryAt = now + pauseFor(state, error, timeline, now)
  const retryAfterMs = error instanceof SiteError ? (error.retryAfterMs ?? -Infinity) : -Infinity
  const retryAfterUntil = Math.max(state.retryAfterUntil, now + retryAfterMs)
  const fault = error instanceof InternalFault ? error.kind : null
  const isSilent = state.bid !== 'none' && now >= timeline.endAt + MAX_SILENCE_MS
  const resultNote = state.resultNote ?? (isSilent ? 'not_shown' : null)
  const failed = { ...state, failures: state.failures + 1, fault, nextTryAt, retryAfterUntil, resultNote }
  if (kind === 'not_found') {
    const { times, from } = state.missing ?? { times: 0, from: now }
    return { ...failed, missing: { times: times + 1, from, to: now } }
  }
  if (kind !== 'unauthorized') return failed
  // After the first refusal of a token, a new login may help at once.
  return { ...failed, loggedIn: false, needsFreshLogin: true, nextTryAt: state.needsFreshLogin ? nextTryAt : now }
}

function pauseFor(state: SnipeState, error: unknown, timeline: Timeline, now: number): number {
  const retryAfterMs = error instanceof SiteError ? (error.retryAfterMs ?? 0) : 0
  const pauseMs = Math.max(FIRST_RETRY_PAUSE_MS * 2 ** state.failures, retryAfterMs)
  const sinceEndMs = now - timeline.endAt
  if (state.bid === 'stands') {
    const capMs = Math.max(MAX_RETRY_PAUSE_MS, sinceEndMs * MAX_SHARE_OF_TIME_PAST)
    return Math.min(pauseMs, capMs, MAX_LATE_RETRY_PAUSE_MS)
  }
  if (sinceEndMs < 0) {
    const leftMs =
      state.bid === 'none' ? (timeline.fireAt - now) * MAX_SHARE_OF_TIME_LEFT : -sinceEndMs * MAX_SHARE_OF_TIME_TO_CLOSE
    return Math.min(pauseMs, Math.max(leftMs, MIN_PAUSE_CAP_MS))
  }
  // The end may have moved in the meantime.
  const capMs = Math.max(sinceEndMs * MAX_SHARE_OF_TIME_PAST, MIN_LATE_PAUSE_CAP_MS)
  return Math.min(pauseMs, capMs, MAX_LATE_RETRY_PAUSE_MS)
}
