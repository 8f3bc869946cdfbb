import type { BidResponse } from '../../src/marketplace/marketplace.ts'
import { maximumOf, type ModelItem, type PlacedBid, standingAt } from './model-item.ts'

/** What the site does with a bid that equals the bidder's own maximum while it leads. */
export const EQUAL_REBIDS = ['nothing', 'refused', 'counts_twice', 'called_outbid', 'not_understood'] as const
export type EqualRebid = (typeof EQUAL_REBIDS)[number]

export type SiteResponse = DistributiveOmit<BidResponse, 'receivedAt'>
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** Places a bid on an open item, by the rules of the site. */
export function placeBid(
  item: ModelItem,
  { bidder, amountCents, at }: Pick<PlacedBid, 'bidder' | 'amountCents' | 'at'>,
  equalRebid: EqualRebid,
): SiteResponse {
  const { leader, priceCents, minimumCents, bids } = standingAt(item, Infinity)
  if (amountCents < minimumCents) return { kind: 'too_low', siteMessage: 'Too low.', minimumBidCents: minimumCents }
  const ownMaximum = leader === bidder ? maximumOf({ bids }, bidder) : 0
  if (ownMaximum > amountCents) return refusal(ownMaximum)
  if (ownMaximum === amountCents && equalRebid !== 'counts_twice') return responseTo(equalRebid, ownMaximum, priceCents)

  item.bids.push({ bidder, amountCents, at, retractedAt: null })
  const next = standingAt(item, Infinity)
  return next.leader === bidder
    ? { kind: 'leading', siteMessage: 'You are the high bidder.', priceCents: next.priceCents }
    : { kind: 'outbid', siteMessage: 'You have already been outbid.', priceCents: next.priceCents }
}

/** A leader must bid more than before. */
const refusal = (ownMaximum: number): SiteResponse => ({
  kind: 'too_low',
  siteMessage: 'Too low.',
  minimumBidCents: ownMaximum + 1,
})

function responseTo(
  equalRebid: Exclude<EqualRebid, 'counts_twice'>,
  ownMaximum: number,
  priceCents: number,
): SiteResponse {
  switch (equalRebid) {
    case 'nothing':
      return { kind: 'leading', siteMessage: 'You are the high bidder.', priceCents }
    case 'refused':
      return refusal(ownMaximum)
    case 'called_outbid':
      return { kind: 'outbid', siteMessage: 'You have already been outbid.', priceCents }
    case 'not_understood':
      return { kind: 'unknown', siteMessage: 'Your bid could not be processed.' }
  }
}
