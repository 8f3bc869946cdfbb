import { type api, type BidStatus, type Data, messages, PAGE, type Query, type WireBid } from '@bidwell/contract'
import { findAuction } from '../auctions/auction-queries.ts'
import type { Ctx } from '../context/ctx.ts'
import { cutPage, decodeCursor } from '../platform/cursor.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { type BidRecord, findBid, findBids, findPendingBid } from './bid-queries.ts'
import { presentBid } from './present-bid.ts'

/** The account's bids, latest first: the latest scheduled by default, or the latest finished. */
export async function listBids(
  { db }: Ctx,
  accountId: number,
  { status, sort = 'scheduled_desc', cursor, limit = PAGE.defaultLimit }: Query<typeof api.listBids>,
): Promise<Data<typeof api.listBids>> {
  // The endpoint's schema has checked each status between the commas.
  const statuses = (status?.split(',') as BidStatus[] | undefined) ?? null
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await findBids(db, accountId, { statuses, sort, after, limit })
  const keyOf = sort === 'finished_desc' ? finishedAt : ({ id }: BidRecord) => id
  const { page, nextCursor } = cutPage(rows, limit, (bid) => ({ key: keyOf(bid), id: bid.id }))
  return { bids: page.map(presentBid), next_cursor: nextCursor }
}

const finishedAt = ({ executed_at, updated_at }: BidRecord) => (executed_at ?? updated_at).getTime()

/** The pending bid on a tracked auction, if any. Throws 404 when the account tracks no such auction. */
export async function listScheduledBids(db: Db, accountId: number, trackedAuctionId: number): Promise<WireBid[]> {
  if (!(await findAuction(db, accountId, trackedAuctionId))) throw new AppError('not_found', messages.auction.notFound)
  const bid = await findPendingBid(db, accountId, trackedAuctionId)
  return bid ? [presentBid(bid)] : []
}

/** One bid of an account. Throws 404 when the account has no such bid or has deleted it. */
export async function requireBid(db: Db, accountId: number, id: number): Promise<BidRecord> {
  const bid = await findBid(db, accountId, id)
  if (!bid) throw new AppError('not_found', messages.bid.notFound)
  return bid
}

/** One bid in the API's format; null when the account has no such bid or has deleted it. */
export async function loadBid(db: Db, accountId: number, id: number): Promise<WireBid | null> {
  const bid = await findBid(db, accountId, id)
  return bid ? presentBid(bid) : null
}
