import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { SUPERUSER } from '../server/src/platform/database/embedded/create-cluster.ts'
import { openDatabase } from '../server/src/platform/database/open-database.ts'
import { addBidders } from './support/fixtures.ts'
import { describeMachine } from './support/machine.ts'
import { largest, median, percentile } from './support/percentiles.ts'
import { startRedis } from './support/redis.ts'
import { atLeast, atMost, report, type Row, figure } from './support/report.ts'
import { type Peer, runPeer } from './support/run-peer.ts'
import { spreadEvenly, stolenTime, runSnipes } from './support/snipes/run-snipes.ts'
import { startEngineProcess } from './support/start-program.ts'
import { openTestbed } from './support/testbed.ts'

/**
 * Compares Bidwell with other schedulers on the same due times: `npm run bench:peers`. They run one after the other on
 * the same machine and PostgreSQL. Peers are timed to the call of their handler, Bidwell to the write of its bid.
 */
const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { quick } = flags
const SIZE = quick
  ? { count: 200, spanMs: 2_000, leadInMs: 6_000 }
  : { count: 1_000, spanMs: 10_000, leadInMs: 100_000 }
/** A snipe is armed 90 s before it is due. A peer only needs the time to schedule. */
const PEER_LEAD_IN_MS = quick ? 3_000 : 10_000
const BIDDERS = quick ? 20 : 100
/** Rounds repeat the test, so one stall of the machine affects one round. */
const ROUNDS_AFTER_MS = quick ? [0] : [0, 60_000, 120_000]
const MIN_RATIO = 40
const QUEUES = ['graphile-worker', 'pg-boss', 'BullMQ']

type Result = { name: string; lateMs: number[]; missing?: string; stolenPercent?: number | null }

const machine = describeMachine()
await using testbed = await openTestbed()
const dueAfterMs = spreadEvenly(SIZE.count, SIZE.spanMs)
const bidwell = await runBidwell()
const peers = await runPeers()

const queues = peers.filter(({ name, missing }) => QUEUES.includes(name) && missing === undefined)
const best = Math.min(...queues.map(({ lateMs }) => percentile(lateMs, 0.99)))
const ownP99 = median(bidwell.map(({ lateMs }) => percentile(lateMs, 0.99)))
await report({
  name: 'peers',
  quick,
  machine,
  rows: [
    ...[...bidwell, ...peers].flatMap(rowsOf),
    atMost(`Bidwell: lateness, p99, median of ${bidwell.length}`, ownP99, 2, 'ms'),
    atLeast('p99 of the best queue divided by Bidwell’s', best / ownP99, MIN_RATIO, '×'),
  ],
  notes: [
    `${SIZE.count} due times over ${SIZE.spanMs / 1_000} s. Lateness: from the due time to the call of the handler, or to the write of`,
    'Bidwell’s bid. graphile-worker polls every 100 ms with 50 workers, pg-boss every 500 ms (its minimum) for 1,000 jobs,',
    'BullMQ has 100 workers, the loop sleeps for a second, and the timer persists nothing.',
  ],
})

async function runBidwell(): Promise<Result[]> {
  await using engine = await startEngineProcess(testbed)
  const bidders = await addBidders(testbed, BIDDERS)
  return await runSnipes(testbed, engine, bidders, {
    leadInMs: SIZE.leadInMs,
    batches: ROUNDS_AFTER_MS.map((afterMs, index) => ({
      name: `Bidwell, round ${index + 1}`,
      dueAfterMs: spreadEvenly(SIZE.count, SIZE.spanMs, afterMs),
    })),
  })
}

/** Of their own, because a role of the product creates neither a database nor a schema. Returns its address. */
async function createDatabaseForPeers(): Promise<string> {
  const { url, environment } = testbed
  const { username } = new URL(url)
  const password = await readFile(join(environment.BIDWELL_DATA, 'postgres-password'), 'utf8')
  const address = Object.assign(new URL('/postgres', url), { username: SUPERUSER, password }).href
  await using server = openDatabase({ url: address, applicationName: 'bench', poolSize: 1 })
  await sql`create database peers owner ${sql.id(username)}`.execute(server.db)
  return new URL('/peers', url).href
}

async function runPeers(): Promise<Result[]> {
  const database = await createDatabaseForPeers()
  const results = []
  for (const peer of [
    { name: 'graphile-worker', program: 'graphile-worker', address: database },
    { name: 'pg-boss', program: 'pg-boss', address: database },
    { name: 'sleeping loop', program: 'sleeping-loop', address: '' },
    { name: 'bare timer', program: 'bare-timer', address: '' },
  ]) {
    results.push(await measurePeer(async () => peer, peer.name))
  }
  return [...results, await measurePeer(withRedis, 'BullMQ')]
}

async function withRedis(): Promise<Peer> {
  const { address } = testbed.use(await startRedis())
  return { name: 'BullMQ', program: 'bullmq', address }
}

/** A peer that cannot run is reported and counts as a missed goal. */
async function measurePeer(open: () => Promise<Peer>, name: string): Promise<Result> {
  try {
    return { name, lateMs: await runPeer(await open(), { dueAfterMs, leadInMs: PEER_LEAD_IN_MS }) }
  } catch (error) {
    return { name, lateMs: [], missing: error instanceof Error ? error.message : String(error) }
  }
}

function rowsOf({ name, lateMs, missing, stolenPercent }: Result): Row[] {
  if (missing !== undefined) return [{ figure: name, measured: missing, goal: 'measured', met: false }]
  return [
    atLeast(`${name}: called`, lateMs.length, SIZE.count, `of ${SIZE.count}`),
    figure(
      `${name}: lateness, median / p99 / largest, ms`,
      [median(lateMs), percentile(lateMs, 0.99), largest(lateMs)].map((value) => value.toFixed(1)).join(' / '),
    ),
    ...(stolenPercent === undefined ? [] : [stolenTime(name, stolenPercent)]),
  ]
}
