import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import type { SiteState } from '../marketplace/rate-limiting/read-budget.ts'
import { findDeadChannels } from '../notifying/deliveries/find-dead-channels.ts'
import type { Db } from '../platform/database/tables.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { type Figures, figureStatements, IS_SILENT, overdueBids, RUNS, siteNow } from './figure-statements.ts'

/** The doctor has no client of the site. */
type Sources = Pick<Ctx, 'db' | 'clock' | 'readBudget' | 'expectsBackups'> & { marketplace: { readonly id: string } }

/** What decides whether something is wrong. Instants are epoch ms on the database's clock. */
export type Facts = {
  now: number
  /** The longest that the database took for an answer, ms. */
  slowestMs: number
  figures: Figures
  site: SiteState
  /** Those that run, and those that fell silent within an hour. */
  engines: readonly EngineFacts[]
  jobs: readonly { host: string; startedAt: number; beatAt: number; freeBytes: number | null }[]
  channels: readonly { channel: string; deadSince: number | null; sent: number; refused: number }[]
  since: {
    engineLost: number | null
    bidOverdue: number | null
    bidChecked: number | null
    listingDue: number | null
    firstAlarm: number | null
    lastAlarm: number | null
  }
  /** Null where the operator makes backups by other means. */
  backups: BackupFacts | null
  /** Bids that were sent more than five minutes ago, and whose result is not known. */
  checkedForLong: number
  /** When the troubles that are noted began, by their kind. */
  seen: ReadonlyMap<string, number>
}

export type EngineFacts = {
  id: number
  host: string
  startedAt: number
  beatAt: number
  state: 'fit' | 'unfit' | 'silent'
  unfitReason: string | null
  armed: number
  timerLateMs: number | null
  bidLateMs: number | null
  freeBytes: number | null
}

export type BackupFacts = {
  /** When the database got its first migration. */
  installedAt: number
  /** Of when the last backup is that was found equal to the database. */
  verifiedAt: number | null
  /** The last that has ended. */
  last: { endedAt: number; failure: string | null } | null
}

/** A database that takes longer does not answer. Less than a scraper waits. */
export const FACTS_WITHIN_MS = 5_000
const MOST_ENGINES = 100
const MOST = 10_000

const epochMs = (of: ReturnType<typeof sql>) => sql<number>`(extract(epoch from ${of}) * 1000)::float8`

/**
 * Reads the facts. What the tables say is one statement, so that it is of one moment and a slow database costs one wait; each
 * part of it reads an index, or a table of few rows. Rejects when the database does not answer.
 */
export async function readFacts({ db, clock, marketplace, readBudget, expectsBackups }: Sources): Promise<Facts> {
  let slowestMs = 0
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const startedAt = clock.monotonic()
    const result = await work
    slowestMs = Math.max(slowestMs, clock.monotonic() - startedAt)
    return result
  }
  const statements = {
    ...figureStatements(marketplace.id),
    rest: restStatement(marketplace.id),
    engines: ENGINES,
    jobs: JOBS_PROCESSES,
    ended: ENDED_DELIVERIES,
    backups: BACKUPS,
  }
  const [rows, dead, site] = await Promise.all([
    timed(readTogether(db, statements)),
    timed(findDeadChannels(db, clock.now())),
    timed(readBudget.state()),
  ])
  const { now, seen, ...rest } = the(rows.rest)
  const deadSinceOf = (name: string) => {
    const since = dead.find(({ channel }) => channel === name)?.since
    return since === undefined ? null : Date.parse(since)
  }
  return {
    ...rest,
    now,
    engines: rows.engines,
    jobs: rows.jobs,
    backups: expectsBackups ? the(rows.backups) : null,
    figures: {
      engines: the(rows.engineFigures),
      due: the(rows.due),
      deliveries: rows.deliveries.map(({ channel, waiting, oldestS }) => {
        const deadS = (now - (deadSinceOf(channel) ?? now)) / 1_000
        return { channel, waiting, oldestS: Math.max(oldestS, deadS) }
      }),
      rest: the(rows.restOfFigures),
    },
    site,
    slowestMs,
    seen: new Map(Object.entries(seen ?? {})),
    channels: rows.ended.map((row) => ({ ...row, deadSince: deadSinceOf(row.channel) })),
  }
}

