import { api, type GroupOfBid, messages, type WireAuction, type WireBid, type WireBidGroup } from '@bidwell/contract'
import type { Answers, Refusal } from './answers.ts'
import type { FixedAuction } from './fixed-auction.ts'

const NOT_FOUND: Refusal = { status: 404, code: 'not_found', message: messages.auction.notFound }

type Terms = Pick<WireBidGroup, 'id' | 'name' | 'most_wins' | 'extra_wins' | 'budget' | 'created_at'>

/** The groups of a user's bids, none of which has been sent. */
export class Groups {
  readonly #groups = new Map<number, Terms>()
  readonly #tracked: () => readonly FixedAuction[]
  readonly #setBid: (auction: WireAuction, bid: Partial<WireBid>) => void

  constructor(
    answers: Answers,
    tracked: () => readonly FixedAuction[],
    setBid: (auction: WireAuction, bid: Partial<WireBid>) => void,
  ) {
    this.#tracked = tracked
    this.#setBid = setBid
    answers
      .to(api.listBidGroups, () => ({ data: { groups: [...this.#groups.values()].map((each) => this.#wire(each)) } }))
      .to(api.createBidGroup, ({ body: { name, mostWins, extraWins = 0, budget = null, bidIds = [] } }) => {
        const id = this.#groups.size + 1
        const terms = { id, name, most_wins: mostWins, extra_wins: extraWins, budget }
        this.#groups.set(id, { ...terms, created_at: new Date().toISOString() })
        return { data: { group: this.#join(id, bidIds), refused: [] } }
      })
      .to(api.addGroupMembers, ({ params, body }) =>
        this.#groups.has(params.id) ? { data: { group: this.#join(params.id, body.bidIds), refused: [] } } : NOT_FOUND,
      )
      .to(api.deleteBidGroup, ({ params }) => ({ data: { deleted: this.#groups.delete(params.id), refused: [] } }))
  }

  /** What a bid shows of its group while its turn has not come. */
  memberOf(id: number): GroupOfBid {
    const name = this.#groups.get(id)?.name ?? ''
    return { id, name, state: 'waiting', held_because: null, about: null }
  }

  #join(id: number, bidIds: readonly number[]): WireBidGroup {
    for (const { auction, bid } of this.#tracked())
      if (bid && bidIds.includes(bid.id)) this.#setBid(auction, { group: this.memberOf(id) })
    const terms = this.#groups.get(id)
    if (!terms) throw new Error(`No group has the id ${id}`)
    return this.#wire(terms)
  }

  #wire(terms: Terms): WireBidGroup {
    const members = this.#tracked().flatMap(({ auction, bid }) =>
      bid?.group?.id === terms.id
        ? {
            bid_id: bid.id,
            tracked_auction_id: auction.id,
            auction_id: auction.auction_id,
            title: auction.title,
            ends_at: auction.end_time ?? auction.updated_at,
            max_bid: bid.max_bid,
            seconds_before_end: bid.seconds_before_end,
            state: bid.group.state,
            final_price: bid.final_price,
            follows: null,
          }
        : [],
    )
    const most_cost = Math.max(0, ...members.map(({ max_bid }) => max_bid))
    return { ...terms, wins: 0, exposed: 0, spent: 0, most_cost, state: 'open', members }
  }
}
