import { type Page, test } from '@playwright/test'
import { checkAccessibility, checkLayout } from '../check-accessibility.ts'
import { expect, SIZES } from '../story.ts'
import { photograph } from './camera.ts'
import { findDifference } from './find-difference.ts'
import { fileOf, keep, readKept } from './kept-pictures.ts'
import { type ScreenName, widthsOf } from './screens.ts'

type Fit = () => Promise<void>

/** A window of 1280 pixels at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 256 }

/** The window of a width that a screen is kept at. */
export const windowOf = (width: number) => SIZES.find((size) => size.width === width) ?? { ...SIZES[1], width }

/**
 * Checks what an open page shows in windows of the screen's widths and in both themes: the rules of accessibility, that nothing
 * scrolls sideways, also at a zoom of 400 %, and that it looks as in its kept picture.
 */
export async function checkScreen(page: Page, name: ScreenName, widths = widthsOf(name)): Promise<void> {
  const before = page.viewportSize() ?? SIZES[1]
  // The palette shows how a part looks while it loads.
  if (name !== 'palette') await expectLoaded(page)
  for (const width of widths) {
    await page.setViewportSize(windowOf(width))
    await checkAccessibility(page, (theme, fit) => comparePicture(page, fileOf(name, width, theme), fit))
  }
  await page.setViewportSize(ZOOMED)
  await expect(() => checkLayout(page)).toPass({ timeout: 5_000 })
  await page.setViewportSize(before)
}

/** Waits until no part of the page is loading any more, and the clock in the header is sure of the time. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('[data-loading]')).toHaveCount(0)
  await expect(page.getByText('checking the clock')).toHaveCount(0)
}

/** Compares with the kept picture; with `--update-snapshots`, replaces that one where they differ. */
async function comparePicture(page: Page, file: string, fit: Fit) {
  const kept = await readKept(file)
  if (test.info().config.updateSnapshots === 'changed') {
    const settled = await settledPicture(page, fit)
    if (kept === null || (await findDifference(page, kept, settled)) !== null) await keep(file, settled)
    return
  }
  const message = `${file}: after a change of a screen, \`npm run screens\` keeps its new picture`
  expect(kept, message).not.toBeNull()
  let seen = ''
  let difference: string | null = null
  const compare = async () => {
    seen = await takePicture(page, fit)
    difference = await findDifference(page, kept ?? '', seen)
    return difference
  }
  // The other pictures are compared all the same, so that one run shows all that differ.
  await expect.configure({ soft: true }).poll(compare, { message, timeout: 5_000 }).toBeNull()
  if (difference !== null)
    await test.info().attach(file, { body: Buffer.from(seen, 'base64'), contentType: 'image/webp' })
}

async function takePicture(page: Page, fit: Fit) {
  // A dialog that the other width has opened may have come only now.
  await fit()
  await page.evaluate(() => {
    // The tour scrolls as far as it must, so from the top it comes to the same place each time.
    window.scrollTo(0, 0)
    window.dispatchEvent(new Event('resize'))
  })
  return photograph(page)
}

/** Waits until two pictures in a row show the same. */
async function settledPicture(page: Page, fit: Fit) {
  let last = await takePicture(page, fit)
  const isSettled = async () => {
    const before = last
    last = await takePicture(page, fit)
    return findDifference(page, before, last)
  }
  await expect.poll(isSettled).toBeNull()
  return last
}
