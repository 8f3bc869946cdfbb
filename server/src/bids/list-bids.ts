import { type BidStatus, PAGE } from '@bidwell/contract'
import { cutPage, decodeCursor } from '../platform/cursor.ts'
import type { Db } from '../platform/database/tables.ts'
import { findBids } from './bid-queries.ts'

type Page = { statuses?: BidStatus[] | undefined; cursor?: string | undefined; limit?: number | undefined }

/** The account's bids, latest first. */
export async function listBids({ db }: { db: Db }, accountId: number, page: Page) {
  const { statuses = null, cursor, limit = PAGE.defaultLimit } = page
  const beforeId = cursor === undefined ? null : decodeCursor(cursor).id
  const rows = await findBids(db, accountId, { statuses, beforeId, limit })
  return cutPage(rows, limit, (bid) => ({ key: bid.id, id: bid.id }))
}
