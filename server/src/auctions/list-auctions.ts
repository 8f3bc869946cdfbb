import { type api, type AuctionStatus, type Data, PAGE, type Query } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { cutPage, decodeCursor } from '../platform/cursor.ts'
import { type AuctionRecord, findAuctions, findHistoricalAuctions } from './auction-queries.ts'
import { presentAuction } from './present-auction.ts'

/** Lists the account's tracked auctions, soonest end first by default. */
export async function listAuctions(
  { db, clock, marketplace }: Ctx,
  accountId: number,
  { status, sort = 'end_time_asc', ...query }: Query<typeof api.listAuctions>,
): Promise<Listed> {
  // The endpoint's schema has checked each word between the commas.
  const statuses = (status?.split(',') as AuctionStatus[] | undefined) ?? null
  const { after, limit } = pageOf(query)
  const rows = await findAuctions(db, accountId, { statuses, sort, after, limit, now: clock.now() })
  return present(rows, limit, marketplace)
}

/** Lists the account's auctions that are over, latest end first. */
export async function listHistoricalAuctions(
  { db, marketplace }: Ctx,
  accountId: number,
  query: Query<typeof api.listHistoricalAuctions>,
): Promise<Listed> {
  const { after, limit } = pageOf(query)
  return present(await findHistoricalAuctions(db, accountId, { after, limit }), limit, marketplace)
}

type Listed = Data<typeof api.listAuctions>

function present(rows: AuctionRecord[], limit: number, marketplace: Marketplace): Listed {
  const { page, nextCursor } = cutPage(rows, limit, endOf)
  return { auctions: page.map((auction) => presentAuction(auction, marketplace)), next_cursor: nextCursor }
}

const pageOf = ({
  cursor,
  limit = PAGE.defaultLimit,
}: {
  cursor?: string | undefined
  limit?: number | undefined
}) => ({
  after: cursor === undefined ? null : decodeCursor(cursor),
  limit,
})

const endOf = (auction: AuctionRecord) => ({ key: auction.ends_at.getTime(), id: auction.id })
