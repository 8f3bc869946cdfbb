import { parseArgs } from 'node:util'
import { startEngineProcess } from './support/engine-process.ts'
import { addBidders } from './support/fixtures.ts'
import { loadApi } from './support/load-api.ts'
import { describeMachine } from './support/machine.ts'
import { largest, median, percentile, percentWithin } from './support/percentiles.ts'
import { atLeast, atMost, report, type Row, tell } from './support/report.ts'
import { evenly, type Flight, hostTook, runSnipes, together } from './support/run-snipes.ts'
import { openWorld } from './support/world.ts'

/**
 * How exactly snipes leave and arrive: `npm run bench:accuracy`. One engine process, the product's PostgreSQL, the
 * auction house in a process of its own with its clock 3.7 s ahead and drifting; every bid a real write on a real socket.
 */
const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { quick } = flags
const SIZE = quick
  ? { bidders: 20, spread: 200, spanMs: 2_000, burst: 200, large: 0, far: 200, farMs: 8_000, leadInMs: 8_000 }
  : {
      bidders: 100,
      spread: 1_000,
      spanMs: 10_000,
      burst: 200,
      large: 1_000,
      far: 1_000,
      farMs: 60_000,
      leadInMs: 100_000,
    }
/** Less than the time between claiming and arming, so that half of them arm in a hurry, as after a restart. */
const FAR_LEAD_IN_MS = quick ? 8_000 : 45_000
/** Its looks at the lots begin when the shots before it are over. */
const BURST_AFTER_MS = quick ? 3_000 : 30_000
/** Armed when the others are over: one engine carries at most 2,000. */
const LARGE_AFTER_MS = 127_000
/** The same again, each when what was before it is settled: one bad moment of the machine is not all there is to see. */
const ROUNDS_AFTER_MS = quick ? [0] : [0, 170_000, 240_000]
const SPREAD = `${SIZE.spread} over ${SIZE.spanMs / 1_000} s`
const SITE_CLOCK = { offsetMs: 3_700, driftPpm: 50 }
const WAY_MS = { min: 25, max: 55 }
const LOAD = { callsPerSecond: 300, logIns: 200 }

const machine = describeMachine()
await using world = await openWorld()
await world.house.control('PUT', '/clock', SITE_CLOCK)
const engine = world.use(await startEngineProcess(world))
const bidders = await addBidders(world, SIZE.bidders)

const near = await runSnipes(world, engine, bidders, {
  leadInMs: SIZE.leadInMs,
  volleys: [
    ...ROUNDS_AFTER_MS.map((afterMs, index) => ({
      name: `${SPREAD}, round ${index + 1}`,
      dueAfterMs: evenly(SIZE.spread, SIZE.spanMs, afterMs),
    })),
    { name: `burst of ${SIZE.burst}`, dueAfterMs: together(SIZE.burst, BURST_AFTER_MS) },
    { name: `burst of ${SIZE.large}`, dueAfterMs: together(SIZE.large, LARGE_AFTER_MS) },
  ].filter(({ dueAfterMs }) => dueAfterMs.length > 0),
})

await world.house.control('PUT', '/faults', { faults: [{ kind: 'delay', inMs: WAY_MS, outMs: WAY_MS }] })
const far = (name: string) =>
  runSnipes(world, engine, bidders, {
    leadInMs: FAR_LEAD_IN_MS,
    volleys: [{ name, dueAfterMs: evenly(SIZE.far, SIZE.farMs) }],
  })
const quiet = await far('far site')
const loaded = quick ? null : await underLoad()

await report({
  name: 'accuracy',
  quick,
  machine,
  rows: [
    ...inRounds(near.filter(isRound)),
    ...near.filter((flight) => !isRound(flight)).flatMap(inOneInstant),
    ...quiet.flatMap(arriving),
    ...(loaded ? [...loaded.flights.flatMap(arrivingUnderLoad), ...loaded.rows] : []),
  ],
  notes: [
    'Late: from the planned moment of the write to the write on the socket, by the engine. Off plan: the first byte at the',
    'house plus the drawn way there, against end less lead, on the house’s clock; 40 ± 15 ms is an even spread, each way.',
    'Accounts, lots, snipes: straight into the database by the product’s own functions; logins sealed by the vault.',
    ...(quick ? ['Quick: fewer snipes, armed in a hurry; no burst of 1,000 and no load on the API.'] : []),
  ],
})

async function underLoad() {
  await using load = await loadApi(world, LOAD)
  const flights = await far('far site, API loaded')
  const { calls, refused, logIns, turnedAway, lowestCallsPerSecond } = load.counts
  const rows = [
    tell('API: lowest calls/s over 5 s', lowestCallsPerSecond),
    tell('API: calls, and refused by status', `${calls} ${JSON.stringify(refused)}`),
    tell('API: log-ins done / turned away', `${logIns} / ${turnedAway}`),
  ]
  return { flights, rows }
}

function isRound({ name }: Flight) {
  return name.startsWith(SPREAD)
}

function inRounds(rounds: Flight[]): Row[] {
  const p99s = rounds.map(({ lateMs }) => percentile(lateMs, 0.99))
  return [
    ...rounds.flatMap(({ name, snipes, accepted, lateMs, stolenPercent }) => [
      ...complete(name, snipes, accepted),
      tell(`${name}: late, median / p99 / largest, ms`, spreadOf(lateMs)),
      hostTook(name, stolenPercent),
    ]),
    atMost(`${SPREAD}: late, p99, median of ${rounds.length}`, median(p99s), 2, 'ms'),
  ]
}

function inOneInstant({ name, snipes, lateMs, accepted, offPlanMs, stolenPercent }: Flight): Row[] {
  return [
    ...complete(name, snipes, accepted),
    tell(`${name}: late, median, ms`, median(lateMs)),
    atMost(`${name}: last one sent after`, largest(lateMs), snipes > 200 ? 60 : 10, 'ms'),
    tell(`${name}: last to reach the house after, ms`, largest(offPlanMs)),
    hostTook(name, stolenPercent),
  ]
}

function arriving({ name, snipes, accepted, offPlanMs, lateMs, stolenPercent }: Flight): Row[] {
  const off = offPlanMs.map(Math.abs)
  return [
    ...complete(name, snipes, accepted),
    atLeast(`${name}: within 50 ms of plan`, percentWithin(off, 50), 99.9, '%'),
    atLeast(`${name}: within 100 ms of plan`, percentWithin(off, 100), 100, '%'),
    tell(`${name}: off plan, median / p99 / largest, ms`, spreadOf(off)),
    tell(`${name}: late, p99, ms`, percentile(lateMs, 0.99)),
    hostTook(name, stolenPercent),
  ]
}

function arrivingUnderLoad({ name, snipes, accepted, offPlanMs, lateMs, stolenPercent }: Flight): Row[] {
  const off = offPlanMs.map(Math.abs)
  return [
    ...complete(name, snipes, accepted),
    atMost(`${name}: off plan, p99`, percentile(off, 0.99), 25, 'ms'),
    tell(`${name}: off plan, median / p99 / largest, ms`, spreadOf(off)),
    tell(`${name}: late, p99, ms`, percentile(lateMs, 0.99)),
    hostTook(name, stolenPercent),
  ]
}

/** A snipe that never left would make the others' figures look better. */
function complete(name: string, snipes: number, accepted: number) {
  return [atLeast(`${name}: accepted by the house`, accepted, snipes, `of ${snipes}`)]
}

function spreadOf(values: number[]) {
  return [median(values), percentile(values, 0.99), largest(values)].map((value) => value.toFixed(1)).join(' / ')
}
