import { type api, type Data, IncidentKind, SERVICE_LEVEL } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import type { Db } from '../platform/database/tables.ts'
import { findTroubles } from './find-troubles.ts'
import { STANDS_MS } from './note-troubles.ts'
import { readFacts } from './read-facts.ts'

type Status = Data<typeof api.readServiceStatus>

/** Whether the installation bids now, and when it did not. Nothing here names a user, an item or an amount. */
export async function readStatus(ctx: Ctx): Promise<Status> {
  const facts = await readFacts(ctx)
  const troubles = new Set<string>(findTroubles(facts).map(({ kind }) => kind))
  const { pause, pauseReason, pausedSince } = facts.figures.rest
  return {
    checked_at: iso(facts.now),
    engines: troubles.has('no_engine') ? 'down' : 'ok',
    site: troubles.has('site_failing') ? 'failing' : 'ok',
    bids: troubles.has('bids_overdue') ? 'overdue' : 'ok',
    alerts: troubles.has('channel_down') ? 'stuck' : 'ok',
    jobs: troubles.has('jobs_gone') ? 'down' : 'ok',
    pause:
      pause === 'off' || pausedSince === null ? null : { state: pause, reason: pauseReason, since: iso(pausedSince) },
    incidents: (await readIncidents(ctx.db)).map(({ kind, beganAt, endedAt }) => ({
      kind,
      began_at: iso(beganAt),
      // The jobs, which note the end, may not run.
      ended_at: endedAt === null && (kind === 'paused' || troubles.has(kind)) ? null : iso(endedAt ?? facts.now),
    })),
  }
}

const iso = (instant: number) => new Date(instant).toISOString()

/** The incidents of the last 90 days, latest first. Trouble that passed at once is none: a restart would look like one. */
async function readIncidents(db: Db) {
  type Row = { kind: IncidentKind; beganAt: number; endedAt: number | null }
  const since = sql`now() - ${SERVICE_LEVEL.incidentDays} * interval '1 day'`
  const { rows } = await sql<Row>`
    select kind, extract(epoch from began_at)::float8 * 1000 as "beganAt", extract(epoch from ended_at)::float8 * 1000 as "endedAt"
      from (select kind, began_at, ended_at from incidents
             where began_at > ${since} and kind = any(${IncidentKind.options}::text[])
               and coalesce(ended_at, now()) - began_at >= ${STANDS_MS} * interval '1 ms'
            union all
            select 'paused', at, until
              from (select at, state, lead(at) over (order by id) as until
                      from pauses where account_id is null and account_pseudonym is null) p
             where state <> 'off' and at > ${since}) i
     order by began_at desc limit ${SERVICE_LEVEL.mostIncidents}`.execute(db)
  return rows
}
