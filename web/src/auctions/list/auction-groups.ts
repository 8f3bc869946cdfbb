import { isLive } from '../../bids/bid-rules.ts'
import { auctionPhase } from '../../time/countdown-rules.ts'
import { type Times, viewerTimes } from '../../time/zoned-times.ts'
import { restsUntil } from '../tracked/auction-state.ts'
import { type AuctionView, viewOf } from '../tracked/auction-view.ts'
import { type TrackedAuction, matchesText } from '../tracked/tracked-auction.ts'
import { COMPARE, type Filter, hasLabel, type ListView, matchesFilter } from './auction-filters.ts'

const GROUPS = [
  { id: 'soon', label: 'Ending within the hour' },
  { id: 'later', label: 'Later' },
  { id: 'ended_today', label: 'Ended today' },
  { id: 'ended_earlier', label: 'Ended earlier' },
] as const
export type GroupId = (typeof GROUPS)[number]['id']
export const groupLabel = (id: GroupId): string => GROUPS.find((group) => group.id === id)?.label ?? ''

/** What the figures of a group's rows are, from the left. */
export const headingsOf = (id: GroupId): readonly string[] =>
  id.startsWith('ended') ? ['Bids', 'Final price', 'Your max'] : ['Time left', 'Price', 'Your max']

/** The tracked auctions under one heading, by id, in the order shown. */
export type Group = { id: GroupId; ids: number[] }

function groupOf({ tracked, over }: AuctionView, now: number, viewer: Times): GroupId {
  if (tracked.auction.endsOn <= now && now < restsUntil(tracked)) return 'soon'
  if (!over) return auctionPhase(tracked.auction.endsOn, now) === 'endingSoon' ? 'soon' : 'later'
  return viewer.isSameDay(tracked.auction.endsOn, now) ? 'ended_today' : 'ended_earlier'
}

/**
 * The auctions of a view under their headings. Auctions that ended before today appear only under filters of what has ended, by label,
 * except those that are to be paid, whose bid failed, or whose result is still unknown: these stay until the user removes them.
 */
export function groupAuctions(
  auctions: readonly TrackedAuction[],
  { filter, sort, search, label }: ListView,
  now: number,
  viewer: Times = viewerTimes(),
): Group[] {
  const listed = auctions
    .map((tracked) => viewOf(tracked, now))
    .filter((view) => matchesFilter(view, filter) && hasLabel(view, label) && matchesText(view.tracked.auction, search))
    .toSorted(({ tracked: a }, { tracked: b }) => COMPARE[sort](a, b) || a.auction.id - b.auction.id)
    .map((view) => ({ tracked: view.tracked, group: groupOf(view, now, viewer) }))
    .filter(
      ({ tracked, group }) =>
        group !== 'ended_earlier' || OF_ENDED.has(filter) || label !== null || needsAttention(tracked),
    )
  return GROUPS.map(({ id }) => {
    const ids = listed.filter(({ group }) => group === id).map(({ tracked }) => tracked.auction.id)
    const latestFirst = sort === 'ends_soonest' && id.startsWith('ended')
    return { id, ids: latestFirst ? ids.toReversed() : ids }
  }).filter((group) => group.ids.length > 0)
}

const OF_ENDED: ReadonlySet<Filter> = new Set(['ended', 'won', 'to_pay'])

const needsAttention = ({ bid, win }: TrackedAuction): boolean =>
  win?.is_owed === true || (bid !== null && (bid.status === 'failed' || isLive(bid)))

/** Whether two lists show the same auctions in the same order under the same headings. */
export const isSameList = (one: readonly Group[], other: readonly Group[]): boolean =>
  one.length === other.length &&
  one.every(({ id, ids }, index) => {
    const group = other[index]
    return (
      group?.id === id && group.ids.length === ids.length && ids.every((tracked, place) => tracked === group.ids[place])
    )
  })

/** The shown groups with their order kept: a new auction follows the one after which it belongs, and auctions that are gone are dropped. */
export function keepOrder(shown: readonly Group[], latest: readonly Group[]): Group[] {
  const shownIds = new Set(shown.flatMap((group) => group.ids))
  const latestIds = new Set(latest.flatMap((group) => group.ids))
  return GROUPS.map(({ id }) => {
    const ids = idsIn(shown, id).filter((tracked) => latestIds.has(tracked))
    const wanted = idsIn(latest, id)
    for (const [index, tracked] of wanted.entries()) {
      if (shownIds.has(tracked)) continue
      const before = wanted.slice(0, index).findLast((other) => ids.includes(other))
      ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, tracked)
    }
    return { id, ids }
  }).filter((group) => group.ids.length > 0)
}

const idsIn = (groups: readonly Group[], id: GroupId): number[] => groups.find((group) => group.id === id)?.ids ?? []

/** The least number of auctions that have to move to turn one list into the other. */
export function countMoved(shown: readonly Group[], latest: readonly Group[]): number {
  const place = new Map(sequence(latest).map((entry, index) => [entry, index]))
  const places = sequence(shown).flatMap((entry) => place.get(entry) ?? [])
  // The longest increasing run of places is what may stay: `tails[n]` is the lowest end of a run of n + 1.
  const tails: number[] = []
  for (const at of places) {
    const longer = tails.findIndex((tail) => tail > at)
    tails[longer === -1 ? tails.length : longer] = at
  }
  return places.length - tails.length
}

/** The headings take part, so that an auction that only changes its heading counts as moved. */
const sequence = (groups: readonly Group[]) => groups.flatMap(({ id, ids }) => [id, ...ids])
