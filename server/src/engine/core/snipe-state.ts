import type { BidOutcome } from '@bidwell/contract'
import type { BidderStanding, BidResponse, Order } from '../../marketplace/marketplace.ts'
import type { FaultKind, FinalStatus, Snipe } from './ports.ts'
import type { ClockEstimate } from './site-clock.ts'
import { MAX_ONE_WAY_MS } from './timeline.ts'

/** What an engine knows about a snipe. Instants are monotonic ms, or epoch ms where it says: on the site's clock. */
export type SnipeState = {
  readonly snipe: Snipe
  /** The end as the item's page last showed it. On the site's clock. */
  readonly endsAt: number
  readonly loggedIn: boolean
  /** The connection is open: the bid could be sent now. */
  readonly isConnected: boolean
  /** The site refused the stored token: the next login must not reuse it. */
  readonly needsFreshLogin: boolean
  readonly loginRefusals: number
  /** Why there was no login the last time: the site refused it, or none is stored. */
  readonly loginRefusal: { readonly outcome: 'login_refused' | 'login_missing'; readonly message: string }
  /** Failed logins, connects and readings since the last one that worked, and when to try again. */
  readonly failures: number
  readonly nextTryAt: number
  /** Set if the last of these failures was our own. */
  readonly fault: FaultKind | null
  /** Until when the site asked this snipe not to read, and until when the breaker of all processes pauses reads. */
  readonly retryAfterUntil: number
  readonly pausedUntil: number
  readonly price: { currentCents: number; minimumCents: number } | null
  /** The site says that the snipe's owner is the highest bidder. */
  readonly leads: boolean
  /** The owner's bids on the last page before the first sending. */
  readonly ownBidsBefore: BidderStanding['ownBids']
  /** The owner's highest maximum that the list has shown; 0 if it has shown none. */
  readonly ownMaximumCents: number
  /** The site's lists of orders have this item: its owner has won it. */
  readonly order: Pick<Order, 'priceCents'> | null
  /** When the last reading of the item's page was requested. */
  readonly readAt: number | null
  /** The event `armed` was reported. */
  readonly isArmed: boolean
  /**
   * How often, and from when to when, the site reported that the item does not exist, since its page was last shown.
   */
  readonly missing: { times: number; from: number; to: number } | null
  /** Where the lock-in is recorded. `in_journal`: the database was away, and the disk may have failed as well. */
  readonly lockedIn: 'no' | 'in_database' | 'in_journal'
  /** The lock-in promises that the bid is sent no earlier than this. */
  readonly notSentBefore: number
  /** The site's answer to each sending, in order. */
  readonly answers: readonly BidResponse[]
  /**
   * Whether the site holds a bid of this snipe. `stands`: evidence shows it. `none`: nothing was sent, or the site has
   * certainly refused every sending.
   */
  readonly bid: 'none' | 'outcome_unknown' | 'stands'
  /** The moment had passed at the claim: a process that left no record may have sent the bid. */
  readonly isLate: boolean
  /** The last instant at which the site may have accepted a bid whose outcome is unknown. */
  readonly uncertainSince: number
  /** The site refused a later sending for good, while an earlier one may stand: nothing is sent any more. */
  readonly refusal: EngineOutcome | null
  /** New bids of the owner on the page may belong to this snipe. */
  readonly mayHaveBeenSent: boolean
  readonly endedEarly: boolean
  /** Pages in a row that say that the auction closed ahead of time. */
  readonly closedAhead: number
  /** What the owner was told after the close: that the bid led, or that the site does not show how it ended. */
  readonly resultNote: 'led' | 'not_shown' | null
  /** Readings that did not settle the outcome. */
  readonly inconclusive: number
  /** What the last readings of the closed auction agree on, and since when, on the site's clock. */
  readonly agreed: { readonly outcome: EngineOutcome; readonly since: number } | null
  readonly verdict: Verdict | null
}

/** How a snipe ended. `accepted`: the site had accepted a bid for it. */
export type Verdict = { outcome: EngineOutcome; accepted: boolean; priceCents: number | null; siteMessage: string }

