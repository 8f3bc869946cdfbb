import type { BidOutcome, GroupHold } from '@bidwell/contract'
import type { BidderStanding, BidResponse, Order } from '../../marketplace/marketplace.ts'
import type { FaultKind, FinalStatus, Snipe } from './ports.ts'
import type { ClockEstimate } from './site-clock.ts'
import { MAX_ONE_WAY_MS } from './timeline.ts'

/** What an engine knows about a snipe. Instants are monotonic ms, or epoch ms where it says: on the site's clock. */
export type SnipeState = {
  readonly snipe: Snipe
  /** The end as the item's page last showed it. On the site's clock. */
  readonly endsAt: number
  /** The last page showed an end that is far from `endsAt`, as no page before it did. */
  readonly isEndDoubtful: boolean
  readonly loggedIn: boolean
  /** The connection is open: the bid could be sent now. */
  readonly isConnected: boolean
  /** The site refused the stored token: the next login must not reuse it. */
  readonly needsFreshLogin: boolean
  /** How often in a row there was no login, and why the last time: the site refused it, or none is stored. */
  readonly refusedLogins: { times: number; outcome: 'login_refused' | 'login_missing'; message: string }
  /** Failed logins, connects and readings since the last one that worked, and when to try again. */
  readonly failures: number
  readonly nextTryAt: number
  /**
   * The last of these failures that was begun before the close. `no_page`: only the page was not shown, so that its
   * price holds nothing back, and the bid could be sent.
   */
  readonly obstacle: FaultKind | 'site_down' | 'no_page' | null
  /** Until when the site asked this snipe not to read, and until when the breaker of all processes pauses reads. */
  readonly retryAfterUntil: number
  readonly pausedUntil: number
  /** As the last page shows it. `leads`: the site says that the snipe's owner is the highest bidder. */
  readonly price: { currentCents: number; minimumCents: number; leads: boolean } | null
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
  /** From when to when the site reported that the item does not exist, since its page was last shown. */
  readonly missing: { from: number; to: number } | null
  /**
   * The lock-in promises that the bid is sent no earlier than `notSentBefore`. `isDurable`: it is in the database; else
   * that was away, and the disk may have failed as well.
   */
  readonly lockIn: { isDurable: boolean; notSentBefore: number } | null
  /** The site's answer to each sending, in order. */
  readonly answers: readonly BidResponse[]
  /**
   * Whether the site holds a bid of this snipe. `stands`: evidence shows it. `none`: nothing was sent, or the site has
   * certainly refused every sending. `suspected`: the same, but the moment had passed at the claim, so that a process
   * that left no record may have sent the bid.
   */
  readonly bid: 'none' | 'suspected' | 'outcome_unknown' | 'stands'
  /** The last instant at which the site may have accepted a bid whose outcome is unknown. */
  readonly uncertainSince: number
  /** Since when all pages of the open auction show that the site does not hold the bid whose outcome is unknown. */
  readonly absentFrom: number | null
  /**
   * The site refused a later sending for good while an earlier one may stand, or the owner of a restored bid has not kept it:
   * nothing is sent any more.
   */
  readonly refusal: EngineOutcome | null
  /**
   * For a bid of a group: whether the group lets it out, and what was answered to the last question. `no_answer`: the database
   * was away. Null for a single bid.
   */
  readonly group: {
    readonly isGranted: boolean
    readonly hold: GroupHold | 'no_answer' | null
    readonly askedAt: number
  } | null
  readonly endedEarly: boolean
  /** The bid was claimed after the end. */
  readonly isTooLate: boolean
  /** Pages in a row that say that the auction closed ahead of time. */
  readonly closedAhead: number
  /** What the owner was told after the close: that the bid led, or that the site does not show how it ended. */
  readonly resultNote: 'led' | 'not_shown' | null
  /** What the last readings of the closed auction agree on, and since when. */
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
  return {
    snipe,
    endsAt: snipe.endsAt,
    isEndDoubtful: false,
    loggedIn: false,
    isConnected: false,
    needsFreshLogin: false,
    refusedLogins: { times: 0, outcome: 'login_refused', message: '' },
    failures: 0,
    nextTryAt: -Infinity,
    obstacle: null,
    retryAfterUntil: -Infinity,
    pausedUntil: -Infinity,
    price: null,
    ownBidsBefore: [],
    ownMaximumCents: 0,
    order: null,
    readAt: null,
    isArmed: false,
    missing: null,
    // A bid that an earlier holder may have sent stays locked in: its owner can neither change nor cancel it.
    lockIn: snipe.lockedInAt === null ? null : { isDurable: true, notSentBefore: -Infinity },
    answers: [],
    bid: bidAtClaim(snipe, siteTime >= earliest),
    uncertainSince: Math.min(now, uncertainSince),
    absentFrom: null,
    refusal: snipe.onlyReads ? 'not_confirmed' : null,
    group: snipe.group && { ...snipe.group, askedAt: -Infinity },
    endedEarly: snipe.endedEarly,
    isTooLate: siteTime >= snipe.endsAt,
    closedAhead: 0,
    resultNote: null,
    agreed: null,
    verdict: null,
  }
}

