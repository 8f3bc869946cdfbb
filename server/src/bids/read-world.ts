import { auctionDay, PERIODS } from '@bidwell/contract'
import { accountById } from '../accounts/account-queries.ts'
import { lockSharers } from '../connections/connection-queries.ts'
import { findQuote } from '../delivered-price/read-delivered.ts'
import type { AnyCaller } from '../http/route.ts'
import type { BidRow, ListingRow, Tx } from '../platform/database/tables.ts'
import type { BidDeps } from './await-change.ts'
import { findBidAtSite } from './bid-queries.ts'
import { dayUsesOfToken, firstFor, readUses } from './exposure.ts'
import { countMembers, type GroupRow } from './groups/group-queries.ts'
import type { World } from './judge-terms.ts'
import { limitsOf } from './stakes.ts'

type Asked = {
  caller: AnyCaller
  listing: ListingRow
  trackedAuctionId: number
  standing: BidRow | null
  /** The group that the bid joins. */
  group?: GroupRow | null
  /** Epoch ms on the site's clock. */
  at: number
}

/** Reads what `judgeTerms` needs to know. The caller has locked the account, the listing, the group and the standing bid, in this order. */
export async function readWorld(tx: Tx, { marketplace }: Pick<BidDeps, 'marketplace'>, asked: Asked): Promise<World> {
  const { caller, listing, standing, group, ...known } = asked
  const { accountId } = caller
  const account = await accountById(tx, accountId)
  const limits = limitsOf(account)
  const day = auctionDay(listing.ends_at.getTime())
  const atSite = standing ? undefined : await findBidAtSite(tx, accountId, listing.id)
  const isNew = standing?.restored_from !== null
  return {
    ...known,
    listing,
    standing,
    siteName: marketplace.siteName,
    account,
    quote: await findQuote(tx, account, listing.id),
    atSiteCents: atSite?.max_bid_cents ?? null,
    hasSharersBid: isNew && (await haveSharersBid(tx, accountId, { siteId: marketplace.id, listingId: listing.id })),
    membersOfGroup: group && standing?.group_id !== group.id ? await countMembers(tx, group.id) : 0,
    others: PERIODS.some((period) => limits[period] !== null)
      ? await readUses(tx, accountId, firstFor(day), standing?.id)
      : { days: [], groups: [] },
    token: 'token' in caller ? { ...caller.token, spentOfDayCents: await spentOf(caller.token.id) } : null,
  }

  async function spentOf(apiTokenId: string) {
    const uses = await dayUsesOfToken(tx, { accountId, apiTokenId, exceptBidId: standing?.id }, day)
    return uses.find((use) => use.day === day)?.spokenForCents ?? 0
  }
}

/** Whether an account with the same login has a bid on the item that can go out or win. */
async function haveSharersBid(tx: Tx, accountId: number, { siteId, listingId }: { siteId: string; listingId: number }) {
  const sharers = await lockSharers(tx, accountId, siteId)
  if (sharers.length === 0) return false
  const bid = await tx
    .selectFrom('bids')
    .select('id')
    .where('account_id', 'in', sharers)
    .where('listing_id', '=', listingId)
    .where('status', 'in', ['pending', 'executed'])
    .executeTakeFirst()
  return bid !== undefined
}
