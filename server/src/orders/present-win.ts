import {
  costIfWon,
  deliveredCentsOf,
  dollarsOrNull,
  type ItemCost,
  type OrderReadings,
  type WireWin,
} from '@bidwell/contract'
import { findItemCosts } from '../auctions/cost/find-item-costs.ts'
import type { Ctx } from '../context/ctx.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { isOwed } from './decide-payment.ts'
import type { ReadingsRow, Win } from './win-queries.ts'

/** Wins as the API tells them, with what Bidwell reckons for their costs. `today` is the day at the site. */
export async function presentWins(
  ctx: Ctx,
  accountId: number,
  wins: readonly Win[],
  today: string,
): Promise<WireWin[]> {
  const costs = await findItemCosts(
    ctx,
    accountId,
    wins.map(({ auctionId }) => auctionId),
  )
  return wins.map((win) => present(win, { cost: costs.get(win.auctionId), today, marketplace: ctx.marketplace }))
}

type Around = { cost: ItemCost | undefined; today: string; marketplace: Marketplace }

function present(win: Win, { cost, today, marketplace }: Around): WireWin {
  const { facts, payment, orderId, priceCents, shippingCents, handlingCents, taxCents } = win
  const owed = isOwed(payment)
  return {
    bid_id: win.bidId,
    tracked_auction_id: win.trackedAuctionId,
    auction_id: win.auctionId,
    title: win.title,
    image_url: win.imageUrl,
    item_url: marketplace.itemUrl(win.auctionId),
    seller: win.seller,
    combines_shipping: win.combinesShipping,
    won_at: iso(facts.wonAt),
    ...payment,
    is_owed: owed,
    pay_by: facts.payBy,
    is_overdue: owed && facts.payBy !== null && facts.payBy < today,
    said_paid_at: facts.saidPaidAt === null ? null : iso(facts.saidPaidAt),
    order_id: orderId,
    order_url: orderId === null || !facts.isInPaidList ? null : marketplace.orderUrl(orderId),
    items_in_order: win.itemsInOrder,
    price: dollarsOrNull(priceCents),
    shipping: dollarsOrNull(shippingCents),
    handling: dollarsOrNull(handlingCents),
    tax: dollarsOrNull(taxCents),
    total: dollarsOrNull(totalOf(win)),
    estimate: dollarsOrNull(priceCents === null || !cost ? null : costIfWon(priceCents, cost).totalCents),
    said: dollarsOrNull(priceCents === null || !win.costBasis ? null : deliveredCentsOf(priceCents, win.costBasis)),
    tracking_number: facts.trackingNumber,
    shipper: win.shipper,
  }
}

function totalOf({ priceCents, shippingCents, handlingCents, taxCents }: Win): number | null {
  if (priceCents === null || shippingCents === null || handlingCents === null || taxCents === null) return null
  return priceCents + shippingCents + handlingCents + taxCents
}

export const presentReadings = ({ readAt, hasFailed, isRefused, isAsked }: ReadingsRow): OrderReadings => ({
  read_at: readAt === null ? null : iso(readAt),
  failure: isRefused ? 'login' : hasFailed ? 'site' : null,
  is_asked: isAsked,
})

const iso = (at: number) => new Date(at).toISOString()
