import type { BidOutcome } from '@bidwell/contract'
import type { FinalStatus, Snipe } from './ports.ts'
import type { ClockEstimate } from './site-clock.ts'

/** What an engine knows about a snipe. Instants are monotonic ms, or epoch ms where it says: on the site's clock. */
export type SnipeState = {
  readonly snipe: Snipe
  /** The end as the item's page last showed it. On the site's clock. */
  readonly endsAt: number
  /** The same end, moved by what the light reads have shown since. On the site's clock. */
  readonly shownEndsAt: number
  /** The end of the last light read, in its own rounding, and the resulting `shownEndsAt`. On the site's clock. */
  readonly lightRead: { readonly endsAt: number; readonly shownEndsAt: number } | null
  readonly loggedIn: boolean
  /** The connection is open: the bid could be sent now. */
  readonly isConnected: boolean
  /** The site refused the stored token: the next login must not reuse it. */
  readonly needsFreshLogin: boolean
  readonly loginRefusals: number
  readonly loginRefusalMessage: string
  /** Failed logins, connects, readings and light reads since the last one that worked, and when to try again. */
  readonly failures: number
  readonly nextTryAt: number
  /** The last failed call was a reading of the item's page: a light read comes before the next attempt. */
  readonly isLightReadNext: boolean
  readonly price: { currentCents: number; minimumCents: number } | null
  /** The site says that the snipe's owner is the highest bidder. */
  readonly leads: boolean
  /** When the last reading of the item's page was requested. */
  readonly readAt: number | null
  readonly warmedAt: number | null
  /** The event `armed` was reported. */
  readonly isArmed: boolean
  /**
   * How often, and from when to when, the site reported that the item does not exist, since its page was last shown.
   */
  readonly missing: { times: number; from: number; to: number } | null
  /** Where the lock-in is recorded. `unrecorded`: neither the database nor the journal has it, so the bid must wait. */
  readonly lockedIn: 'no' | 'unrecorded' | 'in_database' | 'in_journal'
  /** The lock-in promises that the bid is sent no earlier than this. */
  readonly notSentBefore: number
  readonly attempts: number
  readonly rejections: number
  readonly resendAt: number
  /** Whether the site has accepted a bid for this snipe. */
  readonly bid: 'none' | 'outcome_unknown' | 'stands'
  /** The last instant at which the site may have accepted a bid whose outcome is unknown. */
  readonly uncertainSince: number
  /** Bids of the owner from this instant on belong to this snipe. On the site's clock. */
  readonly ownBidsSince: number
  readonly endedEarly: boolean
  /** Readings that did not settle the outcome, and readings that contradict an accepted bid. */
  readonly inconclusive: number
  readonly contradictions: number
  readonly verdict: Verdict | null
}

/** How a snipe ended. `accepted`: the site had accepted a bid for it. */
export type Verdict = { outcome: EngineOutcome; accepted: boolean; priceCents: number | null; siteMessage: string }

/** The site may date a bid this much before it was sent: its page rounds, and its clock is known only roughly. */
const OWN_BID_SLACK_MS = 2_000

/** The state of a snipe that is claimed at the monotonic instant `now`. */
export function initialState(snipe: Snipe, now: number, { offsetMs, uncertaintyMs }: ClockEstimate): SnipeState {
  const plannedAt = snipe.endsAt - snipe.leadMs
  const siteTime = now + offsetMs
  const uncertainSince = (snipe.uncertainSince ?? siteTime) - offsetMs + uncertaintyMs
  return {
    snipe,
    endsAt: snipe.endsAt,
    shownEndsAt: snipe.endsAt,
    lightRead: null,
    loggedIn: false,
    isConnected: false,
    needsFreshLogin: false,
    loginRefusals: 0,
    loginRefusalMessage: '',
    failures: 0,
    nextTryAt: -Infinity,
    isLightReadNext: false,
    price: null,
    leads: false,
    readAt: null,
    warmedAt: null,
    isArmed: false,
    missing: null,
    lockedIn: 'no',
    notSentBefore: -Infinity,
    attempts: 0,
    rejections: 0,
    resendAt: -Infinity,
    bid: snipe.status === 'executed' ? 'stands' : snipe.lockedInAt === null ? 'none' : 'outcome_unknown',
    uncertainSince: Math.min(now, uncertainSince),
    ownBidsSince: Math.min(snipe.lockedInAt ?? plannedAt, plannedAt, siteTime) - OWN_BID_SLACK_MS,
    endedEarly: snipe.endedEarly,
    inconclusive: 0,
    contradictions: 0,
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
  login_refused: 'failed',
  account_limit: 'failed',
  site_down: 'failed',
} as const satisfies Record<Exclude<BidOutcome, 'cancelled' | 'paused'>, FinalStatus>

export type EngineOutcome = keyof typeof STATUS_BY_OUTCOME

export const isLockedIn = ({ lockedIn }: SnipeState): boolean => lockedIn === 'in_database' || lockedIn === 'in_journal'

export const finalStatus = (outcome: EngineOutcome): FinalStatus => STATUS_BY_OUTCOME[outcome]

/** The item counts as missing after so many reports. */
const MIN_MISSES = 5

export const isItemMissing = ({ missing }: SnipeState): boolean => missing !== null && missing.times >= MIN_MISSES

/** The outcome of a snipe without an accepted bid at the close. */
export const unsentOutcome = ({ attempts, failures }: SnipeState): 'site_down' | 'too_late' =>
  attempts > 0 || failures > 0 ? 'site_down' : 'too_late'
