import {
  BID,
  type Bid,
  type BidOutcome,
  type BidStatus,
  dollarsFromCents,
  messages,
  type Receipt,
} from '@bidwell/contract'
import type { TrackedAuction } from '../../auctions/tracked/tracked-auction.ts'
import { demoTracked } from '../../tour/demo-auction.ts'
import { nextBidCents, openingStanding } from '../apply-bid.ts'
import { type Close, type Setting, simulateClose, YOU } from '../simulate-close.ts'
import { PLAYS_UNTIL_MS } from '../use-playback.ts'

/** A close that a visitor plays. `endsOn` is epoch ms. */
export type Practice = { setting: Setting; close: Close; endsOn: number }

/** How much of the close is played. Every rival but the early one bids within it. */
export const PLAYED_MS = 20_000
const LEAD_MS = Number(BID.defaultTimingPreference) * 1_000
const TRIP_MS = 150
const TERMS = { openingCents: 999, incrementCents: 100 }
const RIVALS: Setting['rivals'] = [
  { kind: 'early', name: messages.practice.earlyBidder, maxCents: 2_000 },
  { kind: 'sniper', name: messages.practice.secondBidder, maxCents: 2_600, leadMs: 12_000 },
  { kind: 'sniper', name: messages.practice.lateBidder, maxCents: 3_400, leadMs: 2_500 },
]

/** Wins against each rival. */
export const FIRST_MAX_CENTS = 4_000
/** Leads for a moment, and loses to the late bidder. */
export const LOWER_MAX_CENTS = 3_000

/** The close with a maximum in cents, which begins at `startsAt`, epoch ms. */
export function practiceWith(maxCents: number, startsAt: number): Practice {
  const own = { maxCents, leadMs: LEAD_MS, tripMs: TRIP_MS, delayMs: 0 }
  const setting = { terms: TERMS, rivals: RIVALS, own }
  return { setting, close: simulateClose(setting), endsOn: startsAt + PLAYED_MS }
}

/** The steps up to an instant. */
export const stepsUntil = ({ close }: Practice, beforeEndMs: number) =>
  close.steps.filter((step) => step.beforeEndMs >= beforeEndMs)

/** The auction and the bid as the app shows them at an instant of the close; below zero is after the end. */
export function trackedAt(practice: Practice, beforeEndMs: number): TrackedAuction {
  const { setting, endsOn } = practice
  const bids = stepsUntil(practice, beforeEndMs).filter((step) => step.kind === 'bid')
  const standing = bids.at(-1)?.standing ?? openingStanding(setting.terms)
  const now = endsOn - beforeEndMs
  const demo = demoTracked(now, true)
  const auction = {
    ...demo.auction,
    title: messages.practice.itemTitle,
    endsOn,
    lastCheckedAt: now,
    currentBid: dollarsFromCents(standing.priceCents),
    minimumBid: dollarsFromCents(nextBidCents(setting.terms, standing)),
    bidIncrement: dollarsFromCents(setting.terms.incrementCents),
    bidCount: bids.length,
  }
  return { auction, bid: demo.bid && { ...demo.bid, ...bidAt(practice, beforeEndMs) } }
}

/** What the user's bid has come to. */
function bidAt(practice: Practice, beforeEndMs: number): Partial<Bid> {
  const { setting, close, endsOn } = practice
  const { own } = setting
  const arrival = ownBidIn(practice)
  const fireAt = endsOn - own.leadMs
  const bid = { maxBid: dollarsFromCents(own.maxCents), secondsBeforeEnd: own.leadMs / 1_000, fireAt }
  if (beforeEndMs <= PLAYS_UNTIL_MS) {
    const finalPrice = dollarsFromCents(close.standing.priceCents)
    return { ...bid, ...endOf(practice), phase: 'settled', finalPrice, updatedAt: endsOn - beforeEndMs }
  }
  const has = (step: { beforeEndMs: number } | undefined) => step !== undefined && step.beforeEndMs >= beforeEndMs
  if (has(close.steps.find(({ kind }) => kind === 'refused'))) return { ...bid, ...endOf(practice), phase: 'settled' }
  if (arrival && has(arrival)) {
    if (arrival.standing.leader !== YOU) return { ...bid, ...endOf(practice), phase: 'settled' }
    return { ...bid, status: 'executed', phase: 'sent', executedAt: endsOn - arrival.beforeEndMs }
  }
  if (has(sendingIn(practice))) return { ...bid, phase: 'sent' }
  return { ...bid, phase: beforeEndMs <= own.leadMs + BID.lockInBeforeMs ? 'locked_in' : 'armed' }
}

const ownBidIn = ({ close }: Practice) =>
  close.steps.filter((step) => step.kind === 'bid').find(({ bidder }) => bidder === YOU)
const sendingIn = ({ close }: Practice) => close.steps.find(({ kind }) => kind === 'sent')

function endOf(practice: Practice): { status: BidStatus; outcome: BidOutcome } {
  switch (practice.close.outcome) {
    case 'won':
      return { status: 'won', outcome: 'won' }
    case 'outbid':
      return ownBidIn(practice)?.standing.leader === YOU
        ? { status: 'lost', outcome: 'lost' }
        : { status: 'outbid', outcome: 'outbid_on_arrival' }
    case 'refused':
      return { status: 'outbid', outcome: 'below_next_bid' }
    case 'not_sent':
      return { status: 'outbid', outcome: 'price_past_maximum' }
    case 'late':
      return { status: 'failed', outcome: 'too_late' }
  }
}

/** The receipt of a close that is over. */
export function receiptOf(practice: Practice): Receipt {
  const { setting, close, endsOn } = practice
  const { own } = setting
  const iso = (beforeEndMs: number) => new Date(endsOn - beforeEndMs).toISOString()
  const sent = sendingIn(practice)
  const isSent = sent !== undefined
  const answeredAt = own.leadMs - own.tripMs
  const settledAt = iso(PLAYS_UNTIL_MS)
  const margin = own.maxCents - close.standing.priceCents
  return {
    bid: {
      id: 0,
      auction_id: '',
      tracked_auction_id: 0,
      user_id: 0,
      title: messages.practice.itemTitle,
      max_bid: dollarsFromCents(own.maxCents),
      seconds_before_end: own.leadMs / 1_000,
      phase: 'settled',
      ...endOf(practice),
      checking_since: null,
      delivered: null,
      led_at_close: false,
      fire_at: iso(own.leadMs),
      restored: null,
      group: null,
      final_price: dollarsFromCents(close.standing.priceCents),
      executed_at: ownBidIn(practice) ? iso(own.leadMs) : null,
      error_detail: null,
      preflight: null,
      created_at: iso(PLAYED_MS),
      updated_at: settledAt,
    },
    ends_at: iso(0),
    planned_at: iso(own.leadMs),
    armed_at: null,
    locked_in_at: isSent ? iso(own.leadMs + BID.lockInBeforeMs) : null,
    sent_at: isSent ? iso(sent.beforeEndMs) : null,
    answered_at: isSent ? iso(answeredAt) : null,
    verified_at: null,
    settled_at: null,
    sent_before_end_ms: isSent ? sent.beforeEndMs : null,
    clock_offset_ms: null,
    clock_uncertainty_ms: null,
    round_trip_ms: null,
    site_words: null,
    margin: dollarsFromCents(margin),
    summary: '',
    item_url: '',
    image_url: null,
    price_history: [],
    note: null,
    events: [],
  }
}