/** The state of a snipe that is claimed at the monotonic instant `now`. */
export function initialState(snipe: Snipe, now: number, { offsetMs, uncertaintyMs }: ClockEstimate): SnipeState {
  const plannedAt = snipe.endsAt - snipe.leadMs
  const siteTime = now + offsetMs
  const uncertainSince = (snipe.uncertainSince ?? siteTime) - offsetMs + uncertaintyMs
  // An engine whose clock is uncertain sends earlier by as much.
  const earliest = plannedAt - MAX_ONE_WAY_MS - 2 * uncertaintyMs
  const isLate = snipe.status === 'pending' && snipe.lockedInAt === null && siteTime >= earliest
  return {
    snipe,
    endsAt: snipe.endsAt,
    loggedIn: false,
    isConnected: false,
    needsFreshLogin: false,
    loginRefusals: 0,
    loginRefusal: { outcome: 'login_refused', message: '' },
    failures: 0,
    nextTryAt: -Infinity,
    fault: null,
    retryAfterUntil: -Infinity,
    pausedUntil: -Infinity,
    price: null,
    leads: false,
    ownBidsBefore: [],
    ownMaximumCents: 0,
    order: null,
    readAt: null,
    isArmed: false,
    missing: null,
    // A bid that an earlier holder may have sent stays locked in: its owner can neither change nor cancel it.
    lockedIn: snipe.lockedInAt === null ? 'no' : 'in_database',
    notSentBefore: -Infinity,
    answers: [],
    bid: snipe.status === 'executed' ? 'stands' : snipe.lockedInAt === null ? 'none' : 'outcome_unknown',
    isLate,
    uncertainSince: Math.min(now, uncertainSince),
    refusal: null,
    mayHaveBeenSent: isLate || snipe.lockedInAt !== null || snipe.status === 'executed',
    endedEarly: snipe.endedEarly,
    closedAhead: 0,
    resultNote: null,
    inconclusive: 0,
    agreed: null,
    verdict: null,
  }
}

const STATUS_BY_OUTCOME = {
  won: 'won',
  lost: 'lost',
  outbid_on_arrival: 'outbid',
  price_past_maximum: 'outbid',
  below_next_bid: 'outbid',
  too_late: 'auction_ended',
  ended_early: 'auction_ended',
  withdrawn: 'auction_ended',
  retracted: 'failed',
  reserve_not_met: 'failed',
  own_maximum: 'failed',
  login_refused: 'failed',
  login_missing: 'failed',
  vault_locked: 'failed',
  database_down: 'failed',
  account_limit: 'failed',
  rate_limited: 'failed',
  refused: 'failed',
  site_down: 'failed',
  unresolved: 'executed',
} as const satisfies Record<Exclude<BidOutcome, 'cancelled' | 'paused'>, FinalStatus>

export type EngineOutcome = keyof typeof STATUS_BY_OUTCOME

export const isLockedIn = ({ lockedIn }: SnipeState): boolean => lockedIn !== 'no'

export const finalStatus = (outcome: EngineOutcome): FinalStatus => STATUS_BY_OUTCOME[outcome]

/** The item counts as missing after so many reports. */
const MIN_MISSES = 5

export const isItemMissing = ({ missing }: SnipeState): boolean => missing !== null && missing.times >= MIN_MISSES

/** Whether the site may hold a bid of this snipe, or of its owner, so that a refused sending proves nothing. */
export const mayHoldBid = ({ bid, isLate, leads }: SnipeState): boolean => bid !== 'none' || isLate || leads

/**
 * Why the bid is held back, as far as the site has shown last; null when it may be sent. The price falls again when
 * another bidder's bid is withdrawn, so only the close makes this final.
 */
export function heldBy({ ownMaximumCents, price, leads, snipe }: SnipeState): EngineOutcome | null {
  if (ownMaximumCents >= snipe.maximum) return 'own_maximum'
  if (price === null) return null
  if (price.currentCents > snipe.maximum) return 'price_past_maximum'
  return price.minimumCents > snipe.maximum && !leads ? 'below_next_bid' : null
}

/** The outcome of a snipe without an accepted bid at the close. */
export function unsentOutcome({ answers, failures, fault }: SnipeState): EngineOutcome {
  const last = answers.at(-1)
  if (last) return OUTCOME_BY_ANSWER[last.kind] ?? 'site_down'
  return failures > 0 ? (fault ?? 'site_down') : 'too_late'
}

const OUTCOME_BY_ANSWER: Partial<Record<BidResponse['kind'], EngineOutcome>> = {
  unauthorized: 'login_refused',
  rate_limited: 'rate_limited',
  blocked: 'refused',
  refused: 'refused',
  too_low: 'below_next_bid',
}

/** What the site said to the last sending; empty when it said nothing. */
export const lastMessage = ({ answers }: SnipeState): string => answers.at(-1)?.siteMessage ?? ''
