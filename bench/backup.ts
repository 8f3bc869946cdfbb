import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { addBidders } from './support/fixtures.ts'
import { describeMachine } from './support/machine.ts'
import { largest, percentile } from './support/percentiles.ts'
import { atLeast, atMost, figure, report } from './support/report.ts'
import { runSnipes, spreadEvenly, stolenTime } from './support/snipes/run-snipes.ts'
import { seedPendingBids } from './support/snipes/seed-pending-bids.ts'
import { startEngineProcess } from './support/start-program.ts'
import { openTestbed } from './support/testbed.ts'

/**
 * Measures a backup of many auctions while bids close: how long it takes, how long a concurrent write waits, and how late the
 * engine sends. `npm run bench:backup`.
 */
const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { quick } = flags
const SIZE = quick
  ? { auctions: 20_000, bidders: 10, snipes: 40, spanMs: 4_000 }
  : { auctions: 1_000_000, bidders: 50, snipes: 100, spanMs: 60_000 }
const LEAD_IN_MS = 8_000
const WRITE_EVERY_MS = 20
const DAY_MS = 86_400_000
const MEBIBYTE = 2 ** 20
const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))

const machine = describeMachine()
await using testbed = await openTestbed()
await seedPendingBids(testbed, { total: SIZE.auctions, from: Date.now() + DAY_MS })
const engine = testbed.use(await startEngineProcess(testbed))
const bidders = await addBidders(testbed, SIZE.bidders)

const before = await placeBids(async () => {})
const during = await placeBids(timeBackup)
const { writtenMs, verifiedMs } = during.of
const [made] = await testbed.db.selectFrom('backups').selectAll().where('verified_at', 'is not', null).execute()
if (made === undefined) throw new Error('No backup was verified')

await report({
  name: 'backup',
  quick,
  machine,
  rows: [
    figure('auctions', SIZE.auctions.toLocaleString('en')),
    figure('rows', (made.row_count ?? 0).toLocaleString('en')),
    figure('size of the file, MiB', (made.bytes ?? 0) / MEBIBYTE),
    atMost('backup, until the file is whole', writtenMs / 1_000, 120, 's'),
    figure('until it is verified, s', verifiedMs / 1_000),
    figure('a write before, p99 / longest, ms', textOf(before.tookMs)),
    figure('a write during the backup, p99, ms', percentile(during.tookMs, 0.99)),
    atMost('a write during the backup, longest', largest(during.tookMs), 100, 'ms'),
    figure('bids before: lateness, p99, ms', percentile(before.bids.lateMs, 0.99)),
    atLeast(`bids accepted during the backup, of ${SIZE.snipes}`, during.bids.accepted, SIZE.snipes, 'bids'),
    atMost('bids during the backup: lateness, p99', percentile(during.bids.lateMs, 0.99), 2, 'ms'),
    stolenTime('bids during the backup', during.bids.stolenPercent),
  ],
  notes: [
    'The command runs as an operator runs it, at low priority, with a key of its own, and verifies the file in a second',
    'PostgreSQL on the same machine. A write changes one bid in a transaction of its own, every 20 ms. What is measured before',
    'the backup takes as long, with the same bids.',
  ],
})

/** Places bids, and writes to the database, while `work` is done. */
async function placeBids<T>(work: () => Promise<T>) {
  const writing = startWriting()
  const sniping = runSnipes(testbed, engine, bidders, {
    leadInMs: LEAD_IN_MS,
    batches: [{ name: 'bids', dueAfterMs: spreadEvenly(SIZE.snipes, SIZE.spanMs) }],
  })
  const of = await work()
  const [bids] = await sniping
  if (bids === undefined) throw new Error('No bids were placed')
  return { of, bids, tookMs: await writing.end() }
}

/** Writes one row after the other, until ended, and notes how long each write takes, in ms. */
function startWriting() {
  const took: number[] = []
  const over = new AbortController()
  const write = async () => {
    while (!over.signal.aborted) {
      const startedAt = performance.now()
      await sql`update bids set updated_at = now() where id = ${1 + took.length}`.execute(testbed.db)
      took.push(performance.now() - startedAt)
      await delay(WRITE_EVERY_MS)
    }
  }
  const running = write()
  return {
    async end() {
      over.abort()
      await running
      return took
    },
  }
}

/** How long the command takes until the file is whole, and until it is verified, in ms. */
async function timeBackup() {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [MAIN, 'backup'], {
    env: { PATH: process.env['PATH'], ...testbed.environment },
    // A session of its own, as under the supervisor.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let writtenMs = Number.NaN
  createInterface(child.stdout).once('line', () => (writtenMs = performance.now() - startedAt))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('The backup failed')
  return { writtenMs, verifiedMs: performance.now() - startedAt }
}

function textOf(took: number[]): string {
  return `${percentile(took, 0.99).toFixed(1)} / ${largest(took).toFixed(1)}`
}
