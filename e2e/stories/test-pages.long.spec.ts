import type { Locator } from '@playwright/test'
import { checkAccessibility, checkLayout } from '../pages/check-accessibility.ts'
import { expect, SIZES, test } from '../story.ts'

/** Whether two elements share a part of the window. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all(
    [one, other].map((element) => element.evaluate((node) => node.getBoundingClientRect())),
  )
  if (!a || !b) throw new Error('An element has no box')
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

test('The palette shows every component in both themes, accessible and within its window, and opens what opens above a page', async ({
  page,
}) => {
  const [phone, desktop] = SIZES
  await page.setViewportSize(phone)
  await page.goto('/test-palette')
  const background = (name: string) =>
    page.getByRole('region', { name }).evaluate((section) => getComputedStyle(section).backgroundColor)
  expect([await background('Light theme'), await background('Dark theme')]).toEqual([
    'rgb(244, 246, 244)',
    'rgb(13, 20, 21)',
  ])
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await checkAccessibility(page)
  await page.setViewportSize(desktop)
  await checkLayout(page)

  for (const [button, name] of [
    ['Open a dialog', 'Dialog'],
    ['Open a sheet', 'Sheet'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('dialog', { name })).toBeHidden()
  }
  await page.getByRole('button', { name: 'Persistent' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'This toast stays until you dismiss it.' })
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: 'Open a sheet' }).click()
  const title = page.getByRole('dialog', { name: 'Sheet' }).getByRole('heading', { name: 'Sheet' })
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    await expect(async () => expect(await overlap(toast, title)).toBe(false)).toPass()
  }
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast).toBeHidden()
})
