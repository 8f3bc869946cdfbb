import { type CDPSession, chromium, type Page } from '@playwright/test'
import { signInWith } from '../pages/stored.ts'

/** ms. */
export type Busy = Record<keyof typeof METRICS, number>

const METRICS = {
  all: 'TaskDuration',
  script: 'ScriptDuration',
  style: 'RecalcStyleDuration',
  layout: 'LayoutDuration',
} as const

/** A page whose processor time can be read. */
export type MeasuredPage = AsyncDisposable & {
  page: Page
  /** Slows the processor of the page down by a factor. */
  slowDown: (factor: number) => Promise<void>
  /** How long the page's main thread has been busy since it opened, ms: in all, and with three kinds of work. */
  busy: () => Promise<Busy>
}

/** Opens a path of an installation in a browser of its own, in the session of a token. */
export async function openMeasuredPage(url: string, path: string, token: string): Promise<MeasuredPage> {
  const measured = await openBlankPage(url)
  await signInWith(measured.page, token)
  // A deadline against hanging: five hundred auctions take long on a busy machine.
  measured.page.setDefaultTimeout(120_000)
  await measured.page.goto(path)
  return measured
}

/** Opens an empty page in a browser of its own. */
export async function openBlankPage(baseURL?: string): Promise<MeasuredPage> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    ...(baseURL !== undefined && { baseURL }),
  })
  const session = await page.context().newCDPSession(page)
  // Processor time: what other programs take from the page does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    page,
    slowDown: async (rate) => void (await session.send('Emulation.setCPUThrottlingRate', { rate })),
    busy: () => readBusy(session),
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

async function readBusy(session: CDPSession): Promise<Busy> {
  const { metrics } = await session.send('Performance.getMetrics')
  const read = (metric: string): number => {
    const seconds = metrics.find(({ name }) => name === metric)?.value
    if (seconds === undefined) throw new Error(`The browser does not report ${metric}`)
    return seconds * 1_000
  }
  const { all, script, style, layout } = METRICS
  return { all: read(all), script: read(script), style: read(style), layout: read(layout) }
}
