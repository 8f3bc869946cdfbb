import type { BidResponse } from '../../marketplace/marketplace.ts'
import { SiteError } from '../../marketplace/site-error.ts'
import { MAX_SILENCE_MS } from './on-reading.ts'
import { InternalFault } from './ports.ts'
import { type EngineOutcome, type SnipeState, conclude, isUnsent, mayHoldBid } from './snipe-state.ts'
import type { Timeline } from './timeline.ts'

/** How often a bid is sent again that the site has refused in unknown words. */
const MAX_RESENDS = 3

const FIRST_RETRY_PAUSE_MS = 250
/** A retry pause takes at most this share of the time to the shot, to the close or since the close. */
const MAX_PAUSE_SHARE = 0.1
/** So much it may take in any case: before the close, and after it. */
const MIN_PAUSE_CAP_MS = { open: 500, closed: 2_000 }
const MAX_RETRY_PAUSE_MS = 7_200_000
/** Between a refused login and the one that confirms the refusal. */
const LOGIN_REFUSAL_PAUSE_MS = 2_000

/** The state after the site's response to a bid. Pure. */
export function onBidResponse(before: SnipeState, response: BidResponse): SnipeState {
  const state = { ...before, answers: [...before.answers, response] }
  switch (response.kind) {
    case 'leading':
      return { ...state, bid: 'stands' }
    case 'outbid': {
      const accepted: SnipeState = { ...state, bid: 'stands' }
      // The site may call an equal bid outbid by the same bidder's earlier one. The close shows who has won.
      // For a group, the answer is no proof of the loss: the readings of its page are.
      if (mayHoldBid(state) || state.group !== null) return accepted
      return conclude(accepted, 'outbid_on_arrival', response.priceCents)
    }
    case 'unknown':
      // The site may have accepted the bid up to this instant; only a reading can tell.
      return becomeUncertain(state, response)
    case 'refused':
      // The words are not known, so only a reading can tell that nothing stands.
      return isExhausted(state) ? check(state, 'refused', response) : becomeUncertain(state, response)
    case 'closed':
      // One server's clock may be ahead, so only pages tell a close: they are looked at, and the bid is sent again.
      return { ...state, readAt: null }
    case 'account_limit':
      // The refusal of the only sending is final. While an earlier one may stand, the site is asked for evidence first.
      return mayHoldBid(state) ? check(state, 'account_limit', response) : conclude(state, 'account_limit')
    case 'too_low': {
      const minimumCents = response.minimumBidCents ?? state.snipe.maximum + 1
      if (minimumCents <= state.snipe.maximum) return state
      if (mayHoldBid(state)) return check(state, 'below_next_bid', response)
      // Held back: the page tells when the price has fallen, or that it was the owner's own bid, made by hand.
      return { ...state, price: state.price && { ...state.price, minimumCents }, readAt: null, nextTryAt: -Infinity }
    }
    case 'unauthorized':
      return { ...state, loggedIn: false, needsFreshLogin: true }
    case 'rate_limited':
    case 'blocked':
    case 'not_sent':
      return state
  }
}

const isExhausted = ({ answers }: SnipeState) => answers.filter(({ kind }) => kind === 'refused').length > MAX_RESENDS

/** Sends nothing any more, and looks for evidence. */
const check = (state: SnipeState, refusal: EngineOutcome, response: BidResponse): SnipeState => ({
  ...becomeUncertain(state, response),
  refusal,
})

/** The site is asked at once, whatever it answered before the sending. */
const becomeUncertain = (state: SnipeState, { receivedAt }: BidResponse): SnipeState => ({
  ...state,
  bid: 'outcome_unknown',
  absentFrom: null,
  uncertainSince: receivedAt,
  nextTryAt: -Infinity,
})

/** A call to the site that failed. */
export type Failure = { doing: 'log_in' | 'connect' | 'read'; error: unknown }

/** The state after a failed call to the site, at the monotonic instant `now`. Pure. */
export function onFailure(state: SnipeState, { doing, error }: Failure, timeline: Timeline, now: number): SnipeState {
  const kind = error instanceof SiteError || error instanceof InternalFault ? error.kind : null
  if (kind === 'login_refused' || kind === 'login_missing') {
    const message = error instanceof SiteError ? (error.siteMessage ?? error.message) : ''
    const refusedLogins = { times: state.refusedLogins.times + 1, outcome: kind, message }
    return { ...state, refusedLogins, nextTryAt: now + LOGIN_REFUSAL_PAUSE_MS }
  }
  const retryAfterMs = error instanceof SiteError ? (error.retryAfterMs ?? 0) : 0
  const nextTryAt = now + pauseFor(state, retryAfterMs, timeline, now)
  const retryAfterUntil = Math.max(state.retryAfterUntil, now + retryAfterMs)
  const fault = error instanceof InternalFault ? error.kind : 'site_down'
  // After the close, only pages are asked for until a bid is known to stand.
  const noPage = now < timeline.endAt ? 'no_page' : state.obstacle
  const obstacle = doing === 'read' ? noPage : fault
  const isSilent = !isUnsent(state) && now >= timeline.endAt + MAX_SILENCE_MS
  const resultNote = state.resultNote ?? (isSilent ? 'not_shown' : null)
  const failed = { ...state, failures: state.failures + 1, obstacle, nextTryAt, retryAfterUntil, resultNote }
  if (kind === 'not_found') {
    return { ...failed, missing: { from: state.missing?.from ?? now, to: now } }
  }
  if (kind !== 'unauthorized') return failed
  // After the first refusal of a token, a new login may help at once.
  return { ...failed, loggedIn: false, needsFreshLogin: true, nextTryAt: state.needsFreshLogin ? nextTryAt : now }
}

function pauseFor(state: SnipeState, retryAfterMs: number, { fireAt, endAt }: Timeline, now: number): number {
  const pauseMs = Math.max(FIRST_RETRY_PAUSE_MS * 2 ** state.failures, retryAfterMs)
  const awayMs = now < endAt ? (isUnsent(state) ? fireAt : endAt) - now : now - endAt
  const leastMs = MIN_PAUSE_CAP_MS[now < endAt ? 'open' : 'closed']
  return Math.min(pauseMs, Math.max(awayMs * MAX_PAUSE_SHARE, leastMs), MAX_RETRY_PAUSE_MS)
}
