import { api, type GroupOfBid, relationOf, type WireBidGroup } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { type FixedAuction, fixedAuction, type Place } from '../../web/test/fixed-auction.ts'

const NAME = 'Mantel clocks'
const HOUR = 3_600

const inGroup = (fields: Partial<GroupOfBid>): GroupOfBid => ({
  id: 1,
  name: NAME,
  state: 'waiting',
  held_because: null,
  about: null,
  ...fields,
})

const FIRST = 'Mantel clock with key'
const about = { bid_id: 1, title: FIRST }

/**
 * A group that waits for the result of its first auction, which closed a moment ago, beside auctions without a bid, of which two
 * close within seconds.
 */
export function fixedGroups(place: Place): { auctions: FixedAuction[]; group: WireBidGroup } {
  const members = [
    fixedAuction(place, 1, {
      title: FIRST,
      motif: 'clock',
      endsIn: -30,
      bid: { status: 'executed', phase: 'checking', group: inGroup({ state: 'unknown' }) },
    }),
    fixedAuction(place, 2, {
      title: 'Mantel clock, walnut, with a chime that strikes the quarters',
      motif: 'clock',
      endsIn: 90,
      bid: { max_bid: 42, group: inGroup({ state: 'held', held_because: 'unknown', about }), seconds_before_end: 120 },
    }),
    fixedAuction(place, 3, {
      title: 'Mantel clock, brass',
      motif: 'clock',
      endsIn: 2 * HOUR,
      auction: { labels: ['Gift'] },
      bid: { max_bid: 49, group: inGroup({}) },
    }),
    fixedAuction(place, 4, {
      title: 'Mantel clock, marble',
      motif: 'clock',
      endsIn: 2 * HOUR + 6,
      bid: { group: inGroup({}) },
    }),
    fixedAuction(place, 5, {
      title: 'Mantel clock without hands',
      motif: 'clock',
      endsIn: -HOUR,
      auction: { status: 'lost', current_bid: 41 },
      bid: {
        status: 'auction_ended',
        phase: 'settled',
        outcome: 'group_unknown',
        final_price: 41,
        group: inGroup({ state: 'skipped', held_because: 'unknown', about }),
      },
    }),
  ]
  const without = [
    { title: 'Lionel 2343 Santa Fe diesel set, boxed', endsIn: 3 * HOUR },
    { title: 'Lionel 2353 Santa Fe, without its box', endsIn: 3 * HOUR + 6 },
    { title: 'Lionel 2344 New York Central', endsIn: 3 * HOUR + 20 },
    { title: 'Lionel 2354', endsIn: 26 * HOUR },
  ].map((fields, index) => fixedAuction(place, 6 + index, { motif: 'train', ...fields }))
  return { auctions: [...members, ...without], group: groupOf(members) }
}

function groupOf(auctions: readonly FixedAuction[]): WireBidGroup {
  const bids = auctions.flatMap(({ auction, bid }) => (bid ? [{ auction, bid }] : []))
  return {
    id: 1,
    name: NAME,
    most_wins: 1,
    extra_wins: 0,
    budget: 45,
    wins: 0,
    exposed: 1,
    spent: 0,
    most_cost: 45,
    state: 'open',
    members: bids.map(({ auction, bid }, index) => ({
      bid_id: bid.id,
      tracked_auction_id: auction.id,
      auction_id: auction.auction_id,
      title: auction.title,
      ends_at: auction.end_time ?? '',
      max_bid: bid.max_bid,
      seconds_before_end: bid.seconds_before_end,
      state: bid.group?.state ?? 'ended',
      final_price: bid.final_price,
      follows: followsOf(bids[index - 1], { auction, bid }),
    })),
    created_at: auctions[0]?.auction.created_at ?? '',
  }
}

type Member = { auction: FixedAuction['auction']; bid: NonNullable<FixedAuction['bid']> }

function followsOf(before: Member | undefined, after: Member): WireBidGroup['members'][number]['follows'] {
  if (!before) return null
  const closing = ({ auction, bid }: Member) => ({
    endsAt: Date.parse(auction.end_time ?? ''),
    leadMs: bid.seconds_before_end * 1_000,
  })
  const [one, other] = [closing(before), closing(after)]
  const closesAfterS = Math.round((other.endsAt - one.endsAt) / 1_000)
  return { bid_id: before.bid.id, relation: relationOf(one, other), closes_after_s: closesAfterS }
}

/** Answers the list of groups with these. */
export async function answerGroups(page: Page, groups: readonly WireBidGroup[]): Promise<void> {
  await page.route(`**/api${api.listBidGroups.path}`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { success: true, data: { groups } } })
      : route.fallback(),
  )
}