/** The facts; null while the database does not answer in time, and `onError` hears why. */
export const readFactsInTime = (
  ctx: Ctx,
  signal: AbortSignal,
  onError: (error: unknown) => void = () => {},
): Promise<Facts | null> =>
  withTimeout(ctx.clock, FACTS_WITHIN_MS, signal, () => readFacts(ctx)).catch((error: unknown) => {
    onError(error)
    return null
  })

type RowsOf<Statements> = { [Name in keyof Statements]: Statements[Name] extends RawBuilder<infer Row> ? Row[] : never }

/** The rows of several statements by their names, as JSON has them: without dates. */
async function readTogether<Statements extends Record<string, RawBuilder<unknown>>>(
  db: Db,
  statements: Statements,
): Promise<RowsOf<Statements>> {
  const columns = Object.entries(statements).map(
    ([name, statement]) =>
      sql`(select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (${statement}) r) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<RowsOf<Statements>>`select ${sql.join(columns)}`.execute(db)
  return the(rows)
}

function the<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The database has no row for the facts')
  return row
}

const ENGINES = sql<EngineFacts>`
  select id, split_part(host, '/', 1) as host, ${epochMs(sql`started_at`)} as "startedAt", ${epochMs(sql`heartbeat_at`)} as "beatAt",
         case when not ${RUNS} then 'silent' when unfit_reason is null then 'fit' else 'unfit' end as state,
         unfit_reason as "unfitReason", timer_late_ms as "timerLateMs", bid_late_ms as "bidLateMs",
         free_bytes::float8 as "freeBytes",
         (select count(*)::int
            from (select from bids b where b.engine_id = engines.id and b.status = 'pending' limit ${MOST}) held) as armed
    from engines where ${RUNS} or ${IS_SILENT} order by id limit ${MOST_ENGINES}`

const JOBS_PROCESSES = sql<Facts['jobs'][number]>`
  select host, ${epochMs(sql`started_at`)} as "startedAt", ${epochMs(sql`beat_at`)} as "beatAt",
         free_bytes::float8 as "freeBytes"
    from jobs_processes order by beat_at desc limit ${MOST_ENGINES}`

const BACKUPS = sql<BackupFacts>`
  select (select ${epochMs(sql`min(applied_at)`)} from migrations) as "installedAt",
         (select ${epochMs(sql`max(taken_at)`)} from backups where verified_at is not null) as "verifiedAt",
         (select jsonb_build_object('endedAt', ${epochMs(sql`ended_at`)}, 'failure', failure)
            from backups where ended_at is not null order by started_at desc limit 1) as last`

/** How many deliveries of the last hour were sent and refused, by channel. */
const ENDED_DELIVERIES = sql<{ channel: string; sent: number; refused: number }>`
  select channels.channel, count(e.*) filter (where e.outcome = 'sent')::int as sent,
         count(e.*) filter (where e.outcome = 'refused')::int as refused
    from unnest(array['email', 'push', 'sms', 'webhook']) as channels (channel)
         left join lateral (select d.outcome from deliveries d
                             where d.ended_at > now() - interval '1 hour' and d.channel = channels.channel
                             limit ${MOST}) e on true
   group by channels.channel`

function restStatement(siteId: string) {
  type Row = Pick<Facts, 'now' | 'since' | 'checkedForLong'> & {
    seen: Record<string, number> | null
  }
  const checked = sql`status = 'executed' and fire_at < (select ${siteNow(siteId)}) - interval '5 min'`
  return sql<Row>`
    select ${epochMs(sql`clock_timestamp()`)} as now,
           (select count(*)::int from (select from bids where ${checked} limit ${MOST}) c) as "checkedForLong",
           (select jsonb_object_agg(kind, ${epochMs(sql`began_at`)}) from incidents where ended_at is null) as seen,
           jsonb_build_object(
             'engineLost', (select ${epochMs(sql`max(coalesce(stopped_at, heartbeat_at))`)} from engines),
             'bidOverdue', (select ${epochMs(sql`min(o.fire_at)`)} from (${overdueBids(siteId, sql`b.fire_at`)} order by b.fire_at limit 1) o),
             'bidChecked', (select ${epochMs(sql`min(fire_at)`)} from bids where ${checked}),
             'listingDue', (select ${epochMs(sql`min(next_check_at)`)} from listings where next_check_at <= now()),
             'firstAlarm', (select ${epochMs(sql`min(raised_at)`)} from alarms),
             'lastAlarm', (select ${epochMs(sql`max(raised_at)`)} from alarms)) as since`
}
