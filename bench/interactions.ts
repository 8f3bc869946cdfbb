import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { abandonPlace, choosePlace } from '../e2e/installation/start-bidwell.ts'
import { type Interaction, timeInteractions } from '../e2e/measurements/time-interactions.ts'
import { type Heap, watchHeap } from '../e2e/measurements/watch-heap.ts'
import { type Dashboards, startDashboards } from './support/browser/open-dashboard.ts'
import { describeMachine } from './support/machine.ts'
import { largest, median } from './support/percentiles.ts'
import { atMost, figure, report, type Row } from './support/report.ts'

/**
 * Measures how soon the dashboard shows that it has received a click or a key, on a processor as it is and four times
 * slower, and whether its memory grows over an hour: `npm run bench:interactions`. Build the app first.
 */
const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const AUCTIONS = 500
const SESSIONS = [
  { slowDown: 1, maxMs: 100 },
  { slowDown: 4, maxMs: 200 },
]
const MINUTES = flags.quick ? 10 : 60
/** The first minutes load code and fill caches. */
const WARM_UP_MINUTES = flags.quick ? 4 : 10
const UPDATES_PER_MINUTE = 10
const MAX_GROWTH_PERCENT = 5
const SETTLE_MS = 5_000

const machine = describeMachine()
const place = await choosePlace()
try {
  await using dashboards = await startDashboards(place, AUCTIONS)
  const rows: Row[] = []
  for (const { slowDown, maxMs } of SESSIONS) rows.push(...rowsOf(await session(dashboards, slowDown), slowDown, maxMs))
  rows.push(...heapRows(await hour(dashboards)))
  await report({
    name: 'interactions',
    quick: flags.quick,
    machine,
    rows,
    notes: [
      `${AUCTIONS} auctions in a window of 1440 × 900. Each figure is the longest of the step's clicks and keys, from the`,
      'input to the next frame, as the browser measures it (Event Timing); it measures in steps of 8 ms, from 16 ms on.',
      `The hour is ${MINUTES} simulated minutes with ${UPDATES_PER_MINUTE} new prices in each, and garbage collected.`,
    ],
  })
} finally {
  await abandonPlace(place)
}

async function session(dashboards: Dashboards, slowDown: number): Promise<Interaction[]> {
  await using measured = await dashboards.open()
  await delay(SETTLE_MS)
  await measured.slowDown(slowDown)
  return await timeInteractions(measured.page, slowDown)
}

async function hour(dashboards: Dashboards): Promise<Heap[]> {
  await using measured = await dashboards.open()
  const { page } = measured
  await page.clock.install()
  await page.reload()
  await page.getByRole('heading', { name: 'number 1', exact: false }).first().waitFor()
  // React keeps a second copy of what it has rendered a second time: each row has one from its first new price on.
  for (let n = 0; n < AUCTIONS; n += 1) await dashboards.raise(n)
  return await watchHeap(page, MINUTES, async (minute) => {
    for (let n = 0; n < UPDATES_PER_MINUTE; n += 1) await dashboards.raise(minute * UPDATES_PER_MINUTE + n)
  })
}

function rowsOf(interactions: readonly Interaction[], slowDown: number, maxMs: number): Row[] {
  const at = (name: string) => `${slowDown}x: ${name}`
  return [
    ...interactions.map(({ name, ms }) => atMost(at(name), ms, maxMs, 'ms')),
    figure(at('median of the steps, ms'), median(interactions.map(({ ms }) => ms))),
    atMost(at('longest of all'), largest(interactions.map(({ ms }) => ms)), maxMs, 'ms'),
  ]
}

function heapRows(heaps: readonly Heap[]): Row[] {
  const early = heaps.slice(WARM_UP_MINUTES - 3, WARM_UP_MINUTES)
  const late = heaps.slice(-3)
  const [before, after] = [middle(early, 'megabytes'), middle(late, 'megabytes')]
  const nodes = `${middle(early, 'nodes')} / ${middle(late, 'nodes')}`
  return [
    figure(`memory after ${WARM_UP_MINUTES} and ${MINUTES} minutes, MB`, `${before.toFixed(1)} / ${after.toFixed(1)}`),
    figure('elements and texts then', nodes),
    atMost('memory: growth', (100 * (after - before)) / before, MAX_GROWTH_PERCENT, '%'),
  ]
}

function middle(heaps: readonly Heap[], kind: keyof Heap): number {
  return median(heaps.map((heap) => heap[kind]))
}
