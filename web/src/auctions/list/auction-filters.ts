import { isSameLabel } from '@bidwell/contract'
import { isLive } from '../../bids/bid-rules.ts'
import type { AuctionState } from '../tracked/auction-state.ts'
import type { AuctionView } from '../tracked/auction-view.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

export const FILTERS = [
  { id: 'needs_you', label: 'Needs you', none: 'Nothing needs you.' },
  { id: 'all', label: 'All', none: 'Nothing tracked.' },
  { id: 'to_pay', label: 'To pay', none: 'Nothing to pay.' },
  { id: 'armed', label: 'Scheduled', none: 'No bids scheduled.' },
  { id: 'no_bid', label: 'No bid', none: 'No auctions without a bid.' },
  { id: 'won', label: 'Won', none: 'Nothing won.' },
  { id: 'ended', label: 'Ended', none: 'No auctions have ended.' },
] as const
export type Filter = (typeof FILTERS)[number]['id']

export const SORTS = [
  { value: 'ends_soonest', label: 'Ends soonest' },
  { value: 'newest', label: 'Added last' },
  { value: 'price_high', label: 'Price: high to low' },
  { value: 'price_low', label: 'Price: low to high' },
] as const
export type Sort = (typeof SORTS)[number]['value']

/**
 * How the list is filtered and sorted; `search` is text that title, labels and note must contain, `label` one that the auctions must
 * have.
 */
export type ListView = { filter: Filter; sort: Sort; search: string; label: string | null }

/** No bid goes out, or it would be refused, unless its owner acts. */
const NEEDING: ReadonlySet<AuctionState> = new Set([
  'over_max',
  'bid_again',
  'at_risk',
  'stopped',
  'paused',
  'restored',
])

/** Whether an auction has a label; each has none in particular. */
export const hasLabel = ({ tracked }: AuctionView, label: string | null): boolean =>
  label === null || tracked.auction.labels.some((other) => isSameLabel(other, label))

export function matchesFilter({ tracked, state, over }: AuctionView, filter: Filter): boolean {
  const overMax = state === 'over_max' || state === 'bid_again'
  const live = tracked.bid !== null && isLive(tracked.bid)
  switch (filter) {
    case 'needs_you':
      return NEEDING.has(state)
    case 'all':
      return true
    case 'armed':
      return !over && live && !NEEDING.has(state)
    case 'no_bid':
      return !over && !live && !overMax && !tracked.bidUnknown
    case 'to_pay':
      return tracked.win?.is_owed === true
    case 'won':
      return state === 'won'
    case 'ended':
      return over
  }
}

/** How many auctions each filter lets through. */
export type FilterCounts = Readonly<Record<Filter, number>>

export function countByFilter(views: readonly AuctionView[]): FilterCounts {
  const count = (filter: Filter) => views.filter((view) => matchesFilter(view, filter)).length
  return {
    needs_you: count('needs_you'),
    all: views.length,
    armed: count('armed'),
    no_bid: count('no_bid'),
    to_pay: count('to_pay'),
    won: count('won'),
    ended: count('ended'),
  }
}

export const isSameCounts = (one: FilterCounts, other: FilterCounts): boolean =>
  FILTERS.every(({ id }) => one[id] === other[id])

export const COMPARE = {
  ends_soonest: (a, b) => a.auction.endsOn - b.auction.endsOn,
  newest: (a, b) => b.auction.createdAt - a.auction.createdAt,
  price_high: (a, b) => b.auction.currentBid - a.auction.currentBid,
  price_low: (a, b) => a.auction.currentBid - b.auction.currentBid,
} as const satisfies Record<Sort, (a: TrackedAuction, b: TrackedAuction) => number>
