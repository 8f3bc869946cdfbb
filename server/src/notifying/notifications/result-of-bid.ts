import type { BidOutcome, NotificationContent } from '@bidwell/contract'
import type { NewNotification } from './notify.ts'

/** How a bid came out. Money is integer cents. */
export type EndedBid = {
  accountId: number
  bidId: number
  trackedAuctionId: number
  status: string
  outcome: BidOutcome
  maxBidCents: number
  /** The price when the bid ended; null when it is not known. */
  priceCents: number | null
  /** The step of the auction; null where it tells nothing. */
  incrementCents: number | null
  /** Whether the bid was sent at least once. */
  sent: boolean
  siteMessage: string | null
  /** When the site closed the auction early, as far as its listing shows that at present. */
  closedEarlyAt: Date | null
}

/**
 * What to tell the owner of a bid that has ended; null for a bid that its owner has cancelled. An auction that the site
 * closed early is told once for each close, here or as the closed auction: an item that was missing may be back. Pure.
 */
export function resultOfBid(bid: EndedBid): NewNotification | null {
  const { accountId, bidId, trackedAuctionId, outcome, closedEarlyAt } = bid
  const content = contentOf(bid)
  const isOfClose = outcome === 'withdrawn' || outcome === 'ended_early'
  const key = isOfClose && closedEarlyAt ? closedKey(trackedAuctionId, closedEarlyAt) : `result ${bidId}`
  return content && { ...content, accountId, key, bidId, trackedAuctionId }
}

/** The key of the notification that the site closed an auction early. */
export const closedKey = (trackedAuctionId: number, at: Date) => `closed ${trackedAuctionId} ${at.getTime()}`

function contentOf({
  status,
  outcome,
  maxBidCents,
  priceCents,
  incrementCents,
  sent,
  siteMessage,
}: EndedBid): NotificationContent | null {
  const amounts = { priceCents, maxBidCents }
  const notPlaced = { kind: 'bid_not_placed', values: { ...amounts, outcome, sent, siteMessage } } as const
  switch (status) {
    case 'won':
      return { kind: 'bid_won', values: amounts }
    case 'lost':
      return { kind: 'bid_lost', values: { ...amounts, ...(incrementCents !== null && { incrementCents }) } }
    case 'outbid':
      return { kind: 'bid_outbid', values: { ...amounts, outcome, sent } }
    case 'executed':
      return { kind: 'bid_unresolved', values: {} }
    case 'cancelled':
      return outcome === 'paused' ? notPlaced : null
    default:
      return notPlaced
  }
}
