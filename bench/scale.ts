import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { describeMachine } from './support/machine.ts'
import { measureProcess } from './support/measure-process.ts'
import { OF_EACH } from './support/people/add-people.ts'
import {
  CALLS_PER_SECOND,
  CHANGES_PER_SECOND,
  type Evening,
  type Measured as MeasuredEvening,
  measurePeople,
  PEOPLE_PER_STREAM,
  startInstallation,
} from './support/people/measure-people.ts'
import { median, percentile } from './support/percentiles.ts'
import { atMost, figure, report, type Row } from './support/report.ts'
import { stolenTime } from './support/snipes/run-snipes.ts'
import { seedPendingBids } from './support/snipes/seed-pending-bids.ts'
import { timeClaims } from './support/snipes/time-claims.ts'
import { startEngineProcess } from './support/start-program.ts'
import { openTestbed, type Testbed } from './support/testbed.ts'

/**
 * Measures claims and idle costs with a growing number of pending snipes, and an evening with a growing number of people:
 * `npm run bench:scale`. `--only=pending` and `--only=people` measure one of the two.
 */
const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const { quick, only } = flags
const SIZES = quick ? [1_000, 10_000, 50_000] : [1_000, 10_000, 100_000, 1_000_000]
const ROUNDS = quick ? 50 : 300
const DUE = 20
const WARM_UP_MS = quick ? 2_000 : 10_000
const MEASURED_MS = quick ? 3_000 : 15_000
const DAY_MS = 86_400_000
const [FEW, MANY] = [1_000, quick ? 5_000 : 100_000]
/** Bids close at one rate in both, so that the number of people alone differs. */
const CLOSES_PER_SECOND = 20
const eveningOf = (spanS: number, leadInMs: number): Evening => ({
  closes: spanS * CLOSES_PER_SECOND,
  spanMs: spanS * 1_000,
  leadInMs,
})
const EVENINGS = quick
  ? { warmUp: eveningOf(2, 6_000), few: eveningOf(5, 6_000), many: eveningOf(5, 6_000) }
  : { warmUp: eveningOf(10, 10_000), few: eveningOf(60, 10_000), many: eveningOf(240, 20_000) }

/** The built-in one has too few connections for so many processes. */
const POSTGRES_OF_MANY = {
  max_connections: '200',
  shared_buffers: '512MB',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
}

type Measured = { size: number; claims: number[]; roundTrips: number[]; memoryMiB: number; cpuPercent: number }

const machine = describeMachine()
const rows: Row[] = []
if (only !== 'people') rows.push(...(await measurePending()))
if (only !== 'pending') rows.push(...(await measureEvenings()))
await report({
  name: 'scale',
  quick,
  machine,
  rows,
  notes: [
    `Each of ${ROUNDS} claims takes the ${DUE} due snipes with the engine’s own statement. Memory and CPU are those of a newly`,
    'started engine process, with no snipe due soon. Snipes are inserted in bulk, then vacuumed, as autovacuum would do.',
    `With people: two APIs, two engines and one process for jobs. Each person has ${OF_EACH.listings} listings and ${OF_EACH.finishedBids} finished bids with`,
    `${OF_EACH.eventsOfBid} events each; one of ${PEOPLE_PER_STREAM} has an event stream open. In an evening, ${CLOSES_PER_SECOND} bids a second close, while each second`,
    `${CALLS_PER_SECOND.list} people read the dashboard, ${CALLS_PER_SECOND.history} their history, ${CALLS_PER_SECOND.schedule} schedule a bid, and ${CHANGES_PER_SECOND} prices change that somebody sees.`,
    'Clients, auction house, database and processes share the machine. PostgreSQL has 200 connections and 512 MB of buffers.',
  ],
})

async function measurePending(): Promise<Row[]> {
  await using testbed = await openTestbed()
  // Far enough in the future that the engine claims none of them.
  const from = Date.now() + DAY_MS
  const measured: Measured[] = []
  for (const size of SIZES) measured.push(await measure(testbed, size, from))
  return [...measured.flatMap(rowsOf), ...compare(measured)]
}

async function measure(testbed: Testbed, size: number, from: number): Promise<Measured> {
  await seedPendingBids(testbed, { total: size, from })
  const timed = await timeClaims(testbed, { rounds: ROUNDS, due: DUE, from })
  await using engine = await startEngineProcess(testbed)
  await delay(WARM_UP_MS)
  return { size, ...timed, ...(await measureProcess(engine.pid, MEASURED_MS)) }
}

