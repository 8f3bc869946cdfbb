import {
  byPreference,
  dollarsFromCents,
  dollarsOrNull,
  type GroupStake,
  mostCents,
  relationOf,
  type WireBidGroup,
} from '@bidwell/contract'
import { highestMaxCents } from '../stakes.ts'
import type { GroupRow, MemberRow } from './group-queries.ts'
import { isExposed } from './is-exposed.ts'
import { groupStateOf } from './present-group-of.ts'

/** What counts of a group's bids, without what comes on top of them. Cents. */
export type Tally = { wins: number; exposed: number; spentCents: number; stakes: GroupStake[] }

export function tallyOf(members: readonly MemberRow[]): Tally {
  const won = members.filter(({ status }) => status === 'won')
  const open = members.filter((member) => canWin(member))
  return {
    wins: won.length,
    exposed: members.filter((member) => isOut(member)).length,
    spentCents: won.reduce((sum, bid) => sum + (bid.final_price_cents ?? bid.max_bid_cents), 0),
    stakes: open.map((bid) => ({
      costCents: highestMaxCents(bid),
      besidesCents: 0,
      isOut: isOut(bid),
    })),
  }
}

const isOut = ({ status, group_granted_at, group_released_at, restored_from }: MemberRow) =>
  isExposed({
    status,
    isGranted: group_granted_at !== null,
    isReleased: group_released_at !== null,
    isRestored: restored_from !== null,
  })

const canWin = (bid: MemberRow) => bid.status === 'pending' || (bid.status !== 'won' && isOut(bid))

type Terms = Pick<GroupRow, 'most_wins' | 'extra_wins' | 'budget_cents'>

/** The most that a group can cost on these terms, with what it has won. Cents. */
export function mostCostOf(
  { most_wins, extra_wins, budget_cents }: Terms,
  { wins, spentCents, stakes }: Tally,
): number {
  const left = budget_cents === null ? null : Math.max(0, budget_cents - spentCents)
  return spentCents + mostCents(stakes, most_wins + extra_wins - wins, left)
}

/** Converts a group with its bids to the API's format. */
export function presentGroup(group: GroupRow, members: readonly MemberRow[]): WireBidGroup {
  const tally = tallyOf(members)
  const isOver = tally.stakes.length === 0
  return {
    id: group.id,
    name: group.name,
    most_wins: group.most_wins,
    extra_wins: group.extra_wins,
    budget: dollarsOrNull(group.budget_cents),
    wins: tally.wins,
    exposed: tally.exposed,
    spent: dollarsFromCents(tally.spentCents),
    most_cost: dollarsFromCents(mostCostOf(group, tally)),
    state: tally.wins >= group.most_wins ? 'done' : isOver ? 'over' : 'open',
    members: presentMembers(members.filter(({ deleted_at }) => deleted_at === null)),
    created_at: group.created_at.toISOString(),
  }
}

const closingOf = (bid: MemberRow) => ({
  endsAt: bid.ends_at.getTime(),
  leadMs: bid.seconds_before_end * 1_000,
  rank: bid.group_rank,
  auctionId: bid.auction_id,
})

function presentMembers(members: readonly MemberRow[]): WireBidGroup['members'] {
  const inOrder = members.toSorted((a, b) => byPreference(closingOf(a), closingOf(b)))
  return inOrder.map((bid, place) => {
    const before = inOrder[place - 1]
    const follows = before && canWin(before) && bid.status === 'pending' ? before : null
    return {
      bid_id: bid.id,
      tracked_auction_id: bid.tracked_auction_id,
      auction_id: bid.auction_id,
      title: bid.title,
      ends_at: bid.ends_at.toISOString(),
      max_bid: dollarsFromCents(bid.max_bid_cents),
      seconds_before_end: bid.seconds_before_end,
      state: groupStateOf(bid),
      final_price: dollarsOrNull(bid.final_price_cents),
      follows: follows && {
        bid_id: follows.id,
        relation: relationOf(closingOf(follows), closingOf(bid)),
        closes_after_s: (bid.ends_at.getTime() - follows.ends_at.getTime()) / 1_000,
      },
    }
  })
}
