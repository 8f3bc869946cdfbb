import { auctionDay, PERIODS } from '@bidwell/contract'
import { findQuote } from '../bids/delivered-price/read-delivered.ts'
import { lockSharers } from '../connections/connection-queries.ts'
import type { Ctx } from '../context/ctx.ts'
import type { AnyCaller } from '../http/route.ts'
import { accountById } from '../identity/accounts/account-queries.ts'
import type { BidRow, ListingRow, Tx } from '../platform/database/tables.ts'
import { findBidAtSite } from './bid-queries.ts'
import { dayUsesOfToken, firstFor, readUses } from './exposure.ts'
import { countMembers, type GroupRow } from './groups/group-queries.ts'
import type { World } from './judge-terms.ts'
import { countsAsNew, limitsOf } from './stakes.ts'

type About = Pick<World, 'at' | 'trackedAuctionId'> & {
  caller: AnyCaller
  listing: ListingRow
  standing: BidRow | null
  /** The group that the bid joins. */
  group?: GroupRow | null
}

/**
 * Reads what `judgeTerms` needs to know. Before it, a transaction locks the account, then the listing where shipping may be quoted, then
 * the group, and last the standing bid.
 */
export async function readWorld(tx: Tx, { marketplace }: Ctx, about: About): Promise<World> {
  const { caller, listing, standing, group, at, trackedAuctionId } = about
  const { accountId } = caller
  const account = await accountById(tx, accountId)
  const limits = limitsOf(account)
  const day = auctionDay(listing.ends_at.getTime())
  const atSite = await findBidAtSite(tx, accountId, listing.id)
  // Locks their login, so that two accounts with one login take turns.
  const sharers = countsAsNew(standing) ? await lockSharers(tx, accountId, marketplace.id) : []
  const hasLimit = PERIODS.some((period) => limits[period] !== null)
  return {
    at,
    trackedAuctionId,
    listing,
    standing,
    siteName: marketplace.siteName,
    account,
    quote: await findQuote(tx, account, listing.id),
    atSiteCents: atSite?.max_bid_cents ?? null,
    hasSharersBid: await haveBid(tx, sharers, listing.id),
    membersOfGroup: group ? await countMembers(tx, group.id) : 0,
    others: hasLimit ? await readUses(tx, accountId, firstFor(day), standing?.id) : { days: [], groups: [] },
    token: 'token' in caller ? { ...caller.token, spentOfDayCents: await spentOfDay(caller.token.id) } : null,
  }

  async function spentOfDay(apiTokenId: string) {
    const uses = await dayUsesOfToken(tx, { accountId, apiTokenId, exceptBidId: standing?.id }, day)
    return uses.find((use) => use.day === day)?.spokenForCents ?? 0
  }
}

/** Whether one of the accounts has a bid on the item that can go out or win. */
async function haveBid(tx: Tx, accountIds: readonly number[], listingId: number): Promise<boolean> {
  if (accountIds.length === 0) return false
  const bid = await tx
    .selectFrom('bids')
    .select('id')
    .where('account_id', 'in', accountIds)
    .where('listing_id', '=', listingId)
    .where('status', 'in', ['pending', 'executed'])
    .executeTakeFirst()
  return bid !== undefined
}
