import { afterBidChange } from '../bids/log/after-bid-change.ts'
import { newBidEvent } from '../bids/log/bid-event.ts'
import { firstPreflight } from '../bids/preflight-due.ts'
import { columnsOf, loggedTerms } from '../bids/terms.ts'
import type { Terms } from '../platform/database/json-columns.ts'
import type { Tx } from '../platform/database/tables.ts'
import { recordProductEvent } from '../trails/record-product-event.ts'
import type { GroupRow } from './groups/group-queries.ts'
import { pauseEventsOfNewBid } from './pauses/log-pause.ts'

type NewBid = {
  accountId: number
  trackedAuctionId: number
  listingId: number
  terms: Terms
  /** Epoch ms on the site's clock, as is `at`. */
  endsAt: number
  at: number
  /** Epoch ms on the wall clock, as the months that count bids are. */
  countedAt: number
  /** The token of the program that schedules it. */
  apiTokenId?: string | null
  /** The group that it is in from the start; locked by the caller. */
  group?: Pick<GroupRow, 'id' | 'name' | 'most_wins'> | null
}

const joinedGroup = ({ id, name, most_wins }: Pick<GroupRow, 'id' | 'name' | 'most_wins'>) =>
  ({ kind: 'group_joined', groupId: id, name, mostWins: most_wins }) as const

/** Inserts a pending bid with all that follows from it, and answers its id. The caller has locked account and listing. */
export async function insertBid(tx: Tx, bid: NewBid): Promise<number> {
  const { accountId, trackedAuctionId, listingId, terms, at, countedAt } = bid
  const fireAt = bid.endsAt - terms.secondsBeforeEnd * 1_000
  const { id } = await tx
    .insertInto('bids')
    .values({
      account_id: accountId,
      tracked_auction_id: trackedAuctionId,
      listing_id: listingId,
      ...columnsOf(terms),
      fire_at: new Date(fireAt),
      preflight_due_at: firstPreflight(fireAt),
      counted_at: new Date(countedAt),
      api_token_id: bid.apiTokenId ?? null,
      group_id: bid.group?.id ?? null,
      created_at: new Date(at),
      updated_at: new Date(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // A new bid makes an auction active again that was marked as outbid, and takes the place of what was planned.
  await tx
    .updateTable('tracked_auctions')
    .set({ status: 'active', wanted_max_cents: null })
    .where('id', '=', trackedAuctionId)
    .execute()
  const scheduled = newBidEvent(id, at, { kind: 'scheduled', ...loggedTerms(terms) })
  const joined = bid.group ? [newBidEvent(id, at, joinedGroup(bid.group))] : []
  const paused = await pauseEventsOfNewBid(tx, { accountId, bidId: id, at })
  await afterBidChange(tx, [{ bidId: id, accountId }], [scheduled, ...joined, ...paused])
  await recordProductEvent(tx, 'bid_scheduled', accountId, countedAt)
  return id
}
