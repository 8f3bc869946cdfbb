import lighthouse from 'lighthouse'
import { launch } from 'puppeteer-core'

/*
 * Runs Lighthouse with its settings for phones on pages, several times each, in one browser. Takes the task as JSON, and
 * prints one line of JSON for each run.
 */

type Task = { chromium: string; runs: number; pages: { name: string; url: string; token: string | null }[] }

const MAX_TRIES = 3

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
  const { lhr } = result
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
