import { BidOutcome, messages } from '@bidwell/contract'
import { Gauge, type Registry } from '@prometheus-io/client'
import type { Alarm } from '../platform/alarms.ts'
import type { Trouble } from './find-troubles.ts'
import type { Facts } from './read-facts.ts'

const ALARM_KINDS = Object.keys({
  journal_unreadable: 0,
  entry_rejected: 0,
  logins_limited: 0,
  retention_failed: 0,
  two_subscriptions: 0,
  subscription_unknown: 0,
  customer_not_closed: 0,
  payment_disputed: 0,
  stripe_message_refused: 0,
  orders_unreadable: 0,
  group_won_too_many: 0,
} satisfies Record<Alarm['kind'], 0>)

const SECOND_MS = 1_000

type Value = number | null
type Labelled = { readonly by: string; readonly values: Readonly<Record<string, Value>> }

/** Writes what the database says into a new registry. What is not known is left out: 0 would be a claim. */
export function writeFigures(registry: Registry, { figures, site, ...facts }: Facts): void {
  const { engines, due, deliveries, rest } = figures
  const gauge = (name: string, help: string, value: Value | Labelled) => addGauge(registry, name, help, value)

  gauge(
    'engines',
    'Engines: fit ones claim bids, unfit ones leave them to others, silent ones have lost their heartbeat.',
    {
      by: 'state',
      values: { fit: engines.fit, unfit: engines.unfit, silent: engines.silent },
    },
  )
  gauge('engine_heartbeat_age_seconds', 'Time since the last heartbeat of any engine.', engines.heartbeatAgeS)
  gauge(
    'engine_timer_delay_seconds',
    'The greatest delay of a timer in a running engine within five seconds.',
    engines.timerLateS,
  )
  gauge(
    'engine_bid_delay_seconds',
    'The greatest delay of a bid behind its planned instant within the last minutes.',
    engines.bidLateS,
  )

  gauge('site_clock_offset_seconds', "The auction site's clock minus the database's clock.", rest.clockOffsetS)
  gauge(
    'site_clock_error_seconds',
    'The greatest possible error of that offset when it was measured.',
    rest.clockErrorS,
  )
  gauge('site_clock_age_seconds', "Time since the auction site's clock was measured.", rest.clockAgeS)

  gauge('bids_armed', 'Bids that an engine holds and has not sent.', due.armed)
  gauge('bids_soon', 'Bids that are due within ten minutes.', due.soon)
  gauge('bids_overdue', 'Bids whose instant has passed, that no engine holds, and that no pause stops.', due.overdue)
  gauge('bids_checking', 'Bids that were sent, and whose result is not known yet.', due.checking)
  gauge('bids_ended_last_hour', 'Bids that ended within the last hour, by how they ended.', {
    by: 'outcome',
    values: countsOf(BidOutcome.options, figures.outcomes),
  })

  gauge('listings_due', 'Listings that are due to be read from the auction site.', due.listings)
  gauge('preflights_due', 'Bids whose next check ahead of time is due.', due.preflights)
  gauge('deliveries_waiting', 'Mails and alerts that are due to be sent.', {
    by: 'channel',
    values: Object.fromEntries(deliveries.map(({ channel, waiting }) => [channel, waiting])),
  })
  gauge(
    'deliveries_oldest_age_seconds',
    'How long the oldest of them has waited, without those whose recipient is put off.',
    {
      by: 'channel',
      values: Object.fromEntries(deliveries.map(({ channel, oldestS }) => [channel, oldestS])),
    },
  )
  gauge('jobs_waiting', 'Background jobs that are due and not started.', rest.jobsWaiting)
  gauge('jobs_failed', 'Background jobs that have used up their tries.', rest.jobsFailed)

  gauge(
    'site_reads_left',
    'Reads of the auction site that the budget has left; below 0, reads for bids have overdrawn it.',
    site.readsLeft,
  )
  gauge(
    'site_backing_off',
    '1 while the auction site fails and reads that can wait are held back, else 0.',
    Number(site.state !== 'ok'),
  )
  gauge('site_failures', 'Failures of the auction site in a row.', site.failures)

  gauge('alarms', 'Alarms that no operator has cleared, by kind.', {
    by: 'kind',
    values: countsOf(ALARM_KINDS, figures.alarms),
  })
  gauge('bidding_paused', "1 while the operator's pause is in force, else 0: for new bids, or for all.", {
    by: 'bids',
    values: { new: Number(rest.pause !== 'off'), all: Number(rest.pause === 'all') },
  })
  gauge('database_size_bytes', 'The size of the database.', rest.bytes)
  gauge('database_connections', 'Connections to the database, of all programs.', rest.connections)
  writeMachines(gauge, facts)
}

const leastFree = (all: readonly { freeBytes: number | null }[]) => {
  const known = all.flatMap(({ freeBytes }) => freeBytes ?? [])
  return known.length === 0 ? null : Math.min(...known)
}

/** What machines say of themselves: the worst of each kind. */
function writeMachines(
  gauge: (name: string, help: string, value: Value | Labelled) => void,
  { now, slowestMs, engines, jobs }: Omit<Facts, 'figures' | 'site'>,
) {
  gauge('disk_free_bytes', 'Free bytes of the fullest disk that engines and jobs write to.', {
    by: 'part',
    values: { engine: leastFree(engines), jobs: leastFree(jobs) },
  })
  gauge(
    'jobs_beat_age_seconds',
    'Time since the last sign of a process that runs background jobs.',
    jobs[0] === undefined ? null : Math.max(0, now - jobs[0].beatAt) / SECOND_MS,
  )
  gauge(
    'database_answer_seconds',
    'The slowest answer of the database to the statements of a scrape.',
    slowestMs / SECOND_MS,
  )
}

/** Writes every kind of trouble: 1 where something is wrong, else 0. */
export function writeTroubles(registry: Registry, troubles: readonly Trouble[]): void {
  const found = new Set<string>(troubles.map(({ kind }) => kind))
  addGauge(registry, 'trouble', '1 while something of this kind is wrong with the installation, else 0.', {
    by: 'kind',
    values: Object.fromEntries(messages.troubles.TROUBLE_KINDS.map((kind) => [kind, Number(found.has(kind))])),
  })
}

/** The known kinds, with 0 for those that do not occur. All others count as one. */
function countsOf(known: readonly string[], found: ReadonlyMap<string, number>): Record<string, number> {
  const others = [...found].filter(([kind]) => !known.includes(kind))
  return {
    ...Object.fromEntries(known.map((kind) => [kind, found.get(kind) ?? 0])),
    other: others.reduce((sum, [, count]) => sum + count, 0),
  }
}

function addGauge(registry: Registry, name: string, help: string, value: Value | Labelled) {
  if (value === null) return
  const settings = { name: `bidwell_${name}`, help, registers: [registry] }
  if (typeof value === 'number') return new Gauge(settings).set(value)
  const gauge = new Gauge({ ...settings, labelNames: [value.by] })
  for (const [label, of] of Object.entries(value.values)) if (of !== null) gauge.set({ [value.by]: label }, of)
}
