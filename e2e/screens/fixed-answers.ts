import { readClock } from '@bidwell/contract'
import type { Page } from '@playwright/test'

/** The time on every kept picture: a Wednesday evening on the west coast. */
const SHOWN_TIME = Date.parse('2026-11-05T02:42:17Z')
/** Later than any look at a page: on a busy machine, a price would be old on some pictures. */
const PRICES_READ_AT = new Date(SHOWN_TIME + 3_600_000).toISOString()

/** What an installation chooses at random, and what it is on a picture. */
const CHOSEN: readonly (readonly [pattern: string, shown: string])[] = [
  ['avery-[0-9a-f]{4}@', 'avery@'],
  ['user-[0-9a-f]{8}', 'avery-bids'],
  // The network address of the story.
  ['\\b10(\\.\\d{1,3}){3}\\b', '127.0.0.1'],
  // The colours of a sample picture follow from the number of its item.
  ['-\\d{9}_(?=\\d\\.jpg)', '-279250061_'],
]

/**
 * Makes the page show the same each time: its clock starts at one time, every instant in an answer of the server is moved
 * with it, prices are current, and random names are replaced. Nothing arrives by the event stream, which tells the true
 * time. Unlike a route of the browser, this leaves the browser its cache. Returns the instant that the server gives for the
 * time that is shown at first, epoch ms.
 */
export async function fixAnswers(page: Page): Promise<number> {
  const now = Date.now()
  await page.clock.install({ time: SHOWN_TIME })
  await page.addInitScript(
    ({ shiftMs, chosen, pricesReadAt }) => {
      const trueFetch = window.fetch
      const shift = (instant: string) => new Date(Date.parse(instant) + shiftMs).toISOString()
      const fix = (text: string) => {
        const shifted = text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, shift)
        const current = shifted.replaceAll(/(?<="last_checked_at":")[^"]*/g, pricesReadAt)
        return chosen.reduce((fixed, [pattern, shown]) => fixed.replaceAll(new RegExp(pattern, 'g'), shown), current)
      }
      window.fetch = async (input, init) => {
        const request = new Request(input, init)
        if (request.url.endsWith('/events')) return new Promise<Response>(() => {})
        const response = await trueFetch(request)
        if (!response.headers.get('content-type')?.includes('json')) return response
        return new Response(fix(await response.text()), response)
      }
    },
    { shiftMs: SHOWN_TIME - now, chosen: CHOSEN, pricesReadAt: PRICES_READ_AT },
  )
  return now
}

/** How often a page asks for the time of the site until it is sure of it. */
const CLOCK_SAMPLES = 5

/**
 * Sets the clocks of an open page that `fixAnswers` has prepared back to the first time, and stops them: what is shown by the
 * second looks the same each time. Its timers still run. The page is sure of the time, which `/api/clock` answers with the
 * first one.
 */
export async function stopTime(page: Page): Promise<void> {
  let samples = 0
  const isLastSample = (url: string) => url.endsWith(`/api${readClock.path}`) && (samples += 1) === CLOCK_SAMPLES
  const asked = page.waitForEvent('requestfinished', { predicate: (request) => isLastSample(request.url()) })
  await page.evaluate((stopAt) => {
    // The two clocks stop at the same instant, so that the page does not take it for the sleep of the device.
    const monotonic = performance.now() + stopAt - Date.now()
    performance.now = () => monotonic
    Date.now = () => stopAt
    // The page asks for the time again.
    window.dispatchEvent(new Event('online'))
  }, SHOWN_TIME)
  await asked
}
