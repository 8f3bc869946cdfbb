import type {
  BidResponse,
  BidderStanding,
  ItemReading,
  OpenAuction,
  SiteSession,
} from '../../src/marketplace/marketplace.ts'
import type { VirtualTime } from '../world/virtual-time.ts'

type PlacedBid = { bidder: string; amountCents: number; at: number; priceCents: number; leader: string }

/** Instants are epoch ms on the site's clock, except where another clock is named. */
export type ModelItem = {
  auctionId: string
  startingPriceCents: number
  incrementCents: number
  endsAt: number
  /** The earliest of all the ends that the item has ever had. */
  earliestEndsAt: number
  /** Its end was once moved nearer. */
  wasCutShort: boolean
  closedEarlyAt: number | null
  withdrawn: boolean
  /** Until this instant, in virtual ms, the site does not find the item's pages. */
  missingUntil: number
  /** The accepted bids, in the order of their arrival. */
  bids: PlacedBid[]
}

export type ModelSite = ReturnType<typeof modelSite>

/** `driftPpm`: how fast the site's clock gains. `statusLagMs`: how old the bids on an item's page are. */
type Options = {
  time: VirtualTime
  offsetMs: number
  driftPpm: number
  statusLagMs: number
  pageResolutionMs: number
  equalRebid: EqualRebid
}

/** What the site does with a bid that equals the bidder's own leading maximum. */
export type EqualRebid = 'nothing' | 'refused' | 'counts_twice'

export type SiteResponse = DistributiveOmit<BidResponse, 'receivedAt'>

/** An auction site's rules and pages, without a network. */
export function modelSite({ time, offsetMs, driftPpm, statusLagMs, pageResolutionMs, equalRebid }: Options) {
  const items = new Map<string, ModelItem>()
  const clock = siteClock(time, offsetMs, driftPpm)
  const { siteTime } = clock
  const itemOf = (auctionId: string) => items.get(auctionId) ?? failOn(auctionId)
  const isClosed = (item: ModelItem) => siteTime() >= closeOf(item)

  return {
    ...clock,
    ...siteSessions(),
    items,
    pageResolutionMs,
    bidderOf,
    accountOf,
    isClosed,
    addItem({ auctionId, endsAt }: Pick<ModelItem, 'auctionId' | 'endsAt'>) {
      const item: ModelItem = { ...NEW_ITEM, auctionId, endsAt, earliestEndsAt: endsAt, bids: [] }
      items.set(auctionId, item)
      return item
    },
    moveEnd(item: ModelItem, byMs: number) {
      if (isClosed(item)) return
      item.endsAt += byMs
      item.wasCutShort ||= byMs < 0
      item.earliestEndsAt = Math.min(item.earliestEndsAt, item.endsAt)
    },
    place(bidder: string, auctionId: string, amountCents: number): SiteResponse {
      const item = itemOf(auctionId)
      if (item.withdrawn || isClosed(item)) return { kind: 'closed', siteMessage: 'Auction has closed.' }
      return placeBid(item, { bidder, amountCents, at: siteTime() }, equalRebid)
    },
    /** The item's page: its end is current, its bids may be a little old. Null when the page is not found. */
    read(auctionId: string, bidder: string | null): Omit<ItemReading, 'clock'> | null {
      const item = itemOf(auctionId)
      if (item.withdrawn || time.now() < item.missingUntil) return null
      const standing = standingAt(item, siteTime() - statusLagMs)
      return { ...pageOf(item, standing, bidder), closed: isClosed(item) }
    },
    /** The open auctions on which a bidder has bid, as old as the pages. */
    openAuctionsOf(bidder: string): OpenAuction[] {
      const asOf = siteTime() - statusLagMs
      const open = [...items.values()].filter((item) => !item.withdrawn && !isClosed(item))
      return open
        .filter(({ bids }) => bids.some((bid) => bid.bidder === bidder && bid.at <= asOf))
        .map((item) => ({
          auctionId: item.auctionId,
          endsAt: item.endsAt,
          leads: standingAt(item, asOf).leader === bidder,
          maximumCents: maximumAt(item, bidder, asOf),
        }))
    },
    /** The items that a bidder has won. */
    wonAuctionsOf(bidder: string): string[] {
      const closed = [...items.values()].filter((item) => !item.withdrawn && isClosed(item))
      return closed.filter((item) => standingAt(item, Infinity).leader === bidder).map(({ auctionId }) => auctionId)
    },
    standing: (auctionId: string) => standingAt(itemOf(auctionId), Infinity),
  }
}

const SITE_EPOCH = 1.8e12

function siteClock(time: VirtualTime, offsetMs: number, driftPpm: number) {
  const rate = 1 + driftPpm * 1e-6
  let aheadMs = offsetMs
  return {
    siteTime: () => SITE_EPOCH + aheadMs + time.now() * rate,
    /** The virtual instant of an instant on the site's clock. */
    instantOf: (siteInstant: number) => (siteInstant - SITE_EPOCH - aheadMs) / rate,
    stepClock(byMs: number) {
      aheadMs += byMs
    },
  }
}

