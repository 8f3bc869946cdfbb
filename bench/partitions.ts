import { parseArgs } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { describeMachine } from './support/machine.ts'
import { atMost, figure, report, type Row } from './support/report.ts'
import { openTestbed } from './support/testbed.ts'

/**
 * Compares the tables that grow with copies that are partitioned by month, and random keys of events with keys that begin with the
 * time: `npm run bench:partitions`. See decision 110.
 */
const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { quick } = flags
const ROWS = quick ? 120_000 : 3_000_000
const READS = quick ? 200 : 2_000
const NEW_EVENTS = quick ? 5_000 : 50_000
const EVENTS_OF_A_TRANSACTION = 5
const BATCH = 1_000
const MONTHS = 24
const ACCOUNTS = 100_000
/** Of a bid, and prices of a listing. */
const ROWS_OF_ONE = 12
const MEBIBYTE = 2 ** 20

/** Row `n` is of this instant: the rows spread over the months up to now. */
const AT = sql`now() - make_interval(months => ${MONTHS}) + n * (interval '729 days' / ${ROWS}::float8)`
const ONE = sql`n / ${ROWS_OF_ONE}`
const ACCOUNT = sql`1 + n * 7919 % ${ACCOUNTS}`

type Subject = {
  table: string
  indexes: readonly string[]
  /** Columns and values of row `n`. */
  columns: string
  values: RawBuilder<unknown>
  reads: readonly { what: string; statement: (table: string) => string; last: number }[]
}

const SUBJECTS: readonly Subject[] = [
  {
    table: 'bid_events',
    indexes: ['(id)', '(key)', '(bid_id, at, id)'],
    columns: 'key, bid_id, kind, at, detail',
    values: sql`gen_random_uuid(), ${ONE}, (array['scheduled', 'sent', 'answered', 'checking'])[1 + n % 4], ${AT}, '{"leads":true}'`,
    reads: [
      {
        what: 'the receipt of a bid',
        statement: (table) => `select at, uncertainty_ms, detail from ${table} where bid_id = $1 order by at, id`,
        last: ROWS / ROWS_OF_ONE,
      },
      {
        what: 'the last steps of 50 bids',
        statement: (table) => `
          select (select kind from ${table} e where e.bid_id = b.id and kind in ('sent', 'answered', 'checking')
                   order by at desc, id desc limit 1),
                 (select true from ${table} e where e.bid_id = b.id and kind = 'checking' and detail -> 'leads' = 'true' limit 1),
                 (select min(at) from ${table} e where e.bid_id = b.id and kind = 'checking')
            from generate_series($1, $1 + 49) b (id)`,
        last: ROWS / ROWS_OF_ONE - 50,
      },
    ],
  },
  {
    table: 'listing_prices',
    indexes: ['(listing_id, at)'],
    columns: 'listing_id, at, price_cents, bid_count',
    values: sql`${ONE}, ${AT}, n, 1`,
    reads: [
      {
        what: 'the prices of a listing',
        statement: (table) => `select at, price_cents from ${table} where listing_id = $1 order by at`,
        last: ROWS / ROWS_OF_ONE,
      },
    ],
  },
  {
    table: 'vault_uses',
    indexes: ['(id)', '(account_id, at)', '(chain_position)'],
    columns: 'account_id, process, purpose, outcome, at, chain_position',
    values: sql`${ACCOUNT}, 'engine', 'bid', 'ok', ${AT}, n`,
    reads: [
      {
        what: 'the use with a number, as the chain reads it',
        statement: (table) => `select purpose from ${table} where id = $1`,
        last: ROWS,
      },
    ],
  },
  {
    table: 'security_events',
    indexes: ['(id)', '(account_id, id desc)', '(at)', '(chain_position)'],
    columns: 'account_id, kind, outcome, detail, at, chain_position',
    values: sql`${ACCOUNT}, 'signed_in', 'ok', '{}', ${AT}, n`,
    reads: [
      {
        what: 'a page of an account',
        statement: (table) => `select * from ${table} where account_id = $1 order by id desc limit 26`,
        last: ACCOUNTS,
      },
    ],
  },
]

const machine = describeMachine()
await using testbed = await openTestbed()
const { db } = testbed
await sql`create function ms_of(reads text[]) returns float8 language plpgsql set plan_cache_mode = force_generic_plan as $$
  declare
    began timestamptz := clock_timestamp();
    read text;
  begin
    foreach read in array reads loop execute read; end loop;
    return extract(epoch from clock_timestamp() - began) * 1000 / cardinality(reads);
  end $$`.execute(db)

const rows: Row[] = []
for (const subject of SUBJECTS) {
  await copyTables(subject)
  for (const { what, statement, last } of subject.reads) {
    const [one, months] = [await timeReads('one', statement, last), await timeReads('months', statement, last)]
    rows.push(figure(`${subject.table}: ${what}, one table / ${MONTHS} months, ms`, `${one} / ${months}`))
  }
  if (subject.table === 'security_events') rows.push(...(await timeDeletion()))
  await sql`drop table one, months`.execute(db)
}
rows.push(...(await compareKeys()))
await report({
  name: 'partitions',
  quick,
  machine,
  rows,
  notes: [
    `${ROWS.toLocaleString('en')} rows in each table, spread over ${MONTHS} months, with the indexes of the product and no triggers.`,
    'Reads are prepared once and run within the database.',
  ],
})

