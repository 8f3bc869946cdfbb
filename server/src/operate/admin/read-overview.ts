import { ChannelName, messages, type Overview } from '@bidwell/contract'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { findTroubles } from '../../health/find-troubles.ts'
import { type Facts, readFacts } from '../../health/read-facts.ts'
import { listAlarms } from '../../platform/alarms.ts'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { Db } from '../../platform/database/tables.ts'

type Copy = NonNullable<Overview['backups']>[number]

const SECOND_MS = 1_000
const MOST_ALARMS = 100
const MOST_COPIES = 20

/** The state of the installation now. Each statement reads an index, or a table of few rows. */
export async function readOverview(ctx: Ctx): Promise<Overview> {
  const facts = await readFacts(ctx)
  const alarms = await listAlarms(ctx.db, MOST_ALARMS)
  const { due, rest } = facts.figures
  return {
    measured_at: iso(facts.now),
    troubles: findTroubles(facts).map(({ since, names, ...trouble }) => ({
      ...trouble,
      names: [...names],
      since: maybeIso(since),
    })),
    engines: facts.engines.map((engine) => presentEngine(engine, facts.now)),
    site: presentSite(facts),
    database: { bytes: rest.bytes, slowest_answer_ms: facts.slowestMs },
    jobs: {
      processes: facts.jobs.map(({ host, startedAt, beatAt, freeBytes }) => ({
        host,
        started_at: iso(startedAt),
        beat_age_ms: Math.max(0, facts.now - beatAt),
        free_bytes: freeBytes,
      })),
      waiting: rest.jobsWaiting,
      failed: rest.jobsFailed,
    },
    backups: ctx.expectsBackups ? await listCopies(ctx.db) : null,
    deliveries: presentDeliveries(facts),
    due: {
      bids_soon: due.soon,
      bids_armed: due.armed,
      bids_overdue: due.overdue,
      bids_checking: due.checking,
      listings: due.listings,
    },
    pause: { state: rest.pause, reason: rest.pauseReason, since: maybeIso(rest.pausedSince) },
    alarms: alarms.map(({ kind, subject, raised_at }) => ({
      kind,
      subject,
      sentence: messages.alarms.describe(kind, subject),
      raised_at: raised_at.toISOString(),
    })),
  }
}

const presentEngine = (engine: Facts['engines'][number], now: number): Overview['engines'][number] => ({
  id: engine.id,
  host: engine.host,
  started_at: iso(engine.startedAt),
  state: engine.state,
  unfit_reason: engine.unfitReason,
  heartbeat_age_ms: Math.max(0, now - engine.beatAt),
  armed: engine.armed,
  timer_late_ms: engine.timerLateMs,
  bid_late_ms: engine.bidLateMs,
  free_bytes: engine.freeBytes,
})

function presentSite({ site, figures: { rest } }: Facts): Overview['site'] {
  const { clockOffsetS, clockErrorS, clockAgeS } = rest
  return {
    state: site.state,
    since: maybeIso(site.since),
    failure_kind: site.state === 'ok' ? null : site.failureKind,
    next_try_at: maybeIso(site.nextTryAt),
    reads_left: site.readsLeft,
    clock:
      clockOffsetS === null || clockErrorS === null || clockAgeS === null
        ? null
        : { offset_ms: clockOffsetS * SECOND_MS, error_ms: clockErrorS * SECOND_MS, age_ms: clockAgeS * SECOND_MS },
  }
}

const presentDeliveries = ({ channels, figures }: Facts): Overview['deliveries'] =>
  figures.deliveries.map(({ channel, waiting, oldestS }) => {
    const ended = channels.find((each) => each.channel === channel)
    return {
      channel: ChannelName.parse(channel),
      waiting,
      oldest_ms: oldestS * SECOND_MS,
      sent: ended?.sent ?? 0,
      refused: ended?.refused ?? 0,
    }
  })

/** Where the copies of the database are: the backups that are kept, and the last tries, the latest first. */
async function listCopies(db: Db): Promise<Copy[]> {
  const rows = await db
    .selectFrom('backups')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(MOST_COPIES)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    taken_at: row.taken_at.toISOString(),
    state: stateOf(row),
    file: row.file,
    bytes: row.bytes,
    failure: row.failure,
  }))
}

const stateOf = ({ ended_at, failure }: Selectable<Tables['backups']>): Copy['state'] =>
  failure !== null ? 'failed' : ended_at === null ? 'being_made' : 'verified'

const iso = (instant: number) => new Date(instant).toISOString()
const maybeIso = (instant: number | null) => (instant === null ? null : iso(instant))
