import type { BidOutcome } from '@bidwell/contract'
import type { FinalStatus, Snipe } from './ports.ts'
import type { ClockEstimate } from './site-clock.ts'

/**
 * Everything an engine knows about one snipe, and nothing else: what to do next follows from this and the time.
 * Instants are monotonic ms; those on the site's clock (epoch ms) say so.
 */
export type SnipeState = {
  readonly snipe: Snipe
  /** On the site's clock. */
  readonly endsAt: number
  /** The end as the light reads have it moved since the item was last read. On the site's clock. */
  readonly shownEndsAt: number
  /** What the last light read said of the end, in its own rounding, and what was concluded from it. On the site's clock. */
  readonly lightRead: { readonly endsAt: number; readonly shownEndsAt: number } | null
  readonly loggedIn: boolean
  /** Its line is open: a bid could leave now. */
  readonly isConnected: boolean
  /** The token we have is no longer taken: the next log-in must not reuse it. */
  readonly needsFreshLogin: boolean
  readonly refusals: number
  readonly refusalMessage: string
  /** Reads, warm-ups and log-ins that failed since the last that worked, and when to try again. */
  readonly failures: number
  readonly notBefore: number
  /** The last call to fail was a reading of the item: the light read has its turn before the item is asked for again. */
  readonly isLightReadNext: boolean
  readonly price: { currentCents: number; minimumCents: number } | null
  /** The site said that its owner leads. */
  readonly leads: boolean
  /** When the last reading of the item was asked for. */
  readonly readAt: number | null
  readonly warmedAt: number | null
  /** Session, price, clock and connection were all had once. */
  readonly isArmed: boolean
  /** How often, and from when to when, the site said that it has no such item, and never showed it. */
  readonly missing: { times: number; from: number; to: number } | null
  /** Where that is written; `nowhere`: it was tried, and would have been lost with this engine. */
  readonly lockedIn: 'no' | 'nowhere' | 'durable' | 'lease'
  /** What the lock-in has promised: the bid does not leave before. */
  readonly notSentBefore: number
  readonly attempts: number
  readonly rejections: number
  readonly resendAt: number
  /** What stands at the site for this snipe, as far as we know. */
  readonly bid: 'none' | 'outcome_unknown' | 'stands'
  /** The last instant at which a bid in doubt may have been taken. */
  readonly uncertainSince: number
  /** Bids of its owner from here on are this snipe's. On the site's clock. */
  readonly ownSince: number
  readonly endedEarly: boolean
  /** Readings that settled nothing, and those that do not fit together with the bid that we know to stand. */
  readonly inconclusive: number
  readonly contradictions: number
  readonly verdict: Verdict | null
}

/** How a snipe ended. `taken`: the site had accepted a bid for it. */
export type Verdict = { outcome: EngineOutcome; accepted: boolean; priceCents: number | null; siteMessage: string }

/** Bids of ours that the site dates this much before we sent them are still ours: its page rounds, its clock is known roughly. */
const OWN_BID_SLACK_MS = 2_000

/** What is known of a snipe when it is claimed, at the monotonic instant `now`. */
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
    refusals: 0,
    refusalMessage: '',
    failures: 0,
    notBefore: -Infinity,
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
    ownSince: Math.min(snipe.lockedInAt ?? plannedAt, plannedAt, siteTime) - OWN_BID_SLACK_MS,
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

export const isLockedIn = ({ lockedIn }: SnipeState): boolean => lockedIn === 'durable' || lockedIn === 'lease'

export const finalStatus = (outcome: EngineOutcome): FinalStatus => STATUS_BY_OUTCOME[outcome]

/** A site that has lost an item says so many times before it is believed. */
const MISSES_BELIEVED = 5

export const isMissing = ({ missing }: SnipeState): boolean => missing !== null && missing.times >= MISSES_BELIEVED

/** Why a snipe of which nothing stands at the close was not sent, or to no effect. */
export const missedBecause = ({ attempts, failures }: SnipeState): 'site_down' | 'too_late' =>
  attempts > 0 || failures > 0 ? 'site_down' : 'too_late'
