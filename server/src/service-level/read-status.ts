import { type api, type Data, type IncidentKind, SERVICE_LEVEL } from '@bidwell/contract'
import { sql } from 'kysely'
import { findDeadChannels } from '../deliveries/find-dead-channels.ts'
import { SENDS } from '../health/engine-sends.ts'
import type { Db } from '../platform/database/tables.ts'
import { countOverdueBids } from '../watching/read-figures.ts'
import { type NoteDeps, WATCHED_WITHIN_MS } from './note-incidents.ts'

type Status = Data<typeof api.readServiceStatus>

/** Whether the installation bids now, and when it did not. Nothing here names a user, an item or an amount. */
export async function readStatus({ db, clock, marketplace, readBudget }: NoteDeps): Promise<Status> {
  const now = await readNow(db, marketplace.id)
  const site = await readBudget.state()
  const deadChannels = await findDeadChannels(db, clock.now())
  return {
    checked_at: now.at.toISOString(),
    engines: now.sends ? 'ok' : 'down',
    site: site.state === 'ok' ? 'ok' : 'failing',
    bids: now.overdue > 0 ? 'overdue' : 'ok',
    alerts: deadChannels.length > 0 ? 'stuck' : 'ok',
    jobs: now.isWatched ? 'ok' : 'down',
    pause:
      now.pause === 'off' || now.pausedSince === null
        ? null
        : { state: now.pause, reason: now.reason, since: now.pausedSince.toISOString() },
    incidents: await readIncidents(db, now.isWatched),
  }
}

async function readNow(db: Db, siteId: string) {
  type Row = {
    at: Date
    sends: boolean
    overdue: number
    isWatched: boolean
    pause: 'off' | 'no_new' | 'all'
    reason: string | null
    pausedSince: Date | null
  }
  const { rows } = await sql<Row>`
    select now() as at, exists (select from engines where ${SENDS}) as "sends", ${countOverdueBids(siteId)} as overdue,
           coalesce(w.seen_at > now() - ${WATCHED_WITHIN_MS} * interval '1 ms', false) as "isWatched",
           p.state as pause, p.reason, p.since as "pausedSince"
      from operator_pause p cross join incident_watch w`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database has no state of the installation')
  return row
}

/**
 * The incidents of the last 90 days, latest first. Trouble that was seen only once is none: a restart would look like one. While
 * the jobs do not run, nothing writes: what was open is as it was last seen, and their own absence is an incident.
 */
async function readIncidents(db: Db, isWatched: boolean): Promise<Status['incidents']> {
  type Row = { kind: IncidentKind; beganAt: Date; endedAt: Date | null }
  const since = sql`now() - ${SERVICE_LEVEL.incidentDays} * interval '1 day'`
  const { rows } = await sql<Row>`
    select kind, began_at as "beganAt", ended_at as "endedAt"
      from (select kind, began_at, ${isWatched ? sql`ended_at` : sql`coalesce(ended_at, seen_at)`} as ended_at
              from incidents where began_at > ${since} and seen_at > began_at
            union all
            select 'unwatched', seen_at, null from incident_watch where ${!isWatched} and seen_at is not null
            union all
            select 'paused', at, until
              from (select at, state, lead(at) over (order by id) as until
                      from pauses where account_id is null and account_pseudonym is null) p
             where state <> 'off' and at > ${since}) i
     order by began_at desc limit ${SERVICE_LEVEL.mostIncidents}`.execute(db)
  return rows.map(({ kind, beganAt, endedAt }) => ({
    kind,
    began_at: beganAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }))
}
