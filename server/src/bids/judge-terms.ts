import { formatCents, messages } from '@bidwell/contract'
import { lockSharers } from '../connections/connection-queries.ts'
import type { AnyCaller } from '../http/route.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import type { Terms } from '../platform/database/json-columns.ts'
import type { BidRow, ListingRow, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { findBidAtSite } from './bid-queries.ts'
import { requireAcceptable, requireConfirmed, requireTime } from './bid-rules.ts'
import { requireWithinLimits } from './exposure.ts'
import { type GroupRow, requirePlace } from './groups/group-queries.ts'
import { readAmounts, requireDeliveredKept, type Typed } from './read-amounts.ts'
import { pendingTerms } from './terms.ts'
import { holdToToken } from './token-caps.ts'

export type SiteOfBids = { marketplace: Pick<Marketplace, 'id' | 'siteName'> }

/** What somebody wants of a bid. What is left out stays as it stands. */
export type Wanted = {
  typed: Typed | null
  secondsBeforeEnd: number | null
  /** Dollars: repeats a maximum far above the price. */
  confirmMaxBid?: number | undefined
  /** Locked by the caller. */
  group?: GroupRow | null
}

/** What it is judged against, all of it locked by the caller. */
export type World = {
  caller: AnyCaller
  listing: ListingRow
  trackedAuctionId: number
  /** The pending bid that gets the terms; null for a new one. */
  standing: BidRow | null
  /** Epoch ms on the site's clock. */
  at: number
}

/**
 * Judges what somebody wants of a bid: for a new one, a changed one, and a restored one that is kept. Returns the terms that it then
 * has, or throws the first refusal: `auction_over`, `too_late`, `rule_broken`, `bid_too_low`, `conflict`, `confirmation_needed`,
 * `day_limit_reached` and its likes, `token_cap_reached`, and `NeedsOwner`. Amounts that stay are not held to the price: only the close
 * makes a high price final.
 */
export async function judgeTerms(tx: Tx, site: SiteOfBids, wanted: Wanted, world: World): Promise<Terms> {
  const { caller, listing, trackedAuctionId, standing, at } = world
  const { accountId } = caller
  const { typed, group } = wanted
  requireTime(listing, at)
  const terms = await readTerms(tx, accountId, listing, { wanted, standing })
  const { maxBidCents, secondsBeforeEnd, delivered } = terms
  if (typed) requireAcceptable(maxBidCents, listing, delivered !== null)
  if (!standing) await requireNoneAtSite(tx, accountId, listing.id)
  if (standing?.restored_from !== null) await requireNoneOfSharers(tx, site, accountId, listing.id)
  if (group && standing?.group_id !== group.id) await requirePlace(tx, group.id)
  if (typed) requireConfirmed(maxBidCents, wanted.confirmMaxBid, listing, standing, delivered?.allInCents)
  const maximum = {
    accountId,
    maxBidCents,
    allInCents: delivered?.allInCents ?? null,
    endsAt: listing.ends_at.getTime(),
    existing: standing,
    ...(group && { groupId: group.id }),
  }
  await requireWithinLimits(tx, maximum)
  await holdToToken(tx, caller, { ...maximum, secondsBeforeEnd, trackedAuctionId })
  return terms
}

type Reading = { wanted: Wanted; standing: BidRow | null }

async function readTerms(
  tx: Tx,
  accountId: number,
  listing: ListingRow,
  { wanted: { typed, secondsBeforeEnd }, standing }: Reading,
): Promise<Terms> {
  const before = standing && pendingTerms(standing)
  if (typed) requireDeliveredKept(typed, before)
  const amounts = typed ? await readAmounts(tx, accountId, listing, typed) : before
  const lead = secondsBeforeEnd ?? before?.secondsBeforeEnd
  if (!amounts || lead === undefined) throw new Error('A new bid has an amount and a lead')
  return { maxBidCents: amounts.maxBidCents, delivered: amounts.delivered, secondsBeforeEnd: lead }
}

/** An account has at most one bid per item that the site has accepted and that can still win. */
async function requireNoneAtSite(tx: Tx, accountId: number, listingId: number) {
  const bid = await findBidAtSite(tx, accountId, listingId)
  if (bid) throw new AppError('conflict', messages.bid.alreadyAtSite(formatCents(bid.max_bid_cents)))
}

/** Two accounts with one login are one bidder at the site: they have at most one bid on an item that can go out or win. */
async function requireNoneOfSharers(tx: Tx, { marketplace }: SiteOfBids, accountId: number, listingId: number) {
  const sharers = await lockSharers(tx, accountId, marketplace.id)
  if (sharers.length === 0) return
  const bid = await tx
    .selectFrom('bids')
    .select('id')
    .where('account_id', 'in', sharers)
    .where('listing_id', '=', listingId)
    .where('status', 'in', ['pending', 'executed'])
    .executeTakeFirst()
  if (bid) throw new AppError('conflict', messages.bid.sharedLoginBids(marketplace.siteName))
}
