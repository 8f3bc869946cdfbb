import { isExposed } from '../../src/bids/groups/is-exposed.ts'
import { membersOf } from '../store/grant-bids.ts'
import type { ModelBid, ModelDatabase } from '../store/model-database.ts'
import type { Sending, World } from '../world/world.ts'

/** Faults by which the database forgets grants, a lost bid leads again, or the owner buys beside the group. */
const EXCUSES = ['failovers', 'restores', 'fallingPrices', 'retractions', 'handBids'] as const
const isExcused = ({ faults }: World) => EXCUSES.some((fault) => faults.has(fault))

/** How a group is broken at this instant, by what its database says: it has more bids out than it may win. */
export function checkGroups({ database, faults }: World): string[] {
  // A bid that the owner made by hand, as high as a late one of the group, counts as sent.
  if ((['failovers', 'restores', 'handBids'] as const).some((fault) => faults.has(fault))) return []
  return [...database.groups].flatMap(([groupId, { mostWins, extraWins }]) => {
    const exposed = membersOf(database, groupId).filter(isExposed).length
    return exposed > mostWins + extraWins ? [`I10 grants: group ${groupId} has ${exposed} bids out`] : []
  })
}

/** How a bid that leaves an engine breaks the rule of its group, by what the site knows. */
export function checkGroupSending(world: World, sending: Sending, bid: ModelBid): string | null {
  const { database } = world
  const terms = database.groups.get(bid.groupId ?? 0)
  if (!terms || world.faults.has('failovers')) return null
  if (bid.grantedAt === null || bid.released !== null) return 'sent without a grant'
  if (isExcused(world)) return null
  const others = othersOf(database, bid).filter((other) => mayWin(world, other))
  const cap = terms.mostWins + terms.extraWins
  if (others.length + 1 > cap) return `sent beside ${others.length} that may win, of at most ${cap}`
  const costCents = others.reduce((sum, other) => sum + costOf(world, other), sending.amountCents)
  return costCents > (terms.budgetCents ?? Infinity) ? `sent although all may cost ${costCents}` : null
}

/** How the wins of a group break its rule at the end. */
export function checkGroupEnd(world: World, bid: ModelBid): string | null {
  const terms = world.database.groups.get(bid.groupId ?? 0)
  if (!terms || isExcused(world)) return null
  const wins = [bid, ...othersOf(world.database, bid)].filter((other) => mayWin(world, other))
  if (wins.length > terms.mostWins + terms.extraWins) return `its group has won ${wins.length}`
  const costCents = wins.reduce((sum, other) => sum + costOf(world, other), 0)
  return costCents > (terms.budgetCents ?? Infinity) ? `its group has cost ${costCents}` : null
}

const othersOf = ({ bids }: ModelDatabase, { bidId, groupId }: ModelBid) =>
  [...bids.values()].filter((other) => other.groupId === groupId && other.bidId !== bidId)

/** A bid of it is on its way to the site, or leads there. */
function mayWin({ site, sendings }: World, { auctionId, accountId }: ModelBid): boolean {
  const sent = sendings.filter((it) => it.auctionId === auctionId)
  if (sent.some(({ open }) => open)) return true
  const item = site.items.get(auctionId)
  const isSold = item !== undefined && !item.withdrawn && item.isReserveMet
  return isSold && sent.some(({ accepted }) => accepted) && site.standing(auctionId).leader === site.userOf(accountId)
}

/** The price can rise to the maximum until the close. */
function costOf({ site }: World, { auctionId, maxBidCents }: ModelBid): number {
  const item = site.items.get(auctionId)
  return item && site.isClosed(item) ? site.standing(auctionId).priceCents : maxBidCents
}
