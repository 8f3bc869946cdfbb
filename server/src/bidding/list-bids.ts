import { type BidStatus, PAGE, type WireBid } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { cutPage, decodeCursor } from '../platform/cursor.ts'
import type { Db } from '../platform/database/tables.ts'
import { type BidRecord, type BidSort, findBid, findBids } from './bid-queries.ts'
import { presentBid } from './present-bid.ts'

type Page = {
  statuses?: BidStatus[] | undefined
  sort?: BidSort | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** The account's bids, latest first: the latest scheduled by default, or the latest finished. */
export async function listBids({ db }: Ctx, accountId: number, page: Page) {
  const { statuses = null, sort = 'scheduled_desc', cursor, limit = PAGE.defaultLimit } = page
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await findBids(db, accountId, { statuses, sort, after, limit })
  const keyOf = sort === 'finished_desc' ? finishedAt : ({ id }: BidRecord) => id
  return cutPage(rows, limit, (bid) => ({ key: keyOf(bid), id: bid.id }))
}

const finishedAt = ({ executed_at, updated_at }: BidRecord) => (executed_at ?? updated_at).getTime()

/** One bid in the API's format; null when the account has no such bid or has deleted it. */
export async function loadBid(db: Db, accountId: number, id: number): Promise<WireBid | null> {
  const bid = await findBid(db, accountId, id)
  return bid ? presentBid(bid) : null
}
