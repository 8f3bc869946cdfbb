import { messages, type Receipt } from '@bidwell/contract'
import { BidEventDetail } from '../bid-log/bid-event.ts'
import { findBid } from '../bids/bid-queries.ts'
import { connectionOf, isShared } from '../connections/connection-queries.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { buildReceipt } from './build-receipt.ts'
import type { LoggedEvent } from './last-shot.ts'

export type ReceiptDeps = { db: Db; marketplace: Pick<Marketplace, 'id' | 'siteName'> }

/** The receipt of an account's bid. Throws `not_found`. */
export async function readReceipt(deps: ReceiptDeps, accountId: number, bidId: number): Promise<Receipt> {
  const { db, marketplace } = deps
  const bid = await findBid(db, accountId, bidId)
  if (!bid) throw new AppError('not_found', messages.bid.notFound)
  const connection = await connectionOf(db, accountId, marketplace.id)
  const note =
    connection && (await isShared(db, connection)) ? messages.connection.sharedReceipt(marketplace.siteName) : null
  return { ...buildReceipt(bid, await eventsOf(db, bidId), marketplace.siteName), note }
}

/** A bid's log, in chronological order. */
async function eventsOf(db: Db, bidId: number): Promise<LoggedEvent[]> {
  const rows = await db
    .selectFrom('bid_events')
    .select(['at', 'uncertainty_ms', 'detail'])
    .where('bid_id', '=', bidId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    at: row.at.getTime(),
    uncertaintyMs: row.uncertainty_ms,
    detail: BidEventDetail.parse(row.detail),
  }))
}
