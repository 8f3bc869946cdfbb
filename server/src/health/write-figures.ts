import { messages } from '@bidwell/contract'
import { Gauge, type Registry } from '@prometheus-io/client'
import type { Trouble } from './find-troubles.ts'
import type { Facts } from './read-facts.ts'

const SECOND_MS = 1_000

type Value = number | null
type Labelled = { readonly by: string; readonly values: Readonly<Record<string, Value>> }

/** Writes what the database says into a new registry. What is not known is left out: 0 would be a claim. */
export function writeFigures(registry: Registry, { figures, site, engines, jobs, slowestMs }: Facts): void {
  const { due, deliveries, rest } = figures
  const { fit, unfit, silent, timerLateS, bidLateS } = figures.engines
  const gauge = (name: string, help: string, value: Value | Labelled) => addGauge(registry, name, help, value)
  gauge('engines', 'Engines: fit ones claim bids, unfit ones leave them to others, silent ones do not beat.', {
    by: 'state',
    values: { fit, unfit, silent },
  })
  gauge('engine_timer_delay_seconds', 'The greatest delay of a timer in a running engine.', timerLateS)
  gauge('engine_bid_delay_seconds', 'The greatest delay of a bid behind its planned instant, lately.', bidLateS)
  gauge('bids_armed', 'Bids that an engine holds and has not sent.', due.armed)
  gauge('bids_soon', 'Bids that are due within ten minutes.', due.soon)
  gauge('bids_overdue', 'Bids whose instant has passed, that no engine holds, and that no pause stops.', due.overdue)
  gauge('bids_checking', 'Bids that were sent, and whose result is not known yet.', due.checking)
  gauge('deliveries_waiting', 'Mails and alerts that are due to be sent.', {
    by: 'channel',
    values: Object.fromEntries(deliveries.map(({ channel, waiting }) => [channel, waiting])),
  })
  gauge('deliveries_oldest_age_seconds', 'How long the oldest of them has waited, without what is put off.', {
    by: 'channel',
    values: Object.fromEntries(deliveries.map(({ channel, oldestS }) => [channel, oldestS])),
  })
  gauge('jobs_waiting', 'Background jobs that are due and not started.', rest.jobsWaiting)
  gauge('site_reads_left', 'Reads of the site that the budget has left.', site.readsLeft)
  gauge('disk_free_bytes', 'Free bytes of the fullest disk that engines and jobs write to.', {
    by: 'part',
    values: { engine: leastFree(engines), jobs: leastFree(jobs) },
  })
  gauge('database_answer_seconds', 'The slowest answer of the database for a scrape.', slowestMs / SECOND_MS)
}

const leastFree = (all: readonly { freeBytes: number | null }[]) => {
  const known = all.flatMap(({ freeBytes }) => freeBytes ?? [])
  return known.length === 0 ? null : Math.min(...known)
}

/** Writes every kind of trouble: 1 where something is wrong, else 0. */
export function writeTroubles(registry: Registry, troubles: readonly Trouble[]): void {
  const found = new Set<string>(troubles.map(({ kind }) => kind))
  addGauge(registry, 'trouble', '1 while something of this kind is wrong with the installation, else 0.', {
    by: 'kind',
    values: Object.fromEntries(messages.troubles.TROUBLE_KINDS.map((kind) => [kind, Number(found.has(kind))])),
  })
}

function addGauge(registry: Registry, name: string, help: string, value: Value | Labelled) {
  if (value === null) return
  const settings = { name: `bidwell_${name}`, help, registers: [registry] }
  if (typeof value === 'number') return new Gauge(settings).set(value)
  const gauge = new Gauge({ ...settings, labelNames: [value.by] })
  for (const [label, of] of Object.entries(value.values)) if (of !== null) gauge.set({ [value.by]: label }, of)
}
