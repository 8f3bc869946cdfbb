import { MAX_RESTORED } from '../../src/engine/claim-snipes.ts'
import { SUSPECT_BEFORE_MS } from '../../src/engine/core/decide-step.ts'
import type { Snipe, Store } from '../../src/engine/core/ports.ts'
import { maximumOf } from '../../src/marketplace/maximum.ts'
import { endOf, isPaused, listingOf, loginVersionOf, type ModelBid, type ModelDatabase } from './model-database.ts'

type ClaimQuery = Parameters<Store['claim']>[0]

/** Gives an engine the bids that are due, orphaned, restored or unsettled, as far as its capacity goes, earliest first. */
export function claimBids(database: ModelDatabase, engineId: number, query: ClaimQuery): Snipe[] {
  const { expired, capacity } = query
  const dead = new Map(
    expired
      .filter((seen) => database.engines.get(seen.engineId)?.heartbeat === seen.heartbeat)
      .map((seen) => [seen.engineId, seen.isJournalReplayed]),
  )
  const isDue = ({ status, fireAt }: ModelBid) => status === 'pending' && fireAt <= query.dueBefore
  const isOrphaned = (bid: ModelBid) => query.includeBeyondHorizon && bid.status === 'pending' && isHeldByDead(bid)
  const isHeldByDead = (bid: ModelBid) => bid.engineId !== null && dead.has(bid.engineId)
  const isFree = (bid: ModelBid) => bid.engineId === null || dead.has(bid.engineId)

  const free = [...database.bids.values()]
    .filter((bid) => isFree(bid) && !database.lockedRows.has(bid.bidId))
    .toSorted((a, b) => a.fireAt - b.fireAt || a.bidId - b.bidId)
  const unsent = free
    .filter((bid) => !isRestored(bid) && (isDue(bid) || isOrphaned(bid)))
    .filter((bid) => bid.engineId !== null || !isPaused(database, bid))
  // After its moment, a restored bid is read, whatever is paused.
  const passed = query.siteTime - query.uncertaintyMs
  const read = free
    .filter((bid) => isRestored(bid) && bid.fireAt <= passed)
    .slice(0, Math.min(capacity.sent, MAX_RESTORED))
  const sent = free.filter((bid) => bid.status === 'executed').slice(0, capacity.sent - read.length)
  return [...unsent.slice(0, capacity.unsent), ...read, ...sent].map((bid) => {
    const takenOver = bid.engineId !== null
    settleUncertainty(bid, query, bid.engineId !== null && dead.get(bid.engineId) === true)
    bid.engineId = engineId
    bid.fence += 1
    bid.loginVersion = loginVersionOf(database, bid.accountId)
    return snipeOf(database, bid, takenOver)
  })
}

const isRestored = ({ status, isRestored }: ModelBid) => status === 'pending' && isRestored

/** Decides, as a bid is claimed, whether its last holder may have sent it, and since when it was not sent. */
function settleUncertainty(bid: ModelBid, { siteTime, uncertaintyMs }: ClaimQuery, isJournalReplayed: boolean) {
  const latest = siteTime + uncertaintyMs
  const isVoid = bid.notSentBefore !== null && bid.notSentBefore > latest
  const isNear = bid.fireAt < siteTime + SUSPECT_BEFORE_MS
  const isUnsent = bid.groupId !== null && bid.grantedAt === null
  const isSuspect = bid.engineId !== null && !isUnsent && !isJournalReplayed && isNear
  const isUncertain = bid.status === 'pending' && !bid.isRestored && !isVoid && (bid.lockedInAt !== null || isSuspect)

  if (isUncertain) bid.lockedInAt ??= siteTime
  else if (bid.status === 'pending') bid.lockedInAt = null
  bid.uncertainSince = isUncertain ? latest : null
  bid.notSentBefore = null
}

function snipeOf(database: ModelDatabase, bid: ModelBid, takenOver: boolean): Snipe {
  const listing = listingOf(database, bid)
  return {
    bidId: bid.bidId,
    accountId: bid.accountId,
    auctionId: bid.auctionId,
    sellerId: '1',
    maximum: maximumOf({ max_bid_cents: bid.maxBidCents }),
    leadMs: bid.leadMs,
    endsAt: bid.status === 'pending' ? bid.fireAt + bid.leadMs : endOf(listing),
    endedEarly: listing.close?.reason === 'ended_early',
    status: bid.status === 'executed' ? 'executed' : 'pending',
    fence: bid.fence,
    lockedInAt: bid.lockedInAt,
    uncertainSince: bid.uncertainSince,
    onlyReads: bid.status === 'pending' && bid.isRestored,
    takenOver,
    group: groupOf(bid),
  }
}

function groupOf({ groupId, grantedAt, released, held }: ModelBid): Snipe['group'] {
  if (groupId === null) return null
  return { isGranted: grantedAt !== null && released === null, hold: held?.because ?? null }
}
