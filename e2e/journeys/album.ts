import type { Locator, Page } from '@playwright/test'
import { checkLayout } from '../pages/check-accessibility.ts'
import { photograph } from '../screens/photograph.ts'
import { expect } from '../story.ts'

/** The windows of the pictures. */
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 780 },
] as const

/** The windows in which every primary button is in sight: a small laptop's and a phone's. */
const BUTTON_WINDOWS = [
  { width: 1366, height: 768 },
  { width: 360, height: 780 },
]

type Claims = {
  /** The primary button: in sight, and covered by nothing. */
  button?: Locator
  /** In sight in each window, although nobody has scrolled. */
  inSight?: Locator
  /** How many auctions are in sight at least, by the width of the window. */
  auctions?: Readonly<Record<number, number>>
}

/** Shows the steps of a journey in several windows: takes their pictures, and checks what is claimed of them. */
export class Album {
  readonly #page: Page
  readonly #journey: string

  constructor(page: Page, journey: string) {
    this.#page = page
    this.#journey = journey
  }

  /** Shows what the page is by now, in each window and in both themes. */
  async show(step: string, { button, inSight, auctions = {} }: Claims = {}) {
    const page = this.#page
    const before = page.viewportSize() ?? WINDOWS[0]
    for (const size of WINDOWS) {
      await page.setViewportSize(size)
      if (button) await expect(button).toBeVisible()
      await settle(page)
      if (inSight) await expect(inSight, `${step} at ${size.width}`).toBeInViewport({ ratio: 1 })
      const fewest = auctions[size.width]
      if (fewest !== undefined) await expect.poll(() => auctionsInSight(page)).toBeGreaterThanOrEqual(fewest)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await photograph(page, `${this.#journey}-${step}-${size.width}-${colorScheme}`)
      }
      await page.emulateMedia({ colorScheme: 'light' })
    }
    if (button) await checkButton(page, step, button)
    await page.setViewportSize(before)
  }
}

/** Waits until nothing loads any more, from the top of the page on, and the photographs are drawn. */
async function settle(page: Page) {
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page.locator('[data-loading]')).toHaveCount(0)
  await expect(() => checkLayout(page)).toPass({ timeout: 5_000 })
  await page.evaluate(async () => {
    const inWindow = [...document.images].filter(({ complete, offsetWidth, y }) => {
      return !complete && offsetWidth > 0 && y < innerHeight
    })
    await Promise.allSettled(inWindow.map((image) => image.decode()))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

async function checkButton(page: Page, step: string, button: Locator) {
  for (const size of BUTTON_WINDOWS) {
    const window = `${step}: the button at ${size.width} × ${size.height}`
    await page.setViewportSize(size)
    await settle(page)
    await expect(button, window).toBeInViewport({ ratio: 1 })
    await expect.poll(() => button.evaluate(isUncovered), window).toBe(true)
  }
}

function isUncovered(button: Element) {
  const { x, y, width, height } = button.getBoundingClientRect()
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

/** How many auctions are in the window from top to bottom. */
const auctionsInSight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const places = [...document.querySelectorAll('[data-auction-card]')].map((auction) =>
      auction.getBoundingClientRect(),
    )
    return places.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length
  })
