import fastify from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import { listAuctions } from '../../server/src/auctions/list-auctions.ts'
import { listBids } from '../../server/src/bidding/list-bids.ts'
import { listHistory } from '../../server/src/history/list-history.ts'
import type { Tables } from '../../server/src/platform/database/generated-tables.ts'
import { columnTypes } from '../../server/src/platform/database/open-database.ts'
import { openPool } from '../../server/src/platform/database/open-pool.ts'
import type { Db } from '../../server/src/platform/database/tables.ts'
import { aCtx } from '../../server/test/a-ctx.ts'

/*
 * What the API is compared with: Fastify routes that do nothing but run the same queries and answer their rows. They check
 * no session, no input and no limit, set no header, and write no log.
 */
const { DATABASE_URL: url = '', PAGE_PATH: pagePath = '', API_URL: apiUrl = '' } = process.env
const READERS: Record<string, number> = JSON.parse(process.env['READERS'] ?? '{}')
const POOL_SIZE = 12
const LIMIT = 50
const connect = (poolSize: number) => openPool({ url, applicationName: 'bare api', poolSize }, columnTypes)
const pool = connect(POOL_SIZE)
const app = fastify({ keepAliveTimeout: 65_000 })

type Statement = { text: string; values: unknown[] }

/** The statements that a read sends to the database, as text. */
async function statementsOf(read: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: connect(1) }),
    log: ({ query }) => void statements.push({ text: query.sql, values: [...query.parameters] }),
  })
  await read(db)
  await db.destroy()
  return statements
}

async function mountRead(path: string, read: (db: Db) => Promise<unknown>) {
  const statements = await statementsOf(read)
  app.get(path, async () => {
    const answers = []
    for (const { text, values } of statements) answers.push((await pool.query(text, values)).rows)
    return { success: true, data: answers }
  })
}

const page = { limit: LIMIT }
for (const [name, accountId] of Object.entries(READERS)) {
  await mountRead(`/${name}/auctions`, (db) => listAuctions(aCtx({ db }), accountId, page))
  await mountRead(`/${name}/bids`, (db) => listBids(aCtx({ db }), accountId, page))
  await mountRead(`/${name}/history`, (db) => listHistory(aCtx({ db }), accountId, page))
}

type Item = { accountId: number; auctionId: string }

/** Runs the statement within a transaction, as a change must. */
async function change({ text, values }: Statement) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(text, values)
    await client.query('commit')
    return { success: true, data: rows }
  } finally {
    client.release()
  }
}

app.post<{ Body: Item }>('/auctions', ({ body }) =>
  change({
    text: `insert into tracked_auctions (account_id, listing_id, created_at, updated_at)
           select $1, id, now(), now() from listings where auction_id = $2 returning *`,
    values: [body.accountId, body.auctionId],
  }),
)
app.post<{ Body: Item }>('/bids', ({ body }) =>
  change({
    text: `insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at,
                             created_at, updated_at)
           select t.account_id, t.id, l.id, 99900, 5, l.ends_at - interval '5 seconds', now(), now()
             from tracked_auctions t join listings l on l.id = t.listing_id
            where t.account_id = $1 and l.auction_id = $2 returning *`,
    values: [body.accountId, body.auctionId],
  }),
)

const html = await (await fetch(apiUrl + pagePath)).text()
app.get('/page', async (_request, reply) => reply.type('text/html; charset=utf-8').send(html))

process.stdout.write(`${JSON.stringify({ msg: `Server listening at ${await app.listen({ port: 0 })}` })}\n`)
await new Promise((resolve) => process.once('SIGTERM', resolve))
await app.close()
await pool.end()
