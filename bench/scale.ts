import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEngineProcess } from './support/engine-process.ts'
import { fillUp } from './support/fill-up.ts'
import { describeMachine } from './support/machine.ts'
import { median, percentile } from './support/percentiles.ts'
import { atMost, report, type Row, tell } from './support/report.ts'
import { timeClaims } from './support/time-claims.ts'
import { watchProcess } from './support/watch-process.ts'
import { openWorld } from './support/world.ts'

/** What a growing number of pending snipes costs: `npm run bench:scale`. */
const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { quick } = flags
const SIZES = quick ? [1_000, 10_000, 50_000] : [1_000, 10_000, 100_000, 1_000_000]
const ROUNDS = quick ? 50 : 300
const DUE = 20
const SETTLES_MS = quick ? 2_000 : 10_000
const WATCHED_MS = quick ? 3_000 : 15_000
const DAY_MS = 86_400_000

type Measured = { size: number; claims: number[]; roundTrips: number[]; memoryMiB: number; cpuPercent: number }

const machine = describeMachine()
await using world = await openWorld()
// Far enough ahead that the engine itself takes none of them.
const from = Date.now() + DAY_MS
const measured: Measured[] = []
for (const size of SIZES) measured.push(await measure(size))

await report({
  name: 'scale',
  quick,
  machine,
  rows: [...measured.flatMap(rowsOf), ...compare()],
  notes: [
    `A claim takes the ${DUE} snipes that are due by the engine’s own statement, ${ROUNDS} times. Memory, CPU: an engine process`,
    'started anew with so many pending and none near. Snipes inserted in bulk, then vacuumed, as autovacuum would.',
  ],
})

async function measure(size: number): Promise<Measured> {
  await fillUp(world, { total: size, from })
  const timed = await timeClaims(world, { rounds: ROUNDS, due: DUE, from })
  await using engine = await startEngineProcess(world)
  await delay(SETTLES_MS)
  return { size, ...timed, ...(await watchProcess(engine.pid, WATCHED_MS)) }
}

function rowsOf({ size, claims, roundTrips, memoryMiB, cpuPercent }: Measured): Row[] {
  const name = `${size.toLocaleString('en')} pending`
  return [
    tell(`${name}: claim, median / p99, ms`, `${median(claims).toFixed(1)} / ${percentile(claims, 0.99).toFixed(1)}`),
    tell(`${name}: a bare round trip then, median, ms`, median(roundTrips)),
    tell(`${name}: engine memory, MiB`, memoryMiB),
    tell(`${name}: engine idle, % of a core`, cpuPercent),
  ]
}

/** The most against the fewest. */
function compare(): Row[] {
  const [least, most] = [measured[0], measured.at(-1)]
  if (!least || !most) return []
  const grown = (100 * Math.abs(most.memoryMiB - least.memoryMiB)) / least.memoryMiB
  return [
    atMost('claim, most against fewest, medians', median(most.claims) / median(least.claims), 2, '×'),
    atMost('claim at the most, p99', percentile(most.claims, 0.99), 20, 'ms'),
    atMost('engine memory, most against fewest, apart by', grown, 10, '%'),
  ]
}
