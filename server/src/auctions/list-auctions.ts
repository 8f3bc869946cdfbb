import { type AuctionStatus, PAGE } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { cutPage, decodeCursor } from '../platform/cursor.ts'
import { type AuctionRecord, findAuctions, findHistoricalAuctions } from './auction-queries.ts'

type PageQuery = { cursor?: string | undefined; limit?: number | undefined }
type ListQuery = PageQuery & {
  statuses?: AuctionStatus[] | undefined
  sort?: 'end_time_asc' | 'end_time_desc' | undefined
}

/** Lists the account's tracked auctions, soonest end first by default. */
export async function listAuctions({ db, clock }: Ctx, accountId: number, query: ListQuery) {
  const { after, limit } = pageOf(query)
  const { sort = 'end_time_asc', statuses = null } = query
  const rows = await findAuctions(db, accountId, { statuses, sort, after, limit, now: clock.now() })
  return cutPage(rows, limit, endOf)
}

/** Lists the account's auctions that are over, latest end first. */
export async function listHistoricalAuctions({ db }: Pick<Ctx, 'db'>, accountId: number, query: PageQuery) {
  const { after, limit } = pageOf(query)
  return cutPage(await findHistoricalAuctions(db, accountId, { after, limit }), limit, endOf)
}

const pageOf = ({ cursor, limit = PAGE.defaultLimit }: PageQuery) => ({
  after: cursor === undefined ? null : decodeCursor(cursor),
  limit,
})

const endOf = (auction: AuctionRecord) => ({ key: auction.ends_at.getTime(), id: auction.id })
