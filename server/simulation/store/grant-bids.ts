import { byPreference } from '@bidwell/contract'
import {
  ALONE_UNTIL_MS,
  type Ask,
  decideGrant,
  type GrantAnswer,
  type Member,
} from '../../src/engine/core/groups/decide-grant.ts'
import { bidOfClaim, listingOf, logOwnEvent, type ModelBid, type ModelDatabase } from './model-database.ts'

/** Answers engines that ask whether groups let bids out: one after the other, those that their groups prefer first. */
export function grantBids(database: ModelDatabase, engineId: number, asks: readonly Ask[]): GrantAnswer[] {
  const answers = new Map<Ask, GrantAnswer>()
  const asking = asks.flatMap((ask) => {
    const bid = bidOfClaim(database, ask)
    const isClaimed = bid?.engineId === engineId && bid.groupId !== null && !database.lockedRows.has(bid.bidId)
    return bid && isClaimed && bid.status === 'pending' && !bid.pendingChange && !bid.isRestored ? [{ ask, bid }] : []
  })
  const inOrder = asking.toSorted((a, b) => byPreference(memberOf(database, a.bid), memberOf(database, b.bid)))
  for (const { ask, bid } of inOrder) answers.set(ask, grantBid(database, ask, bid))
  return asks.map((ask) => answers.get(ask) ?? 'void')
}

function grantBid(database: ModelDatabase, ask: Ask, bid: ModelBid): GrantAnswer {
  const terms = database.groups.get(bid.groupId ?? 0)
  if (!terms) return 'void'
  const decision = decideGrant(terms, membersOf(database, bid.groupId), ask)
  const own = { at: ask.at, engineId: null, fence: null }
  if (decision.answer === 'granted') {
    if (bid.grantedAt !== null) return 'granted'
    Object.assign(bid, { grantedAt: ask.at, held: null })
    logOwnEvent(database, bid, { ...own, detail: { kind: 'group_granted' } })
    return 'granted'
  }
  const { answer: because, heldFor } = decision
  const isNews = bid.held?.because !== because || bid.held.for !== heldFor
  if (ask.at >= bid.fireAt - ALONE_UNTIL_MS && isNews) {
    bid.held = { because, for: heldFor }
    const about = heldFor === null ? null : TITLE
    logOwnEvent(database, bid, { ...own, detail: { kind: 'group_held', because, about } })
  }
  return because
}

/** The title of every auction. */
const TITLE = 'Brass lamp'

/** A proof that a bid cannot win: its group can let out another. */
export function releaseGrant(
  database: ModelDatabase,
  bid: ModelBid,
  released: NonNullable<ModelBid['released']>,
  priceCents: number | null,
) {
  if (bid.grantedAt === null || bid.released !== null) return
  bid.released = released
  const { at, because } = released
  logOwnEvent(database, bid, {
    at,
    engineId: null,
    fence: null,
    detail: { kind: 'group_released', because, priceCents },
  })
}

export const membersOf = (database: ModelDatabase, groupId: number | null): Member[] =>
  [...database.bids.values()].filter((bid) => bid.groupId === groupId).map((bid) => memberOf(database, bid))

function memberOf(database: ModelDatabase, bid: ModelBid): Member {
  const { bidId, auctionId, status, maxBidCents, finalPriceCents, fireAt, leadMs, isRestored } = bid
  const { close, nextBidCents } = listingOf(database, bid)
  return {
    bidId,
    auctionId,
    rank: null,
    status,
    maxCents: maxBidCents,
    finalPriceCents,
    endsAt: fireAt + leadMs,
    leadMs,
    isClosed: close !== null,
    nextBidCents,
    isGranted: bid.grantedAt !== null,
    isReleased: bid.released !== null,
    isRestored,
  }
}

/** The grant belongs to the claim of a bid that was not locked in: who ends the claim gives it back. */
export function giveBackGrant(bid: ModelBid) {
  if (bid.status === 'pending' && bid.engineId === null && bid.lockedInAt === null)
    Object.assign(bid, { grantedAt: null, released: null })
}

export const isUngranted = ({ groupId, grantedAt, released }: ModelBid): boolean =>
  groupId !== null && (grantedAt === null || released !== null)
