import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from '../pages/check-accessibility.ts'
import { expect, SIZES, test } from '../story.ts'

const [PHONE, DESKTOP] = SIZES

const tourIn = (page: Page) => page.locator('dialog')
const demoIn = (page: Page) => page.getByRole('region', { name: 'Demo auction' })

/** Expects the outline around an element, both in the window; returns where the element is. */
async function expectOutlined(page: Page, element: Locator) {
  const outline = page.locator('[data-tour-outline]')
  await expect
    .poll(async () => {
      const [outer, inner] = [await outline.boundingBox(), await element.boundingBox()]
      return outer !== null && inner !== null && Math.abs(outer.x - inner.x) + Math.abs(outer.y - inner.y) < 1
    })
    .toBe(true)
  await expect(element).toBeInViewport()
  return element.boundingBox()
}

test('The tour outlines what each step is about, wherever the window has it, and leaves the rest of the page inert', async ({
  page,
  bidder,
}) => {
  await page.setViewportSize(DESKTOP)
  await bidder.start({ isNew: true })
  await page.goto('/dashboard')
  const tour = tourIn(page)
  const next = tour.getByRole('button', { name: 'Next' })
  // The form above it comes later, and moves the offer.
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Take the tour' }).click()
  await expect(tour).toBeFocused()
  await next.click()
  const demo = demoIn(page)
  const first = await expectOutlined(page, demo)
  await page.setViewportSize({ width: 1000, height: 500 })
  const resized = await expectOutlined(page, demo)
  expect(resized?.width).not.toBe(first?.width)
  await page.evaluate(() => window.scrollBy({ top: -40 }))
  expect((await expectOutlined(page, demo))?.y).not.toBe(resized?.y)

  // The page behind is inert: from the last button, Tab goes to the outlined card and then back.
  const tabTo = (control: Locator) =>
    expect(async () => {
      await page.keyboard.press('Tab')
      await expect(control).toBeFocused({ timeout: 1_000 })
    }).toPass({ intervals: [0] })
  await next.focus()
  await tabTo(demo.getByRole('button', { name: 'Schedule bid' }))
  await tabTo(tour.getByRole('button', { name: 'Skip Tour' }))

  await page.setViewportSize(PHONE)
  await checkAccessibility(page)
  await next.click()
  await next.click()
  await expect(tour).toContainText('Step 4 of 4')
  await expectOutlined(page, page.locator('[data-tour=credentials-form]'))
  await checkAccessibility(page)
  await page.goBack()
  await expect(page.getByText('You left the tour at step 4 of 4.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue the tour' }).press('Enter')
  await expectOutlined(page, page.locator('[data-tour=credentials-form]'))
  const completed = page.waitForResponse('**/api/setup/complete-tour')
  await tour.getByRole('button', { name: 'Finish' }).press('Enter')
  expect((await completed).ok()).toBe(true)
  expect(await bidder.prepare.isTourOffered()).toBe(false)

  const account = page.getByRole('button', { name: /^Account of/ })
  await account.click()
  await page.getByRole('menuitem', { name: 'Take the tour' }).click()
  await expect(tour).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tour).toBeHidden()
  await expect(account).toBeFocused()
})
