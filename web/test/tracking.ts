import { api, messages, type WireAuction, type WireBid } from '@bidwell/contract'
import type { Answers, Refusal } from './answers.ts'
import { type AuctionFields, fixedAuction, type FixedAuction, receiptOf, scraped } from './fixed-auction.ts'
import { Groups } from './groups.ts'

const NOT_FOUND: Refusal = { status: 404, code: 'not_found', message: messages.auction.notFound }

const READINGS = { read_at: null, failure: null, is_asked: false }
const PAY_URL = 'https://house.example/orders'
const TODAY = '2026-10-01'

/** What an auction differs in from an ordinary one; it ends in an hour. */
export type TrackedFields = Partial<AuctionFields> & { title: string }

/**
 * The auctions and bids of a user. Reading them, tracking, removing, scheduling, changing and cancelling do what the server's do
 * where no rule speaks against it: a test types the refusals.
 */
export class Tracking {
  readonly #tracked = new Map<number, FixedAuction>()
  /** The auctions at the site that are not tracked yet. */
  readonly #listed: FixedAuction[] = []
  readonly #removed = new Map<number, FixedAuction>()
  readonly #place = { now: Date.now(), houseUrl: 'https://house.example' }
  #count = 0

  constructor(answers: Answers) {
    const openBids = () => [...this.#tracked.values()].flatMap(({ bid }) => bid ?? [])
    const groups = new Groups(
      answers,
      () => [...this.#tracked.values()],
      (auction, bid) => this.#setBid(auction, bid),
    )
    answers
      .to(api.listAuctions, ({ query }) => ({
        data: {
          auctions: [...this.#tracked.values()]
            .map(({ auction }) => auction)
            .filter(({ status }) => query.status?.split(',').includes(status) ?? true),
          next_cursor: null,
        },
      }))
      .to(api.listBids, ({ query }) => ({
        data: {
          bids: openBids().filter(({ status }) => query.status?.split(',').includes(status) ?? true),
          next_cursor: null,
        },
      }))
      .to(api.readClosedAuction, () => NOT_FOUND)
      .to(api.readQuoteErrors, () => ({
        data: { wins: 0, median_percent: null, p90_percent: null, proposed_margin_percent: null },
      }))
      .to(api.listScheduledBids, ({ params }) => ({
        data: { bids: openBids().filter((bid) => bid.tracked_auction_id === params.id && bid.status === 'pending') },
      }))
      .to(api.scrapeAuction, ({ body }) => {
        const found = this.#listed.find(({ auction }) => body.url.includes(auction.auction_id))
        return found ? { data: scraped(found.auction) } : NOT_FOUND
      })
      .to(api.trackAuction, ({ body }) => {
        const found = this.#listed.find(({ auction }) => auction.auction_id === body.auction_id)
        if (!found) return NOT_FOUND
        const { max_bid = null, bid_timing_preference = found.auction.bid_timing_preference } = body
        const auction = { ...found.auction, max_bid, bid_timing_preference }
        this.#tracked.set(auction.id, { auction, bid: null })
        return { data: { id: auction.id, already_tracked: false, auction } }
      })
      .to(api.removeAuction, ({ params }) => {
        const found = this.#tracked.get(params.id)
        if (!found) return NOT_FOUND
        this.#tracked.delete(params.id)
        this.#removed.set(params.id, { ...found, bid: null })
        return { data: {} }
      })
      .to(api.scheduleBid, ({ body }) => {
        const found = [...this.#tracked.values()].find(({ auction }) => auction.auction_id === body.auctionId)
        if (!found) return NOT_FOUND
        const { maxBid: max_bid = 0, secondsBeforeEnd: seconds_before_end, groupId } = body
        const terms = { max_bid, seconds_before_end, group: groupId === undefined ? null : groups.memberOf(groupId) }
        return { data: { bid: this.#setBid(found.auction, { ...terms, status: 'pending' }) } }
      })
      .to(api.changeBid, ({ params, body }) => {
        const found = this.#byBid(params.id)
        if (!found) return NOT_FOUND
        const { maxBid: max_bid, secondsBeforeEnd: seconds_before_end } = body
        const change = { ...(max_bid !== undefined && { max_bid }), ...(seconds_before_end && { seconds_before_end }) }
        return { data: { bid: this.#setBid(found.auction, change) } }
      })
      .to(api.cancelBid, ({ params }) => {
        const found = this.#byBid(params.id)
        if (!found) return NOT_FOUND
        const cancelled = { status: 'cancelled', phase: 'settled', outcome: 'cancelled' } as const
        const bid = this.#setBid(found.auction, cancelled)
        this.#tracked.set(found.auction.id, { ...found, bid: null })
        return { data: { bid } }
      })
      .to(api.restoreAuction, ({ params }) => {
        const removed = this.#removed.get(params.id)
        if (!removed) return NOT_FOUND
        this.#tracked.set(params.id, removed)
        return { data: { auction: removed.auction } }
      })
      .to(api.readBid, ({ params }) => {
        const bid = this.#byBid(params.id)?.bid
        if (!bid) return NOT_FOUND
        const { id, auction_id: auctionId, status, error_detail: errorDetail } = bid
        return { data: { id, auctionId, status, errorDetail } }
      })
      .to(api.readClosedAuction, () => NOT_FOUND)
      .to(api.readQuoteErrors, () => ({
        data: { wins: 0, median_percent: null, p90_percent: null, proposed_margin_percent: null },
      }))
      .to(api.listScheduledBids, ({ params }) => {
        const bid = this.#tracked.get(params.id)?.bid
        return { data: { bids: bid?.status === 'pending' ? [bid] : [] } }
      })
      .to(api.noteAuction, ({ params, body: { note } }) => ({ data: this.change(params.id, { auction: { note } }) }))
      .to(api.labelAuctions, ({ body: { ids, add = [], remove = [] } }) => ({
        data: { auctions: ids.map((id) => this.#label(id, add, remove)) },
      }))
      .to(api.readReceipt, ({ params }) => {
        const found = this.#byBid(params.id)
        return found?.bid ? { data: receiptOf(found.auction, found.bid) } : NOT_FOUND
      })
      .to(api.listWins, () => ({ data: { wins: [], readings: READINGS, pay_url: PAY_URL, today: TODAY } }))
      .to(api.listWaitingBids, () => ({ data: { waiting: [] } }))
      .to(api.requestPrices, () => ({ data: { ids: [], within_ms: 0 } }))
      .to(api.readExposure, () => ({
        data: { limits: { day: null, week: null, month: null }, today: TODAY, days: [], groups: [] },
      }))
      .to(api.readResultsSeen, () => ({ data: { until: null } }))
      .to(api.noteResultsSeen, () => ({ data: {} }))
      .to(api.readQuoteErrors, () => ({
        data: { wins: 0, median_percent: null, p90_percent: null, proposed_margin_percent: null },
      }))
      .to(api.readItemCost, () => ({
        data: { basis: 'stated' as const, handling_cost: 3, shipping_cost: 8, zip: null, delivered: null },
      }))
  }

  /** Lists an auction at the site. Returns it with its page's address. */
  list(fields: TrackedFields): WireAuction {
    const listed = this.#fixed(fields)
    this.#listed.push(listed)
    return listed.auction
  }

  /** An auction that the user tracks, with a bid where `fields` have one. */
  track(fields: TrackedFields): FixedAuction {
    const tracked = this.#fixed(fields)
    this.#listed.push(tracked)
    this.#tracked.set(tracked.auction.id, tracked)
    return tracked
  }

  /** Changes what the server answers from now on about a tracked auction. */
  change(id: number, { auction, bid }: { auction?: Partial<WireAuction>; bid?: Partial<WireBid> }): FixedAuction {
    const before = this.#tracked.get(id)
    if (!before) throw new Error(`No tracked auction has the id ${id}`)
    this.#tracked.set(id, { auction: { ...before.auction, ...auction }, bid: before.bid })
    if (bid) this.#setBid({ ...before.auction, ...auction }, bid)
    return this.#tracked.get(id) ?? before
  }

  #fixed(fields: TrackedFields): FixedAuction {
    return fixedAuction(this.#place, (this.#count += 1), { motif: 'lamp', endsIn: 3_600, ...fields })
  }

  #label(id: number, add: readonly string[], remove: readonly string[]): WireAuction {
    const kept = this.#tracked.get(id)?.auction.labels.filter((label) => !remove.includes(label)) ?? []
    return this.change(id, { auction: { labels: [...kept, ...add] } }).auction
  }

  #byBid = (id: number) => [...this.#tracked.values()].find(({ bid }) => bid?.id === id)

  #setBid(auction: WireAuction, change: Partial<WireBid>): WireBid {
    const before = this.#tracked.get(auction.id)?.bid ?? this.#newBid(auction)
    const bid = { ...before, ...change }
    const endsAt = Date.parse(auction.end_time ?? '')
    bid.fire_at = new Date(endsAt - bid.seconds_before_end * 1_000).toISOString()
    this.#tracked.set(auction.id, { auction: { ...auction, max_bid: bid.max_bid }, bid })
    return bid
  }

  #newBid({ id, title }: WireAuction): WireBid {
    const { bid } = fixedAuction(this.#place, id, { title, motif: 'lamp', endsIn: 3_600, bid: {} })
    if (!bid) throw new Error('A fixed auction with a bid has one')
    return bid
  }
}
