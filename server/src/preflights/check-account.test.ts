import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import { startPreflighting } from '../../test/preflighting.ts'
import { listAuctions } from '../auctions/list-auctions.ts'
import type { Tables } from '../platform/database/generated-tables.ts'
import { columnTypes } from '../platform/database/open-database.ts'
import { openPool } from '../platform/database/open-pool.ts'
import { checkAccount } from './check-account.ts'

test("The queries for an account's answered bids and for the bids on an auction use their indexes", async () => {
  await using world = await startPreflighting()
  const [bidder, busy] = [await world.bidder(), await world.bidder()]
  await bidder.scheduledBid()
  const { id } = await busy.scheduledBid()
  await sql`
    insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at, status,
                      executed_at, settled_at, created_at, updated_at)
    select account_id, tracked_auction_id, listing_id, 2500, 5, now(), 'lost', now(), now(), now(), now()
      from bids, generate_series(1, 5000) where id = ${id}`.execute(world.ctx.db)
  await sql`analyze bids`.execute(world.ctx.db)

  const queries: CompiledQuery[] = []
  const pool = openPool({ url: world.api.databaseUrl, applicationName: 'test', poolSize: 2 }, columnTypes)
  await using db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query),
  })
  const { accountId } = bidder.person
  await checkAccount({ ...world.ctx, db }, accountId)
  await listAuctions({ ...world.ctx, db }, accountId, {})
  const plans: string[] = []
  for (const { sql: text, parameters } of queries.filter(({ sql: text }) => /from "?bids\b/.test(text))) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  expect(plans).toEqual([expect.stringContaining('bids_answered'), expect.stringContaining('bids_of_tracked_auction')])
})
