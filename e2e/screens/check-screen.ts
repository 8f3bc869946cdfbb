import type { Page } from '@playwright/test'
import { checkAccessibility, checkLayout } from '../pages/check-accessibility.ts'
import { expect, SIZES } from '../story.ts'
import { photograph } from './photograph.ts'

/** A window of 1280 pixels at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 256 }

/**
 * Checks what an open page shows in a phone's window and a desktop's, or in those named, and in both themes: the rules of
 * accessibility, and that nothing scrolls sideways, also at a zoom of 400 %. `name` is for its pictures.
 */
export async function checkScreen(
  page: Page,
  name: string,
  windows: readonly { width: number; height: number }[] = SIZES,
): Promise<void> {
  const before = page.viewportSize() ?? SIZES[1]
  // The palette shows how a part looks while it loads.
  if (name !== 'palette') await expectLoaded(page)
  for (const size of windows) {
    await page.setViewportSize(size)
    await checkAccessibility(page, (theme) => photograph(page, `${name}-${size.width}-${theme}`))
  }
  await page.setViewportSize(ZOOMED)
  await expect(() => checkLayout(page)).toPass()
  await page.setViewportSize(before)
}

/** Waits until no part of the page is loading any more, and the clock in the header is sure of the time. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('[data-loading]')).toHaveCount(0)
  await expect(page.getByText('checking the clock')).toHaveCount(0)
}
