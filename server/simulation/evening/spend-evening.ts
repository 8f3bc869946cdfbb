import { buildReceipt } from '../../src/history/receipts/build-receipt.ts'
import { exampleBid } from '../../test/example-bid.ts'
import { type Story, openStory } from '../a-story.ts'
import type { BidCallOutcome } from '../faults/call-outcomes.ts'
import type { ModelItem } from '../site/model-item.ts'
import type { ModelBid } from '../store/model-database.ts'
import type { NewSnipe, Options } from '../world/open-world.ts'

export const LEADS = 'Sent, and ShopGoodwill took it. Whether it wins is known once the auction has closed.'
export const WON = 'Won for $10.00, $15.00 under your max.'
const ON_TIME = [-10, 60] as const
const CLOSE_AT_MS = 120_000
/** A bystander's auction ends after everything that happens in a situation. */
const BYSTANDER_ENDS_MS = 20 * 60_000

export type Auction = {
  item: ModelItem
  bid: ModelBid
  /** The maximum bid of its owner by hand. */ byHand(cents: number): void
}
export type Evening = { it: Story; auction: Auction; auctions: Auction[] }

export type Situation = {
  /** Snipes at this site; one with a lead of 8 s where none is given. They end at the same instant. */
  auctions?: NewSnipe[]
  habits?: Partial<Options>
  /** How the sendings end, in their order; further ones end well. */
  sendings?: Partial<BidCallOutcome>[]
  /** What happens, by the seconds before the close; negative after it. */
  happens?: Record<number, (evening: Evening) => void>
  engines?: number
  /** Between which bounds after its planned moment, in ms, each bid is placed: at once, if nothing is said; null: none is. */
  placedMs?: readonly [from: number, to: number] | null
  /** What the receipt of each bid says, by the seconds after the close: that it is won, if nothing is said. */
  told?: Record<number, string>
}

export const rivalBids =
  (cents: number) =>
  ({ it, auctions }: Evening) => {
    for (const { item } of auctions) it.site.place('rival', item.auctionId, cents)
  }

/** Lets an evening take place, and says when each bid was placed, and what its receipt said, beside what is right. */
export async function spendEvening(situation: Situation) {
  const {
    auctions: snipes = [{}],
    habits = {},
    sendings = [],
    happens = {},
    engines = 1,
    placedMs = ON_TIME,
    told = { 10: WON },
  } = situation
  const it = openStory({ seed: 7, ...habits })
  const { time, site } = it
  const auctions = snipes.map((snipe) => {
    const { item, bid } = it.snipe({ leadMs: 8_000, endsInMs: CLOSE_AT_MS, ...snipe })
    return {
      item,
      bid,
      plannedAt: bid.fireAt,
      byHand: (cents: number) => void site.place(site.userOf(bid.accountId), item.auctionId, cents),
    }
  })
  const bystander = it.snipe({ endsInMs: BYSTANDER_ENDS_MS })
  const [auction] = auctions
  if (!auction) throw new Error('An evening needs an auction')
  it.overrides.bid = (attempt) => ({ kind: 'fine', outMs: 40, backMs: 40, ...sendings[attempt - 1] })
  for (const [beforeS, happen] of Object.entries(happens))
    time.at(CLOSE_AT_MS - Number(beforeS) * 1_000, () => happen({ it, auction, auctions }))
  for (let started = 0; started < engines; started++) it.start(`engine-${started}`)

  const summaries: Record<number, string[]> = {}
  for (const afterS of Object.keys(told)
    .map(Number)
    .toSorted((a, b) => a - b)) {
    await time.runTo(CLOSE_AT_MS + afterS * 1_000)
    summaries[afterS] = [...new Set(auctions.map(({ bid, item }) => summaryOf(bid, item, site.siteTime())))]
  }
  return {
    /** When each bid was placed, in ms after its planned moment; null for one that was not. */
    placed: auctions.map(({ item, bid, plannedAt }) => {
      const own = item.bids.find(
        ({ bidder, amountCents }) => bidder === site.userOf(bid.accountId) && amountCents === bid.maxBidCents,
      )
      return own ? Math.round(own.at - plannedAt) : null
    }),
    /** The bounds of those. */
    due: placedMs,
    told: summaries,
    right: Object.fromEntries(Object.entries(told).map(([afterS, summary]) => [afterS, [summary]])),
    violations: it.violations,
    bystander: bystander.bid.status,
  }
}

/** The first sentences of a bid's receipt. */
function summaryOf(bid: ModelBid, { auctionId, endsAt }: ModelItem, now: number): string {
  const events = [...bid.events.values()].toSorted((a, b) => a.at - b.at)
  const lastStep = events.findLast(({ detail }) => PROGRESS.has(detail.kind))?.detail
  const isUnseen = lastStep?.kind === 'verified' && !lastStep.ownBidSeen
  const isChecking = lastStep?.kind === 'checking' || isUnseen
  const record = exampleBid({
    id: bid.bidId,
    account_id: bid.accountId,
    auction_id: auctionId,
    ends_at: new Date(endsAt),
    max_bid_cents: bid.maxBidCents,
    seconds_before_end: bid.leadMs / 1_000,
    status: bid.status,
    outcome: bid.outcome,
    engine_id: bid.engineId,
    locked_in_at: bid.lockedInAt === null ? null : new Date(bid.lockedInAt),
    settled_at: bid.status === 'pending' || bid.outcome === null ? null : new Date(endsAt),
    closing_price_cents: bid.finalPriceCents,
    last_step: lastStep ? (isChecking ? 'checking' : 'sent') : null,
  })
  return buildReceipt(record, events, 'ShopGoodwill', now).summary
}

const PROGRESS = new Set(['sent', 'answered', 'checking', 'verified'])
