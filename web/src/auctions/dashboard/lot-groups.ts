import { isLive } from '../../bids/bid-rules.ts'
import { auctionPhase } from '../../time/countdown-rules.ts'
import { isOver, stateOf } from '../lot/lot-state.ts'
import type { Lot } from '../lot/lot.ts'
import { matchesTitle } from '../lot/matches-title.ts'
import { viewerTimes, type Times } from '../../time/zoned-times.ts'

export const FILTERS = [
  { id: 'all', label: 'All', none: 'Nothing tracked.' },
  { id: 'armed', label: 'Armed', none: 'No bids armed.' },
  { id: 'over_max', label: 'Over max', none: 'No auctions over your max.' },
  { id: 'no_bid', label: 'No bid', none: 'No auctions without a bid.' },
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

export function fits(lot: Lot, filter: Filter, now: number): boolean {
  const over = isOver(lot.auction, now)
  const overMax = stateOf(lot, now) === 'over_max'
  const live = lot.bid !== null && isLive(lot.bid)
  switch (filter) {
    case 'all':
      return true
    case 'armed':
      return !over && live && !overMax
    case 'over_max':
      return overMax
    case 'no_bid':
      return !over && !live && !overMax && !lot.bidUnknown
    case 'ended':
      return over
  }
}

const ORDER = {
  ends_soonest: (a, b) => a.auction.endsOn - b.auction.endsOn,
  newest: (a, b) => b.auction.createdAt - a.auction.createdAt,
  price_high: (a, b) => b.auction.currentBid - a.auction.currentBid,
  price_low: (a, b) => a.auction.currentBid - b.auction.currentBid,
} as const satisfies Record<Sort, (a: Lot, b: Lot) => number>

const GROUPS = [
  { id: 'soon', label: 'Ending within the hour' },
  { id: 'later', label: 'Later' },
  { id: 'ended_today', label: 'Ended today' },
  { id: 'ended_earlier', label: 'Ended earlier' },
] as const
export type GroupId = (typeof GROUPS)[number]['id']
export const groupLabel = (id: GroupId): string => GROUPS.find((group) => group.id === id)?.label ?? ''

/** The ids of tracked auctions under their headings, in the order shown. */
export type Group = { id: GroupId; lots: number[] }

function groupOf(lot: Lot, now: number, viewer: Times): GroupId {
  if (!isOver(lot.auction, now)) return auctionPhase(lot.auction.endsOn, now) === 'endingSoon' ? 'soon' : 'later'
  return viewer.isSameDay(lot.auction.endsOn, now) ? 'ended_today' : 'ended_earlier'
}

/**
 * The dashboard's list. What ended before today is shown only when it is asked for, save bids that were not placed:
 * those stay until they are removed.
 */
export function groupLots(
  lots: readonly Lot[],
  view: { filter: Filter; sort: Sort; words: string },
  now: number,
  viewer: Times = viewerTimes(),
): Group[] {
  const order = (a: Lot, b: Lot) => ORDER[view.sort](a, b) || a.auction.id - b.auction.id
  const shown = lots
    .filter((lot) => fits(lot, view.filter, now) && matchesTitle(lot.auction.title, view.words))
    .toSorted(order)
    .map((lot) => ({ lot, group: groupOf(lot, now, viewer) }))
    .filter(({ lot, group }) => group !== 'ended_earlier' || view.filter === 'ended' || lot.bid?.status === 'failed')
  return GROUPS.map(({ id }) => {
    const ids = shown.filter(({ group }) => group === id).map(({ lot }) => lot.auction.id)
    const latestFirst = view.sort === 'ends_soonest' && id.startsWith('ended')
    return { id, lots: latestFirst ? ids.toReversed() : ids }
  }).filter((group) => group.lots.length > 0)
}

/**
 * The list as it stands while somebody's pointer or focus is on it: nothing moves, what is new goes to the end of its
 * group, what is gone goes.
 */
export function keepOrder(shown: readonly Group[], wanted: readonly Group[]): Group[] {
  const known = new Set(shown.flatMap((group) => group.lots))
  const here = new Set(wanted.flatMap((group) => group.lots))
  return GROUPS.map(({ id }) => ({
    id,
    lots: [
      ...(shown.find((group) => group.id === id)?.lots ?? []).filter((lot) => here.has(lot)),
      ...(wanted.find((group) => group.id === id)?.lots ?? []).filter((lot) => !known.has(lot)),
    ],
  })).filter((group) => group.lots.length > 0)
}

/** How many lots would have to move for the one list to become the other. */
export function countMoved(shown: readonly Group[], wanted: readonly Group[]): number {
  // Headings take part, so that a lot which only changes its heading counts as moved.
  const sequence = (groups: readonly Group[]) =>
    GROUPS.flatMap(({ id }) => [id, ...(groups.find((group) => group.id === id)?.lots ?? [])])
  const place = new Map(sequence(wanted).map((entry, index) => [entry, index]))
  const tails: number[] = []
  const places = sequence(shown).flatMap((entry) => place.get(entry) ?? [])
  for (const at of places) {
    const longer = tails.findIndex((tail) => tail > at)
    tails[longer === -1 ? tails.length : longer] = at
  }
  return places.length - tails.length
}
