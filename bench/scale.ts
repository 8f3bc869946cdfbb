import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { describeMachine } from './support/machine.ts'
import { measureProcess } from './support/measure-process.ts'
import { median, percentile } from './support/percentiles.ts'
import { atMost, report, type Row, figure } from './support/report.ts'
import { seedPendingBids } from './support/snipes/seed-pending-bids.ts'
import { timeClaims } from './support/snipes/time-claims.ts'
import { startEngineProcess } from './support/start-program.ts'
import { openTestbed } from './support/testbed.ts'

/** Measures claims and idle costs with a growing number of pending snipes: `npm run bench:scale`. */
const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { quick } = flags
const SIZES = quick ? [1_000, 10_000, 50_000] : [1_000, 10_000, 100_000, 1_000_000]
const ROUNDS = quick ? 50 : 300
const DUE = 20
const WARM_UP_MS = quick ? 2_000 : 10_000
const MEASURED_MS = quick ? 3_000 : 15_000
const DAY_MS = 86_400_000

type Measured = { size: number; claims: number[]; roundTrips: number[]; memoryMiB: number; cpuPercent: number }

const machine = describeMachine()
await using testbed = await openTestbed()
// Far enough in the future that the engine claims none of them.
const from = Date.now() + DAY_MS
const measured: Measured[] = []
for (const size of SIZES) measured.push(await measure(size))

await report({
  name: 'scale',
  quick,
  machine,
  rows: [...measured.flatMap(rowsOf), ...compare()],
  notes: [
    `Each of ${ROUNDS} claims takes the ${DUE} due snipes with the engine’s own statement. Memory and CPU are those of a newly`,
    'started engine process, with no snipe due soon. Snipes are inserted in bulk, then vacuumed, as autovacuum would do.',
  ],
})

async function measure(size: number): Promise<Measured> {
  await seedPendingBids(testbed, { total: size, from })
  const timed = await timeClaims(testbed, { rounds: ROUNDS, due: DUE, from })
  await using engine = await startEngineProcess(testbed)
  await delay(WARM_UP_MS)
  return { size, ...timed, ...(await measureProcess(engine.pid, MEASURED_MS)) }
}

function rowsOf({ size, claims, roundTrips, memoryMiB, cpuPercent }: Measured): Row[] {
  const name = `${size.toLocaleString('en')} pending`
  return [
    figure(`${name}: claim, median / p99, ms`, `${median(claims).toFixed(1)} / ${percentile(claims, 0.99).toFixed(1)}`),
    figure(`${name}: a round trip at that time, median, ms`, median(roundTrips)),
    figure(`${name}: engine memory, MiB`, memoryMiB),
    figure(`${name}: engine idle, % of a core`, cpuPercent),
  ]
}

/** Compares the largest number of pending snipes with the smallest. */
function compare(): Row[] {
  const [smallest, largest] = [measured[0], measured.at(-1)]
  if (!smallest || !largest) return []
  const growthPercent = (100 * Math.abs(largest.memoryMiB - smallest.memoryMiB)) / smallest.memoryMiB
  return [
    atMost('claim, largest to smallest number, medians', median(largest.claims) / median(smallest.claims), 2, '×'),
    atMost('claim at the largest number, p99', percentile(largest.claims, 0.99), 20, 'ms'),
    atMost('engine memory, largest to smallest number, difference', growthPercent, 10, '%'),
  ]
}
