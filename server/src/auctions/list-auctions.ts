import { type AuctionStatus, PAGE } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import { cutPage, decodeCursor } from '../platform/cursor.ts'
import type { Db } from '../platform/database/tables.ts'
import { type AuctionRecord, findAuctions, findHistoricalAuctions } from './auction-queries.ts'

type ListDeps = { db: Db; clock: Clock }
type Paging = { cursor?: string | undefined; limit?: number | undefined }
type Wanted = Paging & { statuses?: AuctionStatus[] | undefined; sort?: 'end_time_asc' | 'end_time_desc' | undefined }

/** The account's tracked auctions, soonest end first unless asked otherwise. */
export async function listAuctions({ db, clock }: ListDeps, accountId: number, wanted: Wanted) {
  const { after, limit } = pageOf(wanted)
  const { sort = 'end_time_asc', statuses = null } = wanted
  const rows = await findAuctions(db, accountId, { statuses, sort, after, limit, now: clock.now() })
  return cutPage(rows, limit, endOf)
}

/** The account's auctions that are over, latest first. */
export async function listHistoricalAuctions({ db }: Pick<ListDeps, 'db'>, accountId: number, wanted: Paging) {
  const { after, limit } = pageOf(wanted)
  return cutPage(await findHistoricalAuctions(db, accountId, { after, limit }), limit, endOf)
}

const pageOf = ({ cursor, limit = PAGE.defaultLimit }: Paging) => ({
  after: cursor === undefined ? null : decodeCursor(cursor),
  limit,
})

const endOf = (auction: AuctionRecord) => ({ key: auction.ends_at.getTime(), id: auction.id })
