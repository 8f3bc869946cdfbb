import lighthouse from 'lighthouse'
import { launch } from 'puppeteer-core'

/*
 * Runs Lighthouse with its settings for phones on pages, several times each, in one browser. Takes the task as JSON, and
 * prints one line of JSON for each run.
 */

/** Of Chromium's trace: times are µs, `tdur` that of the processor. */
type TraceEvent = {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args: { data?: { documentLoaderURL?: string } }
}

type Task = { chromium: string; runs: number; pages: { name: string; url: string; token: string | null }[] }

const MAX_TRIES = 3
/** A task of the browser that takes longer than this blocks the user, ms; and how much slower the simulated processor is. */
const LONG_TASK_MS = 50
const SLOW_DOWN = 4

const task: Task = JSON.parse(process.argv[2] ?? '')
const browser = await launch({
  executablePath: task.chromium,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
})
try {
  // One run of each page after the other, so that a busy moment of the machine does not hit all runs of one page.
  for (let run = 0; run < task.runs; run += 1) {
    for (const page of task.pages) process.stdout.write(`${JSON.stringify(await auditWithRetries(page))}\n`)
  }
} finally {
  await browser.close()
}

/** On a busy machine the browser sometimes fails to record a page: such a run has no result, and is done again. */
async function auditWithRetries(page: Task['pages'][number]) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await audit(page)
    } catch (error) {
      if (tries === MAX_TRIES) throw error
    }
  }
}

async function audit({ name, url, token }: Task['pages'][number]) {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  if (token !== null) {
    await page.evaluateOnNewDocument((value) => localStorage.setItem('auth_token', value), token)
  }
  const result = await lighthouse(url, { logLevel: 'error', output: 'json' }, undefined, page)
  await context.close()
  if (!result) throw new Error(`Lighthouse has no result for ${url}`)
  const { lhr, artifacts } = result
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const score = (id: string) => Math.round((lhr.categories[id]?.score ?? Number.NaN) * 100)
  const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN
  /** The elements that an audit names. */
  const elementsOf = (id: string) => {
    const details = lhr.audits[id]?.details
    if (details?.type !== 'table') return []
    return details.items.flatMap(({ node }) => (typeof node === 'object' && 'selector' in node ? [node.selector] : []))
  }
  return {
    name,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcpMs: value('first-contentful-paint'),
    lcpMs: value('largest-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    ownBlockedMs: ownBlockedMs(artifacts.Trace.traceEvents),
    shift: value('cumulative-layout-shift'),
    // What counts for a score and is not perfect.
    faults: Object.values(lhr.categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ weight, id }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
        .map(({ id }) =>
          [`${id} (${lhr.audits[id]?.displayValue ?? lhr.audits[id]?.score})`, ...elementsOf(id)].join(' '),
        ),
    ),
  }
}

/**
 * The blocked time after the first paint by what the page's own thread computed, ms: without the time in which other
 * processes had the processor, which Lighthouse counts four times too.
 */
function ownBlockedMs(events: TraceEvent[]) {
  const start = events.findLast(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL)
  const paint = events.find(({ name, ts }) => name === 'firstContentfulPaint' && ts > (start?.ts ?? 0))
  if (!start || !paint) return Number.NaN
  const tasks = events.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && pid === start.pid && tid === start.tid,
  )
  let end = paint.ts
  let blocked = 0
  for (const { ts, dur = 0, tdur = 0 } of tasks.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    // A task within another one.
    if (ts < end) continue
    end = ts + dur
    blocked += Math.max(0, (tdur / 1_000) * SLOW_DOWN - LONG_TASK_MS)
  }
  return blocked
}
