import type { IncidentKind } from '@bidwell/contract'
import { sql } from 'kysely'
import { findDeadChannels } from '../deliveries/find-dead-channels.ts'
import { SENDS } from '../health/engine-sends.ts'
import type { ReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { countOverdueBids } from '../watching/read-figures.ts'

export type NoteDeps = {
  db: Db
  clock: Clock
  marketplace: { readonly id: string }
  readBudget: Pick<ReadBudget, 'state'>
}

/** What the jobs look for. A pause of the operator is in the log of pauses. */
type Seen = Exclude<IncidentKind, 'unwatched' | 'paused'>
/** Null: the trouble is not there. Else a detail, or an empty text without one. */
type Troubles = Record<Seen, string | null>

/** Jobs that have not looked for so long did not run. A restart takes some seconds. */
export const WATCHED_WITHIN_MS = 60_000

/**
 * Looks for trouble, and keeps each span of it as an incident: one that is open for each kind. A span in which nothing looked,
 * because the jobs or the database did not run, is an incident of its own. All times are the database's. Does nothing while
 * another process looks.
 */
export async function noteIncidents({ db, clock, marketplace, readBudget }: NoteDeps): Promise<void> {
  const site = await readBudget.state()
  const deadChannels = await findDeadChannels(db, clock.now())
  await db.transaction().execute(async (tx) => {
    const watch = await lockWatch(tx)
    if (watch === null) return
    const { seenAt, now } = watch
    const isGap = seenAt !== null && now.getTime() - seenAt.getTime() > WATCHED_WITHIN_MS
    if (isGap) {
      const gap = { kind: 'unwatched', began_at: seenAt, seen_at: now, ended_at: now } as const
      await tx.insertInto('incidents').values(gap).execute()
    }
    const troubles: Troubles = {
      ...(await readTroubles(tx, marketplace.id)),
      site_failing: site.state === 'ok' ? null : (site.failureKind ?? ''),
      alerts_stuck: deadChannels.length > 0 ? '' : null,
    }
    for (const kind of Object.keys(troubles) as Seen[]) await noteOne(tx, { kind, detail: troubles[kind], now, isGap })
    await tx.updateTable('incident_watch').set({ seen_at: now }).execute()
  })
}

/** Null while another process has the lock. */
async function lockWatch(tx: Tx): Promise<{ seenAt: Date | null; now: Date } | null> {
  // Reads the time after the row is locked: a time read before could be earlier than the previous holder's write.
  const { rows } = await sql<{ seenAt: Date | null; now: Date }>`
    with locked as materialized (select seen_at from incident_watch for update skip locked)
    select seen_at as "seenAt", clock_timestamp() as now from locked`.execute(tx)
  return rows[0] ?? null
}

async function readTroubles(tx: Tx, siteId: string): Promise<Pick<Troubles, 'no_engine' | 'bids_overdue'>> {
  const { rows } = await sql<{ sends: boolean; overdue: number }>`
    select exists (select from engines where ${SENDS}) as "sends", ${countOverdueBids(siteId)} as overdue`.execute(tx)
  const [row] = rows
  return { no_engine: row?.sends ? null : '', bids_overdue: (row?.overdue ?? 0) > 0 ? '' : null }
}

type Look = { kind: Seen; detail: string | null; now: Date; isGap: boolean }

async function noteOne(tx: Tx, { kind, detail, now, isGap }: Look) {
  const open = tx.updateTable('incidents').where('kind', '=', kind).where('ended_at', 'is', null)
  if (detail === null) {
    // Of a gap it is not known when the trouble ended: it counts up to when it was last seen.
    await open.set({ ended_at: isGap ? sql<Date>`seen_at` : now }).execute()
    return
  }
  const { numUpdatedRows } = await open.set({ seen_at: now }).executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const began = { kind, began_at: now, seen_at: now, detail: detail === '' ? null : detail }
  await tx.insertInto('incidents').values(began).execute()
}
