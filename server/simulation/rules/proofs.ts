import type { BidResponse, ItemReading } from '../../src/marketplace/marketplace.ts'
import { closeOf } from '../site/model-item.ts'
import type { ModelBid } from '../store/model-database.ts'
import type { Sending, World } from '../world/world.ts'

/** What the site has shown to engines about an auction, as far as it can prove that a bid was not placed or has lost. */
export type Shown = {
  /** The price and the next acceptable bid on the last two pages: the price may fall. */
  pricesCents: readonly number[]
  minimumsCents: readonly number[]
  /** The page of the closed auction named another winner or no bid at all, or the only sending was outbid. */
  isWonByOther: boolean
  /** From when to when pages of the closed auction told the bid's holder that the owner leads, on the site's clock. */
  led: { from: number; to: number } | null
  /** The page was not found. */
  isMissing: boolean
}

const NOTHING: Shown = {
  pricesCents: [],
  minimumsCents: [],
  isWonByOther: false,
  led: null,
  isMissing: false,
}

type Page = Pick<ItemReading, 'currentPriceCents' | 'minimumBidCents'> &
  Partial<Pick<ItemReading, 'closed' | 'standing' | 'bidCount'>>

export const shownOf = ({ shown }: World, auctionId: string): Shown => shown.get(auctionId) ?? NOTHING

/** Notes a page that an engine has received; null when it was not found. */
export function noteShown(world: World, auctionId: string, page: Page | null) {
  const { shown, site } = world
  const now = site.siteTime()
  const before = shownOf(world, auctionId)
  if (!page) return void shown.set(auctionId, { ...before, isMissing: true })
  const { currentPriceCents, minimumBidCents, closed, standing, bidCount } = page
  const item = site.items.get(auctionId)
  const isOver = closed === true && item !== undefined && site.isClosed(item)
  shown.set(auctionId, {
    ...before,
    pricesCents: [...before.pricesCents, currentPriceCents].slice(-2),
    minimumsCents: [...before.minimumsCents, minimumBidCents].slice(-2),
    // A page that falsely says closed does not show who has won.
    led: isOver && standing?.leads === true ? { from: before.led?.from ?? now, to: now } : before.led,
    isWonByOther: before.isWonByOther || (closed === true && (standing?.otherLeads === true || bidCount === 0)),
  })
}

/** A new holder of a bid starts without what an earlier one was shown of its end. */
export function forgetLead({ shown }: World, auctionId: string) {
  const before = shown.get(auctionId)
  if (before) shown.set(auctionId, { ...before, led: null })
}

/** Notes the answer to a bid. To a second sending the site may say 'outbid' because of the first. */
export function noteAnswered(world: World, { auctionId }: Sending, answer: BidResponse['kind']) {
  const isOnly = world.sendings.filter((sending) => sending.auctionId === auctionId && !sending.refused).length === 1
  if (answer === 'outbid' && isOnly) world.shown.set(auctionId, { ...shownOf(world, auctionId), isWonByOther: true })
}

/** After the close, pages have to show a lead for so long, and so late. */
const LEAD_SHOWN_FOR_MS = 4_000
const LEAD_SHOWN_AFTER_MS = 10_000

/**
 * Whether engines may say that the owner has won although another bidder has: pages that lag so much showed the lead for
 * long enough, and later evidence corrects them.
 */
export function isMisledByPages(world: World, { auctionId }: ModelBid): boolean {
  const { led } = shownOf(world, auctionId)
  const item = world.site.items.get(auctionId)
  if (!led || !item || world.site.statusLagMs < LEAD_SHOWN_AFTER_MS) return false
  return led.to - led.from >= LEAD_SHOWN_FOR_MS && led.to >= closeOf(item) + LEAD_SHOWN_AFTER_MS
}

/** Whether engines were shown enough to say that a bid that was sent is not placed, or has lost. */
export function isProven(world: World, { auctionId, maxBidCents }: ModelBid): boolean {
  const { pricesCents, minimumsCents, isWonByOther, isMissing } = shownOf(world, auctionId)
  const { sendings } = world
  const isEachRefused = sendings.every((sending) => sending.auctionId !== auctionId || sending.refused)
  return (
    isEachRefused ||
    Math.max(...pricesCents, ...minimumsCents) > maxBidCents ||
    isWonByOther ||
    isMissing ||
    world.site.items.get(auctionId)?.isReserveMet === false
  )
}
