import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openHouse } from '../e2e/installation/house.ts'
import { abandonPlace, choosePlace, startBidwell } from '../e2e/installation/start-bidwell.ts'
import { Preparation } from '../e2e/people/prepare.ts'
import { type JudgedPage, type Judgement, runLighthouse } from './support/browser/run-lighthouse.ts'
import { describeMachine } from './support/machine.ts'
import { median } from './support/percentiles.ts'
import { atLeast, atMost, figure, report, type Row } from './support/report.ts'

/**
 * Judges the built web app with Lighthouse, as a phone on a slow network would show it: `npm run bench:lighthouse`. The
 * installation has plans; its account tracks 50 auctions, and a few of its bids are settled.
 */
const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, runs: { type: 'string' } },
})
const RUNS = Number(flags.runs ?? (flags.quick ? 1 : 5))
const AUCTIONS = 50
const SETTLED = 3
const SETTLED_TIMEOUT_MS = 240_000
/** Of a page that the server sends as HTML, and of a page of the app. */
const MIN_PERFORMANCE = { ahead: 95, app: 90 }
const MAX_LCP_MS = { ahead: 1_800, app: 2_500 }
const AHEAD = ['home', 'help', 'pricing']

const machine = describeMachine()
const place = await choosePlace()
try {
  const PLANS_FILE = await writePlans(place.data)
  await using bidwell = await startBidwell(place, { PLANS_FILE })
  const pages = (await preparePages(bidwell)).filter(({ name }) => flags.only === undefined || name === flags.only)
  // The server renders a page when it is asked for the first time.
  for (const { url } of pages) await fetch(url)
  const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const judgements = await runLighthouse({ chromium, runs: RUNS, pages })
  await report({
    name: 'lighthouse',
    quick: flags.quick,
    machine,
    rows: pages.flatMap(({ name }) =>
      rowsOf(
        name,
        judgements.filter((judgement) => judgement.name === name),
      ),
    ),
    notes: [
      `Lighthouse with its settings for phones: a slow 4G network and a processor four times slower, both simulated. Median`,
      `of ${RUNS}; the scores other than performance are the lowest ones. The cache is empty in each run.`,
      ...new Set(judgements.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))),
    ],
  })
} finally {
  await abandonPlace(place)
}

/** The shipped plans, with a trial that is large enough for the account. Returns the file. */
async function writePlans(folder: string): Promise<string> {
  const shipped = JSON.parse(await readFile('plans.json', 'utf8'))
  const file = join(folder, 'plans.json')
  await writeFile(file, JSON.stringify({ ...shipped, trial: { ...shipped.trial, auctions: 100, snipes: 100 } }))
  return file
}

async function preparePages(bidwell: Awaited<ReturnType<typeof startBidwell>>): Promise<JudgedPage[]> {
  const house = openHouse(bidwell.houseUrl)
  const account = new Preparation(bidwell.url, house)
  const { token } = await account.account()
  await account.siteLogin()
  const settled = []
  for (let n = 1; n <= SETTLED; n += 1) {
    const auction = await house.list({ title: `A lamp that is sold, number ${n}`, endsInSeconds: 60 })
    await account.bid(auction, { max: 40, seconds: 5 })
    settled.push(auction)
  }
  for (let n = SETTLED + 1; n <= AUCTIONS; n += 1) {
    const auction = await house.list({ title: `A brass table lamp, number ${n}`, endsInSeconds: 3_600 * n })
    if (n % 2 === 0) await account.bid(auction, { max: 20 + n, seconds: 5 })
    else await account.tracked(auction)
  }
  const [first] = settled
  if (!first) throw new Error('There is no bid for a receipt')
  const deadline = performance.now() + SETTLED_TIMEOUT_MS
  while ((await account.bidStatus(first)) !== 'won') {
    if (performance.now() > deadline) throw new Error(`The bid is not won: ${await account.bidStatus(first)}`)
    await delay(500)
  }
  const page = (name: string, path: string, viewer: string | null) => ({ name, url: bidwell.url + path, token: viewer })
  return [
    page('home', '/', null),
    page('help', '/help', null),
    page('pricing', '/pricing', null),
    page(`dashboard with ${AUCTIONS} auctions`, '/dashboard', token),
    page('history', '/bid-history', token),
    page('receipt', await account.receiptPath(first), token),
  ]
}

function rowsOf(name: string, runs: Judgement[]): Row[] {
  const kind = AHEAD.includes(name) ? 'ahead' : 'app'
  const middle = (of: (run: Judgement) => number) => median(runs.map(of))
  const lowest = (of: (run: Judgement) => number) => Math.min(...runs.map(of))
  return [
    atLeast(
      `${name}: performance`,
      middle((run) => run.performance),
      MIN_PERFORMANCE[kind],
      'of 100',
    ),
    atLeast(
      `${name}: accessibility`,
      lowest((run) => run.accessibility),
      100,
      'of 100',
    ),
    atLeast(
      `${name}: best practices`,
      lowest((run) => run.bestPractices),
      100,
      'of 100',
    ),
    atLeast(
      `${name}: SEO`,
      lowest((run) => run.seo),
      100,
      'of 100',
    ),
    atMost(`${name}: largest contentful paint`, Math.round(middle((run) => run.lcpMs)), MAX_LCP_MS[kind], 'ms'),
    figure(
      `${name}: first paint, ms / blocked, ms / of its own, ms / layout shift`,
      [
        middle((run) => run.fcpMs).toFixed(0),
        middle((run) => run.blockedMs).toFixed(0),
        middle((run) => run.ownBlockedMs).toFixed(0),
        middle((run) => run.shift).toFixed(3),
      ].join(' / '),
    ),
  ]
}
