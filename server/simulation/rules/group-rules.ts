import { isExposed } from '../../src/bidding/groups/is-exposed.ts'
import { findQuietPeriod } from '../faults/fault-windows.ts'
import { closeOf, standingAt } from '../site/model-item.ts'
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

/** Notes when the database shows that a bid that was out is not out any more. */
export function noteFreed({ database, freedAt, time }: World) {
  for (const groupId of database.groups.keys()) {
    for (const member of membersOf(database, groupId)) {
      if (!member.isGranted || isExposed(member)) freedAt.delete(member.bidId)
      else if (!freedAt.has(member.bidId)) freedAt.set(member.bidId, time.now())
    }
  }
}

/** In so long without a fault, the proof that a bid is lost has freed its place. */
const FREED_WITHIN_MS = 60_000

/** How a bid that the site's pages prove to be lost keeps its place in its group for too long. */
export function checkFreed(world: World, bid: ModelBid): string | null {
  const { site, time, faultWindows, freedAt } = world
  const item = site.items.get(bid.auctionId)
  if (bid.groupId === null || bid.grantedAt === null || isExcused(world) || !item || !isProvable(world, bid))
    return null
  // The page of an auction that ends early is looked at again by the end that was announced.
  const lostAt = site.instantOf(item.endsAt)
  const to = freedAt.get(bid.bidId) ?? time.now()
  const quiet = findQuietPeriod(faultWindows.of(bid.bidId), { from: lostAt, to, minMs: FREED_WITHIN_MS })
  return quiet && `was lost at ${Math.round(lostAt)}, and its place was not free at ${Math.round(to)}`
}

/** A page that is gone proves nothing, nor one that hides who leads where the price has not passed the maximum. */
function isProvable(world: World, { auctionId, accountId, maxBidCents }: ModelBid): boolean {
  const { site } = world
  const { leader, priceCents } = site.standing(auctionId)
  if (site.items.get(auctionId)?.withdrawn || leader === site.userOf(accountId)) return false
  return site.flagsAfterClose === 'shown' || priceCents > maxBidCents
}

/** How long after their closes the places of bids that were sent and lost were free again; less than 0: before. */
export const freedAfterMs = ({ site, sendings, freedAt }: World): number[] =>
  [...freedAt].flatMap(([bidId, at]) => {
    const item = site.items.get(String(bidId))
    const isAccepted = sendings.some((it) => it.auctionId === String(bidId) && it.accepted)
    return item && isAccepted ? [at - site.instantOf(closeOf(item))] : []
  })

/** Whether the group of a bid that was never sent had a win for it at its close, by what the site knew then. */
export function hadFreeWin(world: World, bid: ModelBid): boolean {
  const { site, database, sendings } = world
  const terms = database.groups.get(bid.groupId ?? 0)
  const item = site.items.get(bid.auctionId)
  if (!terms || !item || site.standing(bid.auctionId).minimumCents > bid.maxBidCents) return false
  const closedAt = closeOf(item)
  const out = othersOf(database, bid).flatMap(({ auctionId, accountId, maxBidCents }) => {
    const other = site.items.get(auctionId)
    const isAccepted = sendings.some((it) => it.auctionId === auctionId && it.accepted)
    if (!other || !isAccepted || standingAt(other, closedAt).leader !== site.userOf(accountId)) return []
    const isWon = closeOf(other) <= closedAt
    return [{ isWon, costCents: isWon ? standingAt(other, closedAt).priceCents : maxBidCents }]
  })
  const costCents = out.reduce((sum, it) => sum + it.costCents, bid.maxBidCents)
  const { mostWins, extraWins, budgetCents } = terms
  const isWanted = out.filter(({ isWon }) => isWon).length < mostWins && out.length < mostWins + extraWins
  return isWanted && costCents <= (budgetCents ?? Infinity)
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