function bidAtClaim({ status, lockedInAt, onlyReads }: Snipe, isLate: boolean): SnipeState['bid'] {
  if (status === 'executed') return 'stands'
  if (onlyReads) return 'outcome_unknown'
  return lockedInAt === null ? (isLate ? 'suspected' : 'none') : 'outcome_unknown'
}

export type EngineOutcome = Exclude<BidOutcome, 'cancelled' | 'paused'>

/** Every other outcome is a failure. */
const STATUS_BY_OUTCOME: Partial<Record<EngineOutcome, FinalStatus>> = {
  won: 'won',
  lost: 'lost',
  outbid_on_arrival: 'outbid',
  price_past_maximum: 'outbid',
  below_next_bid: 'outbid',
  too_late: 'auction_ended',
  ended_early: 'auction_ended',
  withdrawn: 'auction_ended',
  group_won: 'cancelled',
  group_unknown: 'auction_ended',
  group_budget: 'auction_ended',
  unresolved: 'executed',
}

export const finalStatus = (outcome: EngineOutcome): FinalStatus => STATUS_BY_OUTCOME[outcome] ?? 'failed'

/** Whether the site may hold a bid of this snipe, or of its owner, so that a refused sending proves nothing. */
export const mayHoldBid = ({ bid, price }: SnipeState): boolean => bid !== 'none' || (price?.leads ?? false)

/** Whether new bids of the owner on the page may belong to this snipe. */
export const mayHaveBeenSent = ({ bid, answers }: SnipeState): boolean => bid !== 'none' || answers.length > 0

/** Whether no bid of this snipe is known to the site, so that it is still to be sent. */
export const isUnsent = ({ bid }: SnipeState): boolean => bid === 'none' || bid === 'suspected'

/**
 * Why the bid is held back, as far as the site has shown last; null when it may be sent. The price falls again when
 * another bidder's bid is withdrawn, so only the close makes this final.
 */
export function heldBy({ ownMaximumCents, price, obstacle, snipe }: SnipeState): EngineOutcome | null {
  if (ownMaximumCents >= snipe.maximum) return 'own_maximum'
  // A price that no page shows any more holds nothing back: the site refuses a bid below it, which costs nothing.
  if (price === null || obstacle !== null) return null
  if (price.currentCents > snipe.maximum) return 'price_past_maximum'
  return price.minimumCents > snipe.maximum && !price.leads ? 'below_next_bid' : null
}

const OUTCOME_BY_HOLD = {
  won: 'group_won',
  unknown: 'group_unknown',
  order: 'group_unknown',
  budget: 'group_budget',
  no_answer: 'database_down',
} as const satisfies Record<GroupHold | 'no_answer', EngineOutcome>

/** Whether the bid waits for its group to let it out. */
export const isHeldByGroup = ({ group }: SnipeState): boolean => group?.isGranted === false

/** The outcome of a snipe without an accepted bid at the close. */
export function unsentOutcome({ answers, obstacle, refusedLogins, group, isTooLate }: SnipeState): EngineOutcome {
  if (refusedLogins.times > 0) return refusedLogins.outcome
  const last = answers.at(-1)
  if (last) return OUTCOME_BY_ANSWER[last.kind] ?? 'site_down'
  if (obstacle !== null && obstacle !== 'no_page') return obstacle
  if (group?.isGranted === false && group.hold !== null) return OUTCOME_BY_HOLD[group.hold]
  return isTooLate ? 'not_running' : 'too_late'
}

const OUTCOME_BY_ANSWER: Partial<Record<BidResponse['kind'], EngineOutcome>> = {
  rate_limited: 'rate_limited',
  blocked: 'refused',
  refused: 'refused',
  closed: 'too_late',
  too_low: 'below_next_bid',
}

export const conclude = (state: SnipeState, outcome: EngineOutcome, priceCents?: number | null): SnipeState => ({
  ...state,
  verdict: verdictOf(state, outcome, priceCents),
})

/** Quotes what the site said to the last login or sending of a bid that it does not hold. */
export function verdictOf(state: SnipeState, outcome: EngineOutcome, priceCents: number | null = null): Verdict {
  const { bid, refusedLogins, answers, order, price } = state
  const accepted = bid === 'stands'
  const isLoginRefused = refusedLogins.times > 0 && outcome === refusedLogins.outcome
  const words = isLoginRefused ? refusedLogins.message : (answers.at(-1)?.siteMessage ?? '')
  const shownCents = order?.priceCents ?? priceCents ?? price?.currentCents ?? null
  return { outcome, accepted, priceCents: shownCents, siteMessage: accepted ? '' : words }
}
