import type { BidResponse, BidderStanding, ItemReading, SiteSession } from '../../src/marketplace/marketplace.ts'
import type { VirtualTime } from '../world/virtual-time.ts'

type PlacedBid = { bidder: string; amountCents: number; at: number; priceCents: number; leader: string }

export type ModelItem = {
  auctionId: string
  startingPriceCents: number
  incrementCents: number
  /** On the site's clock. */
  endsAt: number
  /** The earliest of all the ends that it has ever had. */
  earliestEndsAt: number
  /** Its end was once moved nearer. */
  wasCutShort: boolean
  closedEarlyAt: number | null
  withdrawn: boolean
  /** Until then its pages are not found, for no reason. In virtual ms. */
  missingUntil: number
  /** Those that the site took, in the order of coming. */
  bids: PlacedBid[]
}

export type ModelSite = ReturnType<typeof modelSite>

type Options = {
  time: VirtualTime
  /** How far its clock is ahead, and how fast it gains. */
  offsetMs: number
  driftPpm: number
  /** How old the bids on an item's page are. */
  statusLagMs: number
  /** How coarsely the pages tell the time. */
  pageGrainMs: number
  /** What a bid that equals one's own leading maximum comes to. */
  equalRebid: EqualRebid
}

export type EqualRebid = 'nothing' | 'refused' | 'counts_twice'

export type SiteSaid = DistributiveOmit<BidResponse, 'receivedAt'>

const SITE_EPOCH = 1.8e12

/** An auction site's rules and pages, without a network. */
export function modelSite({ time, offsetMs, driftPpm, statusLagMs, pageGrainMs, equalRebid }: Options) {
  const items = new Map<string, ModelItem>()
  /** How often the site has ended a bidder's sessions: only tokens from after the last time are good. */
  const endings = new Map<number, number>()
  const storedTokens = new Map<number, string>()
  const refused = new Set<number>()
  const rate = 1 + driftPpm * 1e-6
  let aheadMs = offsetMs
  const siteTime = () => SITE_EPOCH + aheadMs + time.now() * rate

  const itemOf = (auctionId: string) => items.get(auctionId) ?? fail(auctionId)
  const closesAt = (item: ModelItem) => Math.min(item.endsAt, item.closedEarlyAt ?? Infinity)
  const isClosed = (item: ModelItem) => siteTime() >= closesAt(item)

  function standingAt(item: ModelItem, asOf: number) {
    const bids = item.bids.filter(({ at }) => at <= asOf)
    const last = bids.at(-1)
    const priceCents = last?.priceCents ?? item.startingPriceCents
    return {
      bids,
      leader: last?.leader ?? null,
      priceCents,
      minimumCents: last ? priceCents + item.incrementCents : priceCents,
    }
  }

  function place(bidder: string, auctionId: string, amountCents: number): SiteSaid {
    const item = itemOf(auctionId)
    if (item.withdrawn || isClosed(item)) return { kind: 'closed', siteMessage: 'Auction has closed.' }
    const { leader, priceCents, minimumCents } = standingAt(item, Infinity)
    if (amountCents < minimumCents) return { kind: 'too_low', siteMessage: 'Too low.', minimumBidCents: minimumCents }
    const own = item.bids.filter((bid) => bid.bidder === bidder)
    if (leader === bidder && equalRebid !== 'counts_twice' && own.some((bid) => bid.amountCents >= amountCents)) {
      if (equalRebid === 'refused')
        return { kind: 'too_low', siteMessage: 'Too low.', minimumBidCents: amountCents + 1 }
      return { kind: 'leading', siteMessage: 'You are the high bidder.', priceCents }
    }
    const leaderMax = Math.max(0, ...item.bids.filter((bid) => bid.bidder === leader).map((bid) => bid.amountCents))
    const outdone = leader === null || amountCents > leaderMax || bidder === leader
    const next =
      leader === null || bidder === leader
        ? { priceCents, leader: bidder }
        : outdone
          ? { priceCents: Math.min(leaderMax + item.incrementCents, amountCents), leader: bidder }
          : { priceCents: Math.min(amountCents + item.incrementCents, leaderMax), leader }
    item.bids.push({ bidder, amountCents, at: siteTime(), ...next })
    const siteMessage = outdone ? 'You are the high bidder.' : 'You have already been outbid.'
    return { kind: outdone ? 'leading' : 'outbid', siteMessage, priceCents: next.priceCents }
  }

  /** The item's page: its time is right, its bids may be a little old. */
  function read(auctionId: string, bidder: string | null): Omit<ItemReading, 'clock'> | null {
    const item = itemOf(auctionId)
    if (item.withdrawn || time.now() < item.missingUntil) return null
    const { bids, leader, priceCents, minimumCents } = standingAt(item, siteTime() - statusLagMs)
    const ownBids = bids.filter((bid) => bid.bidder === bidder).map(({ amountCents, at }) => ({ amountCents, at }))
    const standing: BidderStanding | null = bidder === null ? null : { leads: leader === bidder, ownBids }
    return {
      ...PLAIN,
      auctionId,
      startingPriceCents: item.startingPriceCents,
      currentPriceCents: priceCents,
      minimumBidCents: minimumCents,
      bidIncrementCents: item.incrementCents,
      bidCount: bids.length,
      endsAt: item.endsAt,
      closed: isClosed(item),
      standing,
    }
  }

  function moveEnd(item: ModelItem, byMs: number) {
    if (isClosed(item)) return
    item.endsAt += byMs
    item.wasCutShort ||= byMs < 0
    item.earliestEndsAt = Math.min(item.earliestEndsAt, item.endsAt)
  }

  const tokenOf = (accountId: number) => `user${accountId}~${endings.get(accountId) ?? 0}`
  const endSessions = (accountId: number) => void endings.set(accountId, (endings.get(accountId) ?? 0) + 1)

  return {
    items,
    pageGrainMs,
    bidderOf,
    ownerOf,
    isGood: (token: string) => token === tokenOf(ownerOf(token)),
    /** The stored token, be it good or not, or after a log-in a new one; null when the password is refused. */
    openSession(accountId: number, fresh: boolean): SiteSession | null {
      const known = fresh ? undefined : storedTokens.get(accountId)
      if (known === undefined && refused.has(accountId)) return null
      const token = known ?? tokenOf(accountId)
      storedTokens.set(accountId, token)
      return { token, expiresAt: null }
    },
    /** All tokens of a bidder that there are end. */
    endSessions,
    refusePassword(accountId: number) {
      refused.add(accountId)
      endSessions(accountId)
    },
    takeAllPasswords: () => refused.clear(),
    instantOf: (siteInstant: number) => (siteInstant - SITE_EPOCH - aheadMs) / rate,
    /** Somebody sets its clock. */
    setClock(byMs: number) {
      aheadMs += byMs
    },
    moveEnd,
    siteTime,
    isClosed,
    closesAt,
    place,
    read,
    standing: (auctionId: string) => standingAt(itemOf(auctionId), Infinity),
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

const bidderOf = (token: string) => token.split('~')[0] ?? ''
/** The number of the account that a token was given to. */
const ownerOf = (token: string) => Number(bidderOf(token).slice('user'.length))

const PLAIN = {
  sellerId: '1',
  title: 'Brass lamp',
  seller: null,
  category: null,
  condition: null,
  description: null,
  imageUrls: [],
  shippingCents: null,
  handlingCents: 0,
  pickupOnly: false,
  fixedPrice: false,
  endsAtAmbiguous: false,
}

function fail(auctionId: string): never {
  throw new Error(`The world has no item ${auctionId}`)
}
