import type { Signal } from '../../bids/signals.ts'
import { type AuctionState, stateOf } from '../tracked/auction-state.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

/** Before the end, an auction is heard for this long, and after it until the result has come. */
const BEFORE_END_MS = 60_000
const AFTER_END_MS = 120_000

type Moment = { name: string; signal: Signal }

/** What can be heard of each auction with a bid that is in its last minute, by its id; null for one of which nothing is. */
export type Moments = ReadonlyMap<number, Moment | null>

export const momentsAt = (auctions: readonly TrackedAuction[], now: number): Moments =>
  new Map(
    auctions
      .filter(({ auction, bid }) => {
        const leftMs = auction.endsOn - now
        return bid !== null && leftMs <= BEFORE_END_MS && leftMs > -AFTER_END_MS
      })
      .map((tracked) => [tracked.auction.id, momentOf(tracked, stateOf(tracked, now))]),
  )

/** The signals of what has changed. An auction that was not heard before is silent. */
export const signalsBetween = (before: Moments, after: Moments): Signal[] =>
  [...after].flatMap(([id, moment]) => {
    const earlier = before.get(id)
    return moment === null || earlier === undefined || earlier?.name === moment.name ? [] : [moment.signal]
  })

const MOMENTS: Partial<Record<AuctionState, Moment>> = {
  accepted: { name: 'accepted', signal: 'good' },
  won: { name: 'won', signal: 'good' },
  over_max: { name: 'outbid', signal: 'bad' },
  bid_again: { name: 'outbid', signal: 'bad' },
  overtaken: { name: 'outbid', signal: 'bad' },
  lost: { name: 'not won', signal: 'bad' },
  outbid: { name: 'not won', signal: 'bad' },
  failed: { name: 'not won', signal: 'bad' },
}

function momentOf({ bid }: TrackedAuction, state: AuctionState): Moment | null {
  if (state === 'bidding') return { name: bid?.phase === 'sent' ? 'sent' : 'locked in', signal: 'step' }
  return MOMENTS[state] ?? null
}
