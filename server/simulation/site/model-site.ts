import type { ItemReading, OpenAuction, Order } from '../../src/marketplace/marketplace.ts'
import type { Chance } from '../world/chance.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import { closeOf, maximumOf, type ModelItem, newItem, standingAt } from './model-item.ts'
import { type FlagsAfterClose, pageOf } from './pages.ts'
import { type EqualRebid, placeBid, type SiteResponse } from './place-bid.ts'
import { type ClockHabits, siteClocks } from './site-clocks.ts'
import { siteRefusals } from './site-refusals.ts'
import { accountOf, bidderOf, siteSessions, userOf } from './site-sessions.ts'

export type ModelSite = ReturnType<typeof modelSite>

/** How a model site behaves where the real one is unknown. */
export type SiteHabits = {
  /** How old the bids on an item's page are. */
  statusLagMs: number
  /** How old the bids in an account's lists are. */
  listLagMs: number
  /** How long a closed item stays in an account's lists of open auctions. */
  listKeepsMs: number
  /** How long after the close an order appears. */
  orderLagMs: number
  pageResolutionMs: number
  equalRebid: EqualRebid
  flagsAfterClose: FlagsAfterClose
  /** A login ends the account's session before. */
  isOnlySession: boolean
}

type Options = SiteHabits & { time: VirtualTime; chance: Chance; clocks: ClockHabits }

/** An auction site's rules and pages, without a network. Instants are epoch ms on the site's clock. */
export function modelSite({ time, chance, clocks, ...habits }: Options) {
  const { statusLagMs, listLagMs, listKeepsMs, orderLagMs, pageResolutionMs } = habits
  const { equalRebid, flagsAfterClose, isOnlySession } = habits
  const items = new Map<string, ModelItem>()
  const clock = siteClocks(time, chance, clocks)
  const { siteTime } = clock
  const itemOf = (auctionId: string) => items.get(auctionId) ?? failOn(auctionId)
  /** The bids that stand now. */
  const standing = (auctionId: string) => standingAt(itemOf(auctionId), Infinity)
  const isClosed = (item: ModelItem) => siteTime() >= closeOf(item)

  return {
    ...clock,
    ...siteSessions(time, isOnlySession),
    ...siteRefusals(time),
    items,
    statusLagMs,
    pageResolutionMs,
    flagsAfterClose,
    userOf,
    bidderOf,
    accountOf,
    isClosed,
    addItem(terms: Pick<ModelItem, 'auctionId' | 'endsAt'>) {
      const item = newItem(terms)
      items.set(terms.auctionId, item)
      return item
    },
    moveEnd(item: ModelItem, byMs: number) {
      if (isClosed(item)) return
      item.endsAt += byMs
      item.wasCutShort ||= byMs < 0
      item.earliestEndsAt = Math.min(item.earliestEndsAt, item.endsAt)
    },
    /** Moves the end away, also that of a closed auction. */
    reopen(item: ModelItem, byMs: number) {
      item.endsAt = Math.max(item.endsAt, siteTime()) + byMs
      item.reopenedAt = siteTime()
    },
    place(bidder: string, auctionId: string, amountCents: number): SiteResponse {
      const item = itemOf(auctionId)
      if (item.withdrawn || isClosed(item)) return { kind: 'closed', siteMessage: 'Auction has closed.' }
      return placeBid(item, { bidder, amountCents, at: siteTime() }, equalRebid)
    },
    /** Takes the standing bids of a bidder back. */
    retract(bidder: string, auctionId: string) {
      const own = itemOf(auctionId).bids.filter((bid) => bid.bidder === bidder && bid.retractedAt === null)
      for (const bid of own) bid.retractedAt = siteTime()
    },
    /**
     * The item's page, as a server with this time shows it: its end is current, its bids may be a little old, and a close
     * comes as late as its clock. Null when the page is not found.
     */
    read(auctionId: string, bidder: string | null, serverTime = siteTime()): Omit<ItemReading, 'clock'> | null {
      const item = itemOf(auctionId)
      if (item.withdrawn || time.now() < item.missingUntil) return null
      const standing = standingAt(item, siteTime() - statusLagMs)
      const isOver = isClosed(item) && (item.closedEarlyAt !== null || serverTime >= item.endsAt)
      const closed = isOver || item.falseCloses > 0
      item.falseCloses = Math.max(0, item.falseCloses - 1)
      const page = pageOf(item, standing, bidder, closed ? flagsAfterClose : 'shown')
      if (closed) return { ...page, closed }
      const endsAt = item.endsAt + item.wrongEndByMs
      item.wrongEndByMs = 0
      return { ...page, endsAt, closed }
    },
    /** The open auctions on which a bidder has bid, and the closed ones that the list keeps. */
    openAuctionsOf(bidder: string): OpenAuction[] {
      const asOf = siteTime() - listLagMs
      const listed = [...items.values()].filter((it) => !it.withdrawn && siteTime() < closeOf(it) + listKeepsMs)
      return listed.flatMap((item) => {
        const { leader, bids } = standingAt(item, asOf)
        const maximumCents = maximumOf({ bids }, bidder)
        const { auctionId, endsAt } = item
        return maximumCents === 0 ? [] : [{ auctionId, endsAt, leads: leader === bidder, maximumCents }]
      })
    },
    /** The items that a bidder has won. */
    ordersOf(bidder: string): Order[] {
      const listed = [...items.values()].filter((item) => !item.withdrawn && siteTime() >= closeOf(item) + orderLagMs)
      return listed.flatMap((item) => {
        const { leader, priceCents } = standingAt(item, Infinity)
        return leader === bidder && item.isReserveMet ? [{ ...PLAIN_ORDER, auctionId: item.auctionId, priceCents }] : []
      })
    },
    standing,
    maximumOf: (bidder: string, auctionId: string) => maximumOf(standing(auctionId), bidder),
  }
}

/** What every order shows alike. */
const PLAIN_ORDER = {
  itemsInOrder: 1,
  orderId: '1',
  paid: false,
  payBy: null,
  shippingCents: null,
  handlingCents: null,
  taxCents: null,
  trackingNumber: null,
  shipper: null,
}

function failOn(auctionId: string): never {
  throw new Error(`The site has no item ${auctionId}`)
}
