import type { BidResponse, ItemReading } from '../../src/marketplace/marketplace.ts'
import type { ModelBid } from '../store/model-database.ts'
import type { Sending, World } from '../world/world.ts'

/** What the site has shown to engines about an auction, as far as it can prove that a bid was not placed or has lost. */
export type Shown = {
  highestPriceCents: number
  highestMinimumCents: number
  /** The page of the closed auction named another winner or no bid at all, or the only sending was outbid. */
  isWonByOther: boolean
  /** The page of the closed auction said that the owner leads. */
  isWonByOwner: boolean
  /** The page was not found. */
  isMissing: boolean
}

const NOTHING: Shown = {
  highestPriceCents: 0,
  highestMinimumCents: 0,
  isWonByOther: false,
  isWonByOwner: false,
  isMissing: false,
}

type Page = Pick<ItemReading, 'currentPriceCents' | 'minimumBidCents'> &
  Partial<Pick<ItemReading, 'closed' | 'standing' | 'bidCount'>>

export const shownOf = ({ shown }: World, auctionId: string): Shown => shown.get(auctionId) ?? NOTHING

/** Notes a page that an engine has received; null when it was not found. */
export function noteShown(world: World, auctionId: string, page: Page | null) {
  const { shown } = world
  const before = shownOf(world, auctionId)
  if (!page) return void shown.set(auctionId, { ...before, isMissing: true })
  const { currentPriceCents, minimumBidCents, closed, standing, bidCount } = page
  shown.set(auctionId, {
    ...before,
    highestPriceCents: Math.max(before.highestPriceCents, currentPriceCents),
    highestMinimumCents: Math.max(before.highestMinimumCents, minimumBidCents),
    isWonByOwner: before.isWonByOwner || (closed === true && standing?.leads === true),
    isWonByOther: before.isWonByOther || (closed === true && (standing?.otherLeads === true || bidCount === 0)),
  })
}

/** Notes the answer to a bid. To a second sending the site may say 'outbid' because of the first. */
export function noteAnswered(world: World, { auctionId }: Sending, answer: BidResponse['kind']) {
  const isOnly = world.sendings.filter((sending) => sending.auctionId === auctionId && !sending.refused).length === 1
  if (answer === 'outbid' && isOnly) world.shown.set(auctionId, { ...shownOf(world, auctionId), isWonByOther: true })
}

/** Whether engines were shown enough to say that a bid that was sent is not placed, or has lost. */
export function isProven(world: World, { auctionId, maxBidCents }: ModelBid): boolean {
  const { highestPriceCents, highestMinimumCents, isWonByOther, isMissing } = shownOf(world, auctionId)
  const { sendings } = world
  const isEachRefused = sendings.every((sending) => sending.auctionId !== auctionId || sending.refused)
  return (
    isEachRefused || highestPriceCents > maxBidCents || highestMinimumCents > maxBidCents || isWonByOther || isMissing
  )
}
