import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fixedAuction, type Place } from '../../web/test/fixed-auction.ts'
import { expectLoaded } from '../screens/check-screen.ts'
import { answerAuctions, stopTime } from '../screens/fixed-auctions.ts'
import { test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'
import { keepPicture } from './keep-picture.ts'

/* Makes the pictures of the home page and of the README. They show the product as it is, with fixed auctions. */

const ROOT = join(import.meta.dirname, '..', '..')
const HOME = join(ROOT, 'web', 'src', 'marketing', 'pictures')
const THEMES = ['light', 'dark'] as const
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 720 }
const HOUR = 3_600
const DAY = 24 * HOUR

test.use({ deviceScaleFactor: 2 })

/** Prices in dollars, and a maximum where there is a bid. */
type Item = { title: string; motif: string; endsIn: number; price: number; max?: number; bids: number }

const ITEMS: readonly Item[] = [
  {
    title: 'Lionel 2343 Santa Fe diesel set, original boxes',
    motif: 'train',
    endsIn: 1_474,
    price: 182.5,
    max: 240,
    bids: 12,
  },
  { title: 'Brass desk lamp with a green shade', motif: 'lamp', endsIn: 2_042, price: 28.5, max: 50, bids: 6 },
  {
    title: 'Portable typewriter, 1957, with its case',
    motif: 'typewriter',
    endsIn: 5 * HOUR,
    price: 41,
    max: 65,
    bids: 8,
  },
  { title: 'Folding camera with a leather case', motif: 'camera', endsIn: 9 * HOUR, price: 62, max: 90, bids: 11 },
  { title: 'Stoneware teapot, signed', motif: 'teapot', endsIn: DAY + 2 * HOUR, price: 14, max: 40, bids: 3 },
  { title: 'Mantel clock with key', motif: 'clock', endsIn: DAY + 5 * HOUR, price: 36, bids: 4 },
  { title: 'Classical guitar, cedar top', motif: 'guitar', endsIn: 2 * DAY, price: 75, max: 120, bids: 9 },
  { title: 'Table radio, 1952', motif: 'radio', endsIn: 2 * DAY + HOUR, price: 22, max: 45, bids: 5 },
  { title: 'Art glass vase', motif: 'glass', endsIn: 3 * DAY, price: 18, bids: 2 },
]

const auctionsOf = (place: Place) =>
  ITEMS.map(({ title, motif, endsIn, price, max, bids }, index) => {
    const at = (secondsAgo: number) => new Date(place.now - secondsAgo * 1_000).toISOString()
    const history = [0.2, 0.45, 0.6, 0.85, 1].map((share, step) => ({
      at: at((5 - step) * 16_000),
      price: Math.round(price * share),
      bid_count: Math.max(1, Math.round(bids * share)),
    }))
    return fixedAuction(place, index + 1, {
      title,
      motif,
      endsIn,
      auction: { current_bid: price, minimum_bid: price + 1, bid_count: bids, price_history: history },
      ...(max !== undefined && { bid: { max_bid: max } }),
    })
  })

async function open(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('banner').getByText(/\d:\d\d:\d\d [AP]M/)).toBeAttached()
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
}

async function inEachTheme(page: Page, keep: (theme: (typeof THEMES)[number]) => Promise<void>) {
  await expectLoaded(page)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    await keep(theme)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('The dashboard is photographed for the home page and for the README', async ({
  page,
  bidder,
  bidwell: { houseUrl },
}) => {
  await bidder.startConnected()
  const place = { now: Date.now(), houseUrl }
  await answerAuctions(page, place, auctionsOf(place))
  await page.setViewportSize(DESK)
  await open(page, '/dashboard?item=1')
  await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('Lionel')
  await stopTime(page)
  await inEachTheme(page, (theme) => keepPicture(page, join(HOME, `dashboard-${theme}.webp`)))
  await keepPicture(page, join(ROOT, 'docs', 'dashboard.webp'), { sharp: false })

  await page.setViewportSize(PHONE)
  await open(page, '/dashboard')
  await stopTime(page)
  await inEachTheme(page, (theme) => keepPicture(page, join(HOME, `phone-${theme}.webp`)))
})

test('The last minute is photographed for the home page', async ({ page, bidder, bidwell: { houseUrl } }) => {
  await bidder.startConnected()
  const place = { now: Date.now(), houseUrl }
  const endsIn = 8.4
  const lead = 10
  const auction = fixedAuction(place, 1, {
    title: 'Brass desk lamp with a green shade',
    motif: 'lamp',
    endsIn,
    auction: { current_bid: 28.5, minimum_bid: 29.5, bid_count: 7 },
    bid: {
      max_bid: 50,
      seconds_before_end: lead,
      status: 'executed',
      phase: 'sent',
      executed_at: new Date(place.now - (lead - endsIn) * 1_000).toISOString(),
    },
  })
  await answerAuctions(page, place, [auction])
  await page.setViewportSize({ width: 416, height: 900 })
  // The clock has its tenths.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, '/dashboard')
  await stopTime(page)
  await expect(page.getByRole('region', { name: 'Last minute' })).toContainText('You lead at $28.50 of $50.00')
  await inEachTheme(page, (theme) =>
    keepPicture(page, join(HOME, `last-minute-${theme}.webp`), { of: '[data-last-minute]' }),
  )
})
