import { api, messages, type SiteTime } from '@bidwell/contract'
import { expect, type Page } from '@playwright/test'
import { type FixedAuction, type Place, receiptOf, scraped } from '../../web/test/fixed-auction.ts'

const isOpen = ({ auction }: FixedAuction) => auction.status === 'active'

/**
 * Answers every read of auctions and bids with these alone, and each page that opens begins at the instant they count from. No
 * event arrives, which would tell the true time.
 */
export async function answerAuctions(page: Page, { now }: Place, auctions: readonly FixedAuction[]): Promise<void> {
  const siteTime: SiteTime = { now: new Date(now).toISOString(), uncertainty_ms: 4 }
  await page.route(`**/api${api.readClock.path}`, (route) => route.fulfill({ json: { success: true, data: siteTime } }))
  await page.route('**/api/events', () => {})
  const bids = auctions.flatMap(({ bid }) => bid ?? [])
  await page.route(/\/api\/(auctions|bids)(\/|\?|$)/, (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const status = searchParams.get('status')?.split(',') ?? []
    const receiptId = /\/bids\/(\d+)\/receipt$/.exec(pathname)?.[1]
    const shown = auctions.find(({ bid }) => String(bid?.id) === receiptId)
    if (shown?.bid) return answer(receiptOf(shown.auction, shown.bid))
    if (pathname.endsWith('/bids')) {
      return answer({ bids: bids.filter((each) => status.includes(each.status)), next_cursor: null })
    }
    if (!pathname.endsWith(api.listAuctions.path)) return route.fallback()
    const listed = auctions.filter((auction) => isOpen(auction) === status.includes('active'))
    return answer({ auctions: listed.map(({ auction }) => auction), next_cursor: null })

    function answer(data: object) {
      return route.fulfill({ json: { success: true, data } })
    }
  })
}

/** Answers each read of an item that somebody adds: one of these auctions, or else that there is none. */
export async function answerItems(page: Page, auctions: readonly FixedAuction[]): Promise<void> {
  await page.route(`**/api${api.scrapeAuction.path}`, (route) => {
    const { url }: { url: string } = route.request().postDataJSON()
    const auction = auctions.find(({ auction }) => url.includes(auction.auction_id))
    if (auction) return route.fulfill({ json: { success: true, data: scraped(auction.auction) } })
    const json = { success: false, code: 'not_found', message: messages.auction.notFound }
    return route.fulfill({ status: 404, json })
  })
}

/** How often a page asks for the time of the site until it is sure of it. */
const CLOCK_SAMPLES = 5

/** Stops the clocks of an open page at the instant that `answerAuctions` gives: no auction ends while it is looked at. Timers run. */
export async function stopTime(page: Page): Promise<void> {
  // A page that is still asking for the time would not begin again.
  await expect(page.getByText('checking the clock')).toHaveCount(0)
  let samples = 0
  const isLastSample = (url: string) => url.endsWith(`/api${api.readClock.path}`) && (samples += 1) === CLOCK_SAMPLES
  const asked = page.waitForEvent('requestfinished', { predicate: (request) => isLastSample(request.url()) })
  await page.evaluate(() => {
    // Both clocks, or the page would take it for the sleep of the device.
    const [monotonic, wall] = [performance.now(), Date.now()]
    performance.now = () => monotonic
    Date.now = () => wall
    // The page asks for the time again.
    window.dispatchEvent(new Event('online'))
  })
  await asked
}
