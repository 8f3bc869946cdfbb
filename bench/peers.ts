import { sql } from 'kysely'
import { parseArgs } from 'node:util'
import { startEngineProcess } from './support/engine-process.ts'
import { addBidders } from './support/fixtures.ts'
import { describeMachine } from './support/machine.ts'
import { largest, median, percentile } from './support/percentiles.ts'
import { startRedis } from './support/redis.ts'
import { atLeast, atMost, report, type Row, tell } from './support/report.ts'
import { type Peer, runPeer } from './support/run-peer.ts'
import { evenly, hostTook, runSnipes } from './support/run-snipes.ts'
import { openWorld } from './support/world.ts'

/**
 * The same moments through Bidwell and through what others schedule with: `npm run bench:peers`. One after the other on
 * the same machine and the same PostgreSQL. Peers are timed to the call of their handler; Bidwell to its bid's write.
 */
const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { quick } = flags
const SIZE = quick
  ? { count: 200, spanMs: 2_000, leadInMs: 6_000 }
  : { count: 1_000, spanMs: 10_000, leadInMs: 100_000 }
/** A snipe is armed 90 s ahead, as in life; a peer needs no more than time to schedule. */
const PEER_LEAD_IN_MS = quick ? 3_000 : 10_000
const BIDDERS = quick ? 20 : 100
/** The same again, for one bad moment of the machine is not all there is to see. */
const ROUNDS_AFTER_MS = quick ? [0] : [0, 60_000, 120_000]
const BETTER_BY = 40
const QUEUES = ['graphile-worker', 'pg-boss', 'BullMQ']

type Result = { name: string; lateMs: number[]; missing?: string; stolenPercent?: number | null }

const machine = describeMachine()
await using world = await openWorld()
const dueAfterMs = evenly(SIZE.count, SIZE.spanMs)
const ours = await runOurs()
const theirs = await runTheirs()

const best = Math.min(...theirs.filter(({ name }) => isQueue(name)).map(({ lateMs }) => percentile(lateMs, 0.99)))
const ownP99 = median(ours.map(({ lateMs }) => percentile(lateMs, 0.99)))
await report({
  name: 'peers',
  quick,
  machine,
  rows: [
    ...[...ours, ...theirs].flatMap(rowsOf),
    atMost(`Bidwell: late, p99, median of ${ours.length}`, ownP99, 2, 'ms'),
    atLeast('best queue’s p99 against Bidwell’s', best / ownP99, BETTER_BY, '×'),
  ],
  notes: [
    `${SIZE.count} moments over ${SIZE.spanMs / 1_000} s. Late: from the moment to the handler’s call; Bidwell’s to the write of`,
    'the bid. graphile-worker asks every 100 ms with 50 hands, pg-boss every 500 ms (its least) for 1,000 at a time, BullMQ',
    'has 100 hands, the loop sleeps for a second; the timer keeps nothing and survives nothing. The wait alone is the',
    'engine’s clock in a process that does nothing else: what the machine lets anybody have.',
  ],
})

async function runOurs(): Promise<Result[]> {
  await using engine = await startEngineProcess(world)
  const bidders = await addBidders(world, BIDDERS)
  return await runSnipes(world, engine, bidders, {
    leadInMs: SIZE.leadInMs,
    volleys: ROUNDS_AFTER_MS.map((afterMs, index) => ({
      name: `Bidwell, round ${index + 1}`,
      dueAfterMs: evenly(SIZE.count, SIZE.spanMs, afterMs),
    })),
  })
}

async function runTheirs(): Promise<Result[]> {
  await sql`create database peers`.execute(world.db)
  const database = new URL('/peers', world.url).href
  const results = []
  for (const peer of [
    { name: 'graphile-worker', program: 'graphile-worker', address: database },
    { name: 'pg-boss', program: 'pg-boss', address: database },
    { name: 'sleeping loop', program: 'sleeping-loop', address: '' },
    { name: 'bare timer', program: 'bare-timer', address: '' },
    { name: 'Bidwell’s wait, alone', program: 'wait-alone', address: '' },
  ]) {
    results.push(await tryPeer(async () => peer, peer.name))
  }
  return [...results, await tryPeer(withRedis, 'BullMQ')]
}

async function withRedis(): Promise<Peer> {
  const { address } = world.use(await startRedis())
  return { name: 'BullMQ', program: 'bullmq', address }
}

/** A peer that cannot run is told of, and the goal counts as missed: nothing has been compared with it. */
async function tryPeer(ready: () => Promise<Peer>, name: string): Promise<Result> {
  try {
    return { name, lateMs: await runPeer(await ready(), { dueAfterMs, leadInMs: PEER_LEAD_IN_MS }) }
  } catch (error) {
    return { name, lateMs: [], missing: error instanceof Error ? error.message : String(error) }
  }
}

function rowsOf({ name, lateMs, missing, stolenPercent }: Result): Row[] {
  if (missing !== undefined) return [{ figure: name, measured: missing, goal: 'measured', met: false }]
  return [
    atLeast(`${name}: called`, lateMs.length, SIZE.count, `of ${SIZE.count}`),
    tell(
      `${name}: late, median / p99 / largest, ms`,
      [median(lateMs), percentile(lateMs, 0.99), largest(lateMs)].map((value) => value.toFixed(1)).join(' / '),
    ),
    ...(stolenPercent === undefined ? [] : [hostTook(name, stolenPercent)]),
  ]
}

function isQueue(name: string) {
  return QUEUES.includes(name)
}
