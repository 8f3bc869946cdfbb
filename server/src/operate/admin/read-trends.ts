import { type api, type Data, MetricName, SITE_ZONE } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import type { Db } from '../../platform/database/tables.ts'

/** Reading more would take longer than a page may, and would not change what three of four do not exceed. */
const MOST_MEASUREMENTS = 10_000

type Trends = Data<typeof api.readTrends>
type Count = { kind: string; day: string; count: number }

/** What happened in the last `length` days, by day. Each statement reads an index by time. */
export async function readTrends(ctx: Ctx, length: number): Promise<Trends> {
  const { db } = ctx
  const { rows } = await sql<{ day: string }>`
    select to_char(${today} - n, 'YYYY-MM-DD') as day from generate_series(${length - 1}::int, 0, -1) n`.execute(db)
  const days = rows.map(({ day }) => day)
  const [measured, events, failures, speeds] = await Promise.all([
    readMeasured(ctx),
    countEvents(db, length),
    countFailures(db, length),
    readSpeeds(db, length),
  ])
  return {
    days,
    measured,
    events: byKind(days, events),
    sign_in_failures: byKind(days, failures),
    speeds: MetricName.options.map((metric) => {
      const own = speeds.filter((row) => row.metric === metric)
      return {
        metric,
        values: days.map((day) => own.find((row) => row.day === day)?.value ?? null),
        measurements: own.reduce((sum, { count }) => sum + count, 0),
      }
    }),
  }
}

const MEASURED_MS = 90 * 86_400_000

/** Bids at the practice site count only where that is the present site. */
async function readMeasured({ db, clock, marketplace }: Ctx): Promise<Trends['measured']> {
  const since = new Date(clock.now() - MEASURED_MS)
  const { rows } = await sql<Trends['measured']>`
    select (select count(*)::int from accounts where email_verified_at is not null) as verified_accounts,
           count(*)::int as sent, (count(*) filter (where won))::int as won
      from measured_bids
     where due_at > ${since} and marketplace = ${marketplace.id} and sent and class <> 'unknown'`.execute(db)
  return rows[0] ?? { verified_accounts: 0, sent: 0, won: 0 }
}

const today = sql`(now() at time zone ${SITE_ZONE})::date`
const start = (length: number) => sql`((${today} - ${length - 1}::int)::timestamp at time zone ${SITE_ZONE})`
const dayOf = sql`(at at time zone ${SITE_ZONE})::date`
/** Of a group alone: writing out the day of each row would take longer than all else. */
const dayText = sql`to_char(day, 'YYYY-MM-DD') as day`

const countEvents = async (db: Db, length: number) =>
  (
    await sql<Count>`
      select kind, ${dayText}, count
        from (select kind, ${dayOf} as day, count(*)::int from product_events where at >= ${start(length)} group by 1, 2) d`.execute(
      db,
    )
  ).rows

const countFailures = async (db: Db, length: number) =>
  (
    await sql<Count>`
      select kind, ${dayText}, count
        from (select coalesce(error_type, recovery_method, step) as kind, ${dayOf} as day, count(*)::int
                from login_failure_trail where at >= ${start(length)} group by 1, 2) d`.execute(db)
  ).rows

async function readSpeeds(db: Db, length: number) {
  const { rows } = await sql<{ metric: string; day: string; value: number; count: number }>`
    select metric, ${dayText}, value, count from (
    select m.metric, ${dayOf} as day, percentile_cont(0.75) within group (order by value) as value, count(*)::int
      from unnest(${MetricName.options}::text[]) as m (metric)
     cross join lateral (select at, value from performance_metrics p
                          where p.metric = m.metric and at >= ${start(length)}
                          order by at desc limit ${MOST_MEASUREMENTS}) latest
     group by 1, 2) d`.execute(db)
  return rows
}

/** A row of counts for each kind that occurred, the most frequent first. */
function byKind(days: readonly string[], rows: readonly Count[]) {
  const kinds = Map.groupBy(rows, ({ kind }) => kind)
  return [...kinds]
    .map(([kind, own]) => {
      const counts = new Map(own.map(({ day, count }) => [day, count]))
      return {
        kind,
        counts: days.map((day) => counts.get(day) ?? 0),
        total: own.reduce((sum, row) => sum + row.count, 0),
      }
    })
    .toSorted((a, b) => b.total - a.total)
    .map(({ kind, counts }) => ({ kind, counts }))
}
