import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Busy } from '../e2e/measure-page.ts'
import { abandonPlace, choosePlace } from '../e2e/start-bidwell.ts'
import { describeMachine } from './support/machine.ts'
import { startDashboards } from './support/open-dashboard.ts'
import { median } from './support/percentiles.ts'
import { atMost, figure, report, type Row } from './support/report.ts'

/**
 * Measures how busy the dashboard keeps a browser's main thread while nobody touches it, on a processor four times slower:
 * `npm run bench:dashboard`. Build the app first.
 */
const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const ROUNDS = flags.quick ? 1 : 3
const ROUND_S = flags.quick ? 10 : 20
const AUCTIONS = 500
const SLOW_DOWN = 4
const UPDATES_PER_SECOND = 10
/** The upkeep of the cache starts three seconds after the page, and loads its code. */
const SETTLE_MS = 12_000
const MAX_BUSY_MS = { clocks: 30, updates: 60 }

const machine = describeMachine()
const place = await choosePlace()
try {
  const busy = await measure()
  await report({
    name: 'dashboard',
    quick: flags.quick,
    machine,
    rows: [
      ...rowsOf('only clocks', busy.clocks, MAX_BUSY_MS.clocks),
      ...rowsOf('ten updates a second', busy.updates, MAX_BUSY_MS.updates),
    ],
    notes: [
      `${AUCTIONS} auctions, every second one with a bid, in a window of 1440 × 900; a processor ${SLOW_DOWN} times slower.`,
      `Median of ${ROUNDS} rounds of ${ROUND_S} s each. An update is a new price, sent through the event stream.`,
    ],
  })
} finally {
  await abandonPlace(place)
}

async function measure() {
  await using dashboards = await startDashboards(place, AUCTIONS)
  await using measured = await dashboards.open()
  await delay(SETTLE_MS)
  await measured.slowDown(SLOW_DOWN)

  const clocks: Busy[] = []
  const updates: Busy[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    clocks.push(await busyPerSecond(() => delay(ROUND_S * 1_000)))
    updates.push(await busyPerSecond(() => updateFrom(round * ROUND_S * UPDATES_PER_SECOND)))
  }
  return { clocks, updates }

  /** How long the main thread is busy in each second while `act` runs. */
  async function busyPerSecond(act: () => Promise<void>): Promise<Busy> {
    const [began, before] = [performance.now(), await measured.busy()]
    await act()
    const after = await measured.busy()
    const seconds = (performance.now() - began) / 1_000
    const perSecond = (kind: keyof Busy) => (after[kind] - before[kind]) / seconds
    return {
      all: perSecond('all'),
      script: perSecond('script'),
      style: perSecond('style'),
      layout: perSecond('layout'),
    }
  }

  /** Raises prices one after another for a round. Every tenth update is one of the first ten auctions, which are in sight. */
  async function updateFrom(first: number) {
    const began = performance.now()
    for (let n = 0; n < ROUND_S * UPDATES_PER_SECOND; n += 1) {
      const index = n % 10 === 0 ? (n / 10) % 10 : first + n
      await dashboards.raise(index)
      await delay(Math.max(0, began + ((n + 1) * 1_000) / UPDATES_PER_SECOND - performance.now()))
    }
  }
}

function rowsOf(name: string, rounds: readonly Busy[], limitMs: number): Row[] {
  const listed = rounds.map(({ all }) => all.toFixed(1)).join(' / ')
  const middle = (kind: keyof Busy) => median(rounds.map((busy) => busy[kind])).toFixed(1)
  return [
    atMost(`${name}: main thread per second`, median(rounds.map(({ all }) => all)), limitMs, 'ms'),
    figure(`${name}: each round, ms`, listed),
    figure(`${name}: script / style / layout, ms`, `${middle('script')} / ${middle('style')} / ${middle('layout')}`),
  ]
}