/** The site's logins. A token is good until the site ends the sessions of its account. */
function siteSessions() {
  const timesEnded = new Map<number, number>()
  const storedTokens = new Map<number, string>()
  const refusedPasswords = new Set<number>()
  const tokenOf = (accountId: number) => `user${accountId}~${timesEnded.get(accountId) ?? 0}`
  const endSessions = (accountId: number) => void timesEnded.set(accountId, (timesEnded.get(accountId) ?? 0) + 1)
  return {
    isGood: (token: string) => token === tokenOf(accountOf(token)),
    /**
     * The stored token, good or not, unless it is the refused one; else, after a login, a new one. Null when the password
     * is refused.
     */
    openSession(accountId: number, refusedToken: string | null): SiteSession | null {
      const stored = storedTokens.get(accountId)
      const usable = stored === refusedToken ? undefined : stored
      if (usable === undefined && refusedPasswords.has(accountId)) return null
      const token = usable ?? tokenOf(accountId)
      storedTokens.set(accountId, token)
      return { token, expiresAt: null }
    },
    endSessions,
    refusePassword(accountId: number) {
      refusedPasswords.add(accountId)
      endSessions(accountId)
    },
    acceptAllPasswords: () => refusedPasswords.clear(),
  }
}

const closeOf = ({ endsAt, closedEarlyAt }: ModelItem) => Math.min(endsAt, closedEarlyAt ?? Infinity)

type Standing = { bids: PlacedBid[]; leader: string | null; priceCents: number; minimumCents: number }

function standingAt(item: ModelItem, asOf: number): Standing {
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

const maximumAt = (item: ModelItem, bidder: string | null, asOf: number) =>
  Math.max(0, ...item.bids.filter((bid) => bid.bidder === bidder && bid.at <= asOf).map((bid) => bid.amountCents))

function placeBid(
  item: ModelItem,
  { bidder, amountCents, at }: Pick<PlacedBid, 'bidder' | 'amountCents' | 'at'>,
  equalRebid: EqualRebid,
): SiteResponse {
  const { leader, priceCents, minimumCents } = standingAt(item, Infinity)
  if (amountCents < minimumCents) return { kind: 'too_low', siteMessage: 'Too low.', minimumBidCents: minimumCents }
  const maximumOf = (name: string | null) => maximumAt(item, name, Infinity)
  const leads = leader === bidder
  if (leads && equalRebid !== 'counts_twice' && maximumOf(bidder) >= amountCents) {
    if (equalRebid === 'refused') return { kind: 'too_low', siteMessage: 'Too low.', minimumBidCents: amountCents + 1 }
    return { kind: 'leading', siteMessage: 'You are the high bidder.', priceCents }
  }

  const leaderMaximum = maximumOf(leader)
  const wins = leader === null || leads || amountCents > leaderMaximum
  const next = {
    leader: wins || leader === null ? bidder : leader,
    priceCents:
      leader === null || leads
        ? priceCents
        : Math.min(Math.min(amountCents, leaderMaximum) + item.incrementCents, Math.max(amountCents, leaderMaximum)),
  }
  item.bids.push({ bidder, amountCents, at, ...next })
  const siteMessage = wins ? 'You are the high bidder.' : 'You have already been outbid.'
  return { kind: wins ? 'leading' : 'outbid', siteMessage, priceCents: next.priceCents }
}

function pageOf(
  { auctionId, startingPriceCents, incrementCents, endsAt }: ModelItem,
  { bids, leader, priceCents, minimumCents }: Standing,
  bidder: string | null,
) {
  const ownBids = bids.filter((bid) => bid.bidder === bidder).map(({ amountCents, at }) => ({ amountCents, at }))
  const standing: BidderStanding | null =
    bidder === null ? null : { leads: leader === bidder, otherLeads: leader !== null && leader !== bidder, ownBids }
  return {
    ...PLAIN_PAGE,
    auctionId,
    startingPriceCents,
    currentPriceCents: priceCents,
    minimumBidCents: minimumCents,
    bidIncrementCents: incrementCents,
    bidCount: bids.length,
    endsAt,
    standing,
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

const bidderOf = (token: string) => token.split('~')[0] ?? ''
/** The number of the account that a token was given to. */
const accountOf = (token: string) => Number(bidderOf(token).slice('user'.length))

const NEW_ITEM = {
  startingPriceCents: 1_000,
  incrementCents: 100,
  wasCutShort: false,
  closedEarlyAt: null,
  withdrawn: false,
  missingUntil: -Infinity,
}

/** What every page shows alike. */
export const PLAIN_PAGE = {
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
  startsAt: null,
  endsAtAmbiguous: false,
}

function failOn(auctionId: string): never {
  throw new Error(`The site has no item ${auctionId}`)
}
