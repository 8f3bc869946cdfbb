import type { BidTrouble, ListedBid } from '@bidwell/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { IS_SILENT, overdueBids, siteNow } from '../../health/figure-statements.ts'
import type { Db } from '../../platform/database/tables.ts'

const MOST = 50

/** The bids that need the operator's eye, with no maximum. Each statement reads an index. */
export async function listBidsInTrouble({ db, marketplace: { id: siteId } }: Ctx): Promise<ListedBid[]> {
  const found: ListedBid[] = []
  for (const [why, ids] of troubled(siteId)) {
    const rows = await read(db, ids)
    found.push(
      ...rows.map(({ due_at, ends_at, ...row }) => ({
        ...row,
        why,
        due_at: due_at.toISOString(),
        ends_at: ends_at.toISOString(),
      })),
    )
  }
  return found
}

/** The most urgent first. */
const troubled = (siteId: string): (readonly [BidTrouble, RawBuilder<unknown>])[] => [
  ['overdue', sql`${overdueBids(siteId, sql`b.id`)}`],
  [
    'held',
    sql`select b.id from bids b
         where b.status = 'pending' and b.engine_id in (select id from engines where ${IS_SILENT})`,
  ],
  [
    'checking',
    sql`select b.id from bids b join listings l on l.id = b.listing_id
         where b.status = 'executed' and l.ends_at < (select ${siteNow(siteId)}) - interval '30 min'`,
  ],
  [
    'missed',
    sql`select m.bid_id as id from measured_bids m
         where m.class = 'ours' and m.due_at > now() - interval '1 day' order by m.due_at desc`,
  ],
]

type Row = Omit<ListedBid, 'why' | 'due_at' | 'ends_at'> & { due_at: Date; ends_at: Date }

async function read(db: Db, ids: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select b.id, b.account_id, l.auction_id, l.title, b.outcome, b.fire_at as due_at, l.ends_at
      from (${ids} limit ${MOST}) found join bids b on b.id = found.id join listings l on l.id = b.listing_id
     order by b.fire_at`.execute(db)
  return rows
}
