import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { abandonPlace, choosePlace } from '../e2e/installation/start-bidwell.ts'
import type { Busy, MeasuredPage } from '../e2e/measurements/measure-page.ts'
import { startDashboards } from './support/browser/open-dashboard.ts'
import { openPlainTable } from './support/browser/open-plain-table.ts'
import { describeMachine } from './support/machine.ts'
import { median } from './support/percentiles.ts'
import { atMost, figure, report, type Row } from './support/report.ts'

/**
 * Measures how busy the dashboard keeps a browser's main thread while nobody touches it, on a processor four times slower,
 * and the same work of a plain table beside it: `npm run bench:dashboard`. Build the app first.
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

type Rounds = { clocks: Busy[]; updates: Busy[] }

const machine = describeMachine()
const place = await choosePlace()
try {
  const { dashboard, plain } = await measure()
  await report({
    name: 'dashboard',
    quick: flags.quick,
    machine,
    rows: [
      ...rowsOf('only clocks', dashboard.clocks, plain.clocks, MAX_BUSY_MS.clocks),
      ...rowsOf('ten updates a second', dashboard.updates, plain.updates, MAX_BUSY_MS.updates),
    ],
    notes: [
      `${AUCTIONS} auctions, every second one with a bid, in a window of 1440 × 900; a processor ${SLOW_DOWN} times slower.`,
      `Median of ${ROUNDS} rounds of ${ROUND_S} s each. An update is a new price, sent through the event stream.`,
      'The plain table is `bench/programs/plain-table.html`: as many rows of three texts, with as many clocks and prices to write.',
    ],
  })
} finally {
  await abandonPlace(place)
}

async function measure(): Promise<{ dashboard: Rounds; plain: Rounds }> {
  const dashboard = await measureDashboard()
  // Not at the same time: what slows a page down takes processor time itself.
  await using table = await openPlainTable()
  await table.slowDown(SLOW_DOWN)
  return { dashboard, plain: await roundsOf(table, table.raise) }
}

async function measureDashboard(): Promise<Rounds> {
  await using dashboards = await startDashboards(place, AUCTIONS)
  await using measured = await dashboards.open()
  await delay(SETTLE_MS)
  await measured.slowDown(SLOW_DOWN)
  return await roundsOf(measured, dashboards.raise)
}

async function roundsOf(page: MeasuredPage, raise: (index: number) => Promise<void>): Promise<Rounds> {
  const rounds: Rounds = { clocks: [], updates: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.clocks.push(await busyPerSecond(page, () => delay(ROUND_S * 1_000)))
    rounds.updates.push(await busyPerSecond(page, () => updateFrom(round * ROUND_S * UPDATES_PER_SECOND, raise)))
  }
  return rounds
}

/** How long the main thread of a page is busy in each second while `act` runs. */
async function busyPerSecond(page: MeasuredPage, act: () => Promise<void>): Promise<Busy> {
  const [began, before] = [performance.now(), await page.busy()]
  await act()
  const after = await page.busy()
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
async function updateFrom(first: number, raise: (index: number) => Promise<void>) {
  const began = performance.now()
  for (let n = 0; n < ROUND_S * UPDATES_PER_SECOND; n += 1) {
    await raise(n % 10 === 0 ? (n / 10) % 10 : first + n)
    await delay(Math.max(0, began + ((n + 1) * 1_000) / UPDATES_PER_SECOND - performance.now()))
  }
}

function medianOf(rounds: readonly Busy[]): number {
  return median(rounds.map(({ all }) => all))
}

function listOf(rounds: readonly Busy[]): string {
  return rounds.map(({ all }) => all.toFixed(1)).join(' / ')
}

function rowsOf(name: string, dashboard: readonly Busy[], plain: readonly Busy[], limitMs: number): Row[] {
  const middle = (kind: keyof Busy) => median(dashboard.map((busy) => busy[kind])).toFixed(1)
  return [
    atMost(`${name}: main thread per second`, medianOf(dashboard), limitMs, 'ms'),
    figure(`${name}: each round, ms`, listOf(dashboard)),
    figure(`${name}: script / style / layout, ms`, `${middle('script')} / ${middle('style')} / ${middle('layout')}`),
    figure(`${name}: each round of the plain table, ms`, listOf(plain)),
    atMost(`${name}: share of the plain table`, medianOf(dashboard) / medianOf(plain), 1, 'of 1'),
  ]
}