/** The table with its rows, once as it is (`one`) and once with a partition for each month (`months`). */
async function copyTables({ table, indexes, columns, values }: Subject) {
  await sql`create table one (like ${sql.table(table)} including defaults including identity)`.execute(db)
  await sql`create table months (like ${sql.table(table)} including defaults including identity) partition by range (at)`.execute(
    db,
  )
  await sql`do $$ begin
    for ago in 0..${sql.lit(MONTHS)} loop
      execute format('create table month_%s partition of months for values from (%L) to (%L)', ago,
                     date_trunc('month', now()) - make_interval(months => ago),
                     date_trunc('month', now()) - make_interval(months => ago - 1));
    end loop;
  end $$`.execute(db)
  for (const copy of ['one', 'months']) {
    for (const index of indexes) await sql.raw(`create index on ${copy} ${index}`).execute(db)
    // In statements that end within the time limit of the product.
    for (let from = 1; from <= ROWS; from += 100_000)
      await sql`insert into ${sql.table(copy)} (${sql.raw(columns)})
                select ${values} from generate_series(${from}::bigint, ${Math.min(ROWS, from + 99_999)}::bigint) n`.execute(
        db,
      )
    await sql`analyze ${sql.table(copy)}`.execute(db)
  }
}

/** The time of one read, in ms, over arguments from 1 to `last`. */
async function timeReads(table: string, statement: (table: string) => string, last: number): Promise<string> {
  return db.connection().execute(async (connection) => {
    await sql.raw(`prepare reading (bigint) as ${statement(table)}`).execute(connection)
    const reads = Array.from({ length: READS }, (_, n) => `execute reading(${1 + ((n * 7_919) % Math.floor(last))})`)
    const run = () => sql<{ ms: number }>`select ms_of(${reads}::text[]) as ms`.execute(connection)
    await run()
    const ms = (await run()).rows[0]?.ms ?? 0
    await sql`deallocate reading`.execute(connection)
    return ms.toFixed(3)
  })
}

/** How long it takes until the oldest months are gone. */
async function timeDeletion(): Promise<Row[]> {
  const over = sql`at < date_trunc('month', now()) - make_interval(months => ${MONTHS - 2})`
  let startedAt = performance.now()
  let deleted = 0
  for (let batch = BATCH; batch === BATCH; deleted += batch) {
    const { numAffectedRows } = await sql`
      delete from one where id in (select id from one where ${over} limit ${BATCH})`.execute(db)
    batch = Number(numAffectedRows)
  }
  const byRows = performance.now() - startedAt
  startedAt = performance.now()
  for (const ago of [MONTHS, MONTHS - 1]) await sql`drop table ${sql.table(`month_${ago}`)}`.execute(db)
  return [
    figure(`security_events: ${deleted.toLocaleString('en')} old rows deleted by row, s`, byRows / 1_000),
    atMost('security_events: the same rows dropped with their months', performance.now() - startedAt, 2_000, 'ms'),
  ]
}

/** The log that new events write with random keys, and with keys that begin with the time, after a checkpoint. */
async function compareKeys(): Promise<Row[]> {
  const write = async (key: string) => {
    await sql`create table events (like bid_events including all)`.execute(db)
    const add = (count: number, bid: number) =>
      sql`insert into events (key, bid_id, kind, at, detail)
          select ${sql.raw(key)}, ${bid} + n / ${ROWS_OF_ONE}, 'sent', now(), '{"leads":true}'
            from generate_series(1::bigint, ${count}::bigint) n on conflict (key) do nothing`.execute(db)
    for (let from = 0; from < ROWS; from += 100_000) await add(Math.min(100_000, ROWS - from), from)
    await testbed.restartDatabase('SIGINT', 0)
    const before = await logEnd()
    for (let n = 0; n < NEW_EVENTS; n += EVENTS_OF_A_TRANSACTION) await add(EVENTS_OF_A_TRANSACTION, ROWS + n)
    const written = (await logEnd()) - before
    const { rows: sizes } = await sql<{ bytes: number }>`
      select pg_relation_size('events_key_key')::float8 as bytes`.execute(db)
    await sql`drop table events`.execute(db)
    return { written: (written / MEBIBYTE).toFixed(0), size: ((sizes[0]?.bytes ?? 0) / MEBIBYTE).toFixed(0) }
  }
  const random = await write('gen_random_uuid()')
  const timed = await write(`(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
                              || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid`)
  const count = NEW_EVENTS.toLocaleString('en')
  return [
    figure(`log of ${count} new events, random keys / keys by time, MiB`, `${random.written} / ${timed.written}`),
    figure('index of the keys, random / by time, MiB', `${random.size} / ${timed.size}`),
  ]
}

async function logEnd(): Promise<number> {
  const { rows: ends } = await sql<{ bytes: number }>`
    select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`.execute(db)
  return ends[0]?.bytes ?? 0
}
