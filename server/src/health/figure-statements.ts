import { type RawBuilder, sql } from 'kysely'
import { isPaused } from '../bidding/pauses/pause-queries.ts'
import { BEATS, SENDS } from './engine-sends.ts'

/* The time is `now()`, which an index can be searched by, and `clock_timestamp()` cannot. */

/** Counting stops here, so that no backlog makes a scrape slow. */
const MOST = 10_000
export const RUNS = sql<boolean>`(stopped_at is null and ${BEATS})`
/** It neither beats nor was stopped, lately, and no engine was started on its host afterwards. */
export const IS_SILENT = sql<boolean>`(stopped_at is null and not ${BEATS} and heartbeat_at > now() - interval '1 hour'
  and not exists (select from engines later
                   where split_part(later.host, '/', 1) = split_part(engines.host, '/', 1)
                     and later.id > engines.id and later.started_at > engines.heartbeat_at))`
const SECONDS = 1_000

const countUpToMost = (rows: RawBuilder<unknown>) => sql<number>`(select count(*)::int from (${rows} limit ${MOST}) r)`

/** The site's time now, by the stored measurement of its clock. Bids are dated on it. */
export const siteNow = (siteId: string) =>
  sql<Date>`now() + coalesce((select offset_ms from site_clocks where marketplace = ${siteId}), 0) * interval '1 ms'`

/** Bids whose instant has passed, that no engine holds, and that neither a pause nor a restore stops: nobody sends them. */
export const overdueBids = (siteId: string, columns = sql``) => sql`
  select ${columns} from bids b
   where b.status = 'pending' and b.fire_at < (select ${siteNow(siteId)}) - interval '5 s' and b.engine_id is null
     and b.restored_from is null and not ${isPaused}`
const countOverdueBids = (siteId: string) => countUpToMost(overdueBids(siteId))

/** Bids that are due within ten minutes, whoever holds them. */
const bidsDueSoon = (siteId: string) => sql`
  select from bids b
   where b.status = 'pending'
     and b.fire_at between (select ${siteNow(siteId)}) and (select ${siteNow(siteId)}) + interval '10 min'`

export type Figures = {
  engines: Record<'sends' | 'fit' | 'unfit' | 'silent', number> & Record<'timerLateS' | 'bidLateS', number | null>
  due: Record<'armed' | 'overdue' | 'soon' | 'checking' | 'listings', number>
  /** What waits to be sent, by channel, and for how long the oldest of it has been due, or the channel has been dead. */
  deliveries: { channel: string; waiting: number; oldestS: number }[]
  rest: {
    pause: 'off' | 'no_new' | 'all'
    pauseReason: string | null
    pausedSince: number | null
    jobsWaiting: number
    jobsFailed: number
    alarms: number
    bytes: number
  } & Record<'clockOffsetS' | 'clockErrorS' | 'clockAgeS', number | null>
}

/** What the database says of the whole installation. Each statement reads an index, or a table of few rows. */
export const figureStatements = (siteId: string) => ({
  engineFigures: sql<Figures['engines']>`
    select count(*) filter (where ${SENDS})::int as sends,
           count(*) filter (where ${RUNS} and unfit_reason is null)::int as fit,
           count(*) filter (where ${RUNS} and unfit_reason is not null)::int as unfit,
           count(*) filter (where ${IS_SILENT})::int as silent,
           max(timer_late_ms) filter (where ${RUNS}) / ${SECONDS} as "timerLateS",
           max(bid_late_ms) filter (where ${RUNS}) / ${SECONDS} as "bidLateS"
      from engines`,
  due: dueStatement(siteId),
  deliveries: sql<Figures['deliveries'][number]>`
    select channels.channel, waiting.count as waiting,
           extract(epoch from now() - waiting.since)::float8 as "oldestS"
      from unnest(array['email', 'push', 'sms', 'webhook']) as channels (channel),
           lateral (select count(*)::int as count, least(min(next_try_at), now()) as since
                      from (select next_try_at from deliveries d
                             where d.channel = channels.channel and d.ended_at is null
                               and (d.attempts > 0 or d.next_try_at <= now())
                             order by give_up_at limit ${MOST}) due) waiting`,
  restOfFigures: sql<Figures['rest']>`
    select p.state as pause, p.reason as "pauseReason", extract(epoch from p.since)::float8 * 1000 as "pausedSince",
           q.waiting as "jobsWaiting", q.failed as "jobsFailed", ${countUpToMost(sql`select from alarms`)} as alarms,
           c.offset_ms / ${SECONDS} as "clockOffsetS", c.uncertainty_ms / ${SECONDS} as "clockErrorS",
           greatest(0, extract(epoch from now() - c.measured_at))::float8 as "clockAgeS",
           pg_database_size(current_database()) as bytes
      from operator_pause p cross join read_job_queue() q
           left join site_clocks c on c.marketplace = ${siteId}`,
})

const dueStatement = (siteId: string) => sql<Figures['due']>`
  select ${countUpToMost(sql`select from bids where engine_id is not null and status = 'pending'`)} as armed,
         ${countOverdueBids(siteId)} as overdue,
         ${countUpToMost(bidsDueSoon(siteId))} as soon,
         ${countUpToMost(sql`select from bids where status = 'executed'`)} as checking,
         ${countUpToMost(sql`select from listings where next_check_at <= now()`)} as listings`
