import type { BidAnswer } from '../../marketplace/marketplace.ts'
import { type EngineOutcome, type Facts, isMissing } from './facts.ts'

/** How often a bid that the site definitely did not take is sent again. */
const RESENDS = 3
/** Three times as long after each, so that the last still comes within a lead of five seconds. */
const RESEND_AFTER_MS = 250
/** Where nothing can be sent, it is tried again after so many times that at most. */
const MOST_PATIENT = 8

/** A close that is heard of this long before the end was ahead of time. */
const EARLY_BY_MS = 2_000

/** What the site's answer to a bid adds to what is known, and whether it may be sent again. Pure; `endAt` is monotonic. */
export function learnFromAnswer(facts: Facts, answer: BidAnswer, endAt: number): Facts {
  const pauseMs = RESEND_AFTER_MS * 3 ** facts.rejections
  switch (answer.kind) {
    case 'leading':
      return { ...facts, bid: 'stands', leads: true }
    case 'outbid':
      return conclude(facts, 'outbid_on_arrival', true, answer)
    case 'unknown':
      // Only a reading can tell, and the site may have taken it until this instant.
      return { ...facts, bid: 'in_doubt', doubtSince: answer.receivedAt }
    case 'closed':
      return conclude(facts, closedBecause(facts, answer, endAt), false, answer)
    case 'account_limit':
      return conclude(facts, 'account_limit', false, answer)
    case 'too_low': {
      const contradictory = answer.minimumBidCents !== null && answer.minimumBidCents <= facts.snipe.maximum
      return contradictory
        ? sendAgain(facts, answer, pauseMs, 'below_next_bid')
        : conclude(facts, 'below_next_bid', false, answer)
    }
    case 'unauthorized': {
      // The first time, a new login may mend it at once.
      const afterMs = facts.needsFreshLogin ? pauseMs : 0
      return sendAgain({ ...facts, loggedIn: false, needsFreshLogin: true }, answer, afterMs, 'login_refused')
    }
    case 'rate_limited':
      return sendAgain(facts, answer, answer.retryAfterMs ?? pauseMs, 'site_down')
    case 'blocked':
      return sendAgain(facts, answer, pauseMs, 'site_down')
    case 'not_sent':
      // The site has heard nothing, so it is no sending to be counted: until the close it is tried again.
      return { ...facts, resendAt: answer.receivedAt + RESEND_AFTER_MS * Math.min(facts.attempts, MOST_PATIENT) }
  }
}

function closedBecause(facts: Facts, { receivedAt }: BidAnswer, endAt: number): EngineOutcome {
  if (receivedAt >= endAt - EARLY_BY_MS) return 'too_late'
  return isMissing(facts) ? 'withdrawn' : 'ended_early'
}

function sendAgain(facts: Facts, answer: BidAnswer, afterMs: number, otherwise: EngineOutcome): Facts {
  const rejections = facts.rejections + 1
  if (rejections > RESENDS) return conclude(facts, otherwise, false, answer)
  return { ...facts, rejections, resendAt: answer.receivedAt + afterMs }
}

function conclude(facts: Facts, outcome: EngineOutcome, taken: boolean, answer: BidAnswer): Facts {
  const priceCents = 'priceCents' in answer ? answer.priceCents : null
  return { ...facts, verdict: { outcome, taken, priceCents, words: answer.words } }
}
