import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Ctx } from '../context/ctx.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { findTroubles } from './find-troubles.ts'
import { readFactsInTime } from './read-facts.ts'
import { writeFigures, writeTroubles } from './write-figures.ts'

/** One answered request. `route` is the template of its address, `took` is ms, or null for a stream. */
export type Answered = { method: string; route: string; status: number; took: number | null }

export type Metrics = {
  readonly contentType: string
  count(answered: Answered): void
  /** The metrics of this process and, while the database answers, those of the installation. */
  text(): Promise<string>
}

/** Scrapers that come together share what the database says. */
const FRESH_MS = 1_000
const BUCKETS_S = [0.005, 0.02, 0.1, 0.5, 2, 10]
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const SECOND_MS = 1_000

/** Counts what this process does, and says it in the text format of Prometheus. */
export function openMetrics(ctx: Ctx, countStreams: () => number): Metrics {
  const { clock, log } = ctx
  const own = new Registry()
  const registers = [own]
  collectDefaultMetrics({ register: own })
  const requests = new Counter({
    name: 'bidwell_http_requests_total',
    help: 'Requests that were answered, by the template of their address and the class of their status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'bidwell_http_request_duration_seconds',
    help: 'How long requests took, by the template of their address.',
    labelNames: ['route'],
    buckets: BUCKETS_S,
    registers,
  })
  const streams: Gauge = new Gauge({
    name: 'bidwell_event_streams',
    help: 'Event streams of browsers that are open.',
    registers,
    collect: () => streams.set(countStreams()),
  })
  const isUp = new Gauge({
    name: 'bidwell_database_up',
    help: '1 when the database has answered this process, else 0. The metrics of the installation are then missing.',
    registers,
  })

  let wasRead = true
  let shared: { at: number; text: Promise<{ isUp: boolean; text: string }> } | null = null
  function installation() {
    const now = clock.monotonic()
    if (shared === null || now - shared.at >= FRESH_MS) shared = { at: now, text: writeInstallation() }
    return shared.text
  }

  /** When the database does not answer, that trouble alone. */
  async function writeInstallation() {
    const facts = await readFactsInTime(ctx, neverAborted, (err) => {
      if (wasRead) log.warn({ err }, 'the metrics of the installation cannot be read')
    })
    wasRead = facts !== null
    const registry = new Registry()
    if (facts !== null) writeFigures(registry, facts)
    writeTroubles(registry, findTroubles(facts))
    return { isUp: wasRead, text: await registry.metrics() }
  }

  return {
    contentType: own.contentType,
    count({ method, route, status, took }) {
      const known = METHODS.includes(method) ? method : 'other'
      requests.inc({ method: known, route, status: `${Math.floor(status / 100)}xx` })
      if (took !== null) durations.observe({ route }, took / SECOND_MS)
    },
    async text() {
      const ofInstallation = await installation()
      isUp.set(Number(ofInstallation.isUp))
      return `${await own.metrics()}${ofInstallation.text}`
    },
  }
}