function rowsOf({ size, claims, roundTrips, memoryMiB, cpuPercent }: Measured): Row[] {
  const name = `${size.toLocaleString('en')} pending`
  return [
    figure(`${name}: claim, median / p99, ms`, spread(claims)),
    figure(`${name}: a round trip at that time, median, ms`, median(roundTrips)),
    figure(`${name}: engine memory, MiB`, memoryMiB),
    figure(`${name}: engine idle, % of a core`, cpuPercent),
  ]
}

/** Compares the largest number of pending snipes with the smallest. */
function compare(measured: readonly Measured[]): Row[] {
  const [smallest, largest] = [measured[0], measured.at(-1)]
  if (!smallest || !largest) return []
  const growthPercent = (100 * Math.abs(largest.memoryMiB - smallest.memoryMiB)) / smallest.memoryMiB
  return [
    atMost('claim, largest to smallest number, medians', median(largest.claims) / median(smallest.claims), 2, '×'),
    atMost('claim at the largest number, p99', percentile(largest.claims, 0.99), 20, 'ms'),
    atMost('engine memory, largest to smallest number, difference', growthPercent, 10, '%'),
  ]
}

async function measureEvenings(): Promise<Row[]> {
  await using testbed = await openTestbed({ settings: POSTGRES_OF_MANY })
  const installation = await startInstallation(testbed)
  // The processes load and compile what they need.
  await measurePeople(testbed, installation, { from: 0, to: FEW / 2, evening: EVENINGS.warmUp })
  const few = await measurePeople(testbed, installation, { from: FEW / 2, to: FEW, evening: EVENINGS.few })
  const many = await measurePeople(testbed, installation, { from: FEW, to: MANY, evening: EVENINGS.many })
  return [...rowsOfEvening(few), ...rowsOfEvening(many), ...compareEvenings(few, many)]
}

function rowsOfEvening(measured: MeasuredEvening): Row[] {
  const { people, times, changes, lateMs, notifyingCommits: commits } = measured
  const name = `${people.toLocaleString('en')} people`
  return [
    figure(`${name}: adding them in bulk, s`, measured.seedS),
    figure(
      `${name}: event streams / opened per second`,
      `${measured.streams} / ${measured.openedPerSecond.toFixed(0)}`,
    ),
    figure(`${name}: streams that a busy API put off`, measured.refused),
    figure(`${name}: whether bidding is paused, median / p99, ms`, spread(times.plain)),
    figure(`${name}: dashboard, median / p99, ms`, spread(times.list)),
    figure(`${name}: history, median / p99, ms`, spread(times.history)),
    figure(`${name}: scheduling a bid, median / p99, ms`, spread(times.schedule)),
    figure(
      `${name}: calls that failed, of ${Object.values(times).flat().length}`,
      measured.failed.map((failures) => JSON.stringify(failures)).join(' '),
    ),
    figure(`${name}: change to stream, median / p99, ms`, spread(changes)),
    figure(`${name}: bids accepted, of ${measured.closes}`, measured.accepted),
    figure(`${name}: lateness of bids, median / p99, ms`, spread(lateMs)),
    figure(
      `${name}: commits with NOTIFY per second, median / most / in all`,
      `${commits.median} / ${commits.most} / ${commits.all}`,
    ),
    stolenTime(name, measured.stolenPercent),
  ]
}

/** Compares an evening of many people with one of few. */
function compareEvenings(few: MeasuredEvening, many: MeasuredEvening): Row[] {
  const names = {
    plain: 'whether bidding is paused',
    list: 'dashboard',
    history: 'history',
    schedule: 'scheduling a bid',
  }
  const scanned = many.scans.map(({ table, times, rows: read }) => `${table} ${times} times, ${read} rows`)
  return [
    ...(['plain', 'list', 'history', 'schedule'] as const).flatMap((kind) => [
      figure(`${names[kind]}, many to few people, medians, ×`, median(many.times[kind]) / median(few.times[kind])),
      atMost(
        `${names[kind]}, many to few people, p99`,
        percentile(many.times[kind], 0.99) / percentile(few.times[kind], 0.99),
        1.5,
        '×',
      ),
    ]),
    atMost('change to stream with many people, p99', percentile(many.changes, 0.99), 250, 'ms'),
    atMost('lateness of bids with many people, p99', percentile(many.lateMs, 0.99), 2, 'ms'),
    atMost('commits with NOTIFY per second with many people, median', many.notifyingCommits.median, 300, 'commits'),
    atMost('large tables that were read as a whole', many.scans.length, 0, 'tables'),
    ...(scanned.length === 0 ? [] : [figure('which, how often, rows read', scanned.join('; '))]),
  ]
}

function spread(times: readonly number[]): string {
  return `${median(times).toFixed(1)} / ${percentile(times, 0.99).toFixed(1)}`
}
