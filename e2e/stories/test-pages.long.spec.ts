import type { Locator } from '@playwright/test'
import { checkAccessibility, checkLayout } from '../pages/check-accessibility.ts'
import { policyViolations } from '../pages/policy-violations.ts'
import { expect, SIZES, test } from '../story.ts'

test('A simulated close says who wins and why, plays its last seconds, and names the timing that would have won', async ({
  page,
}) => {
  const [phone, desktop] = SIZES
  await page.setViewportSize(phone)
  const violations = policyViolations(page)
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.clock.install()
  await page.goto('/test-bid-scheduler')
  await expect(page.getByRole('heading', { level: 1, name: 'Try a close' })).toBeVisible()
  await page.goto('/bid-scheduler-test')

  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByRole('note')).toContainText('Won for $33.00')
  await expect(result).toContainText('The other sniper answered your bid, but not above your max.')
  await page.getByRole('button', { name: '6 s slower' }).click()
  await expect(result.getByRole('note')).toContainText('A lead over 6 s would have been in time.')
  await page.getByRole('button', { name: 'Try 7 seconds' }).click()
  await expect(page.getByLabel('Seconds before the end')).toHaveValue('7')
  await expect(result.getByRole('note')).toContainText('Won for')

  await page.clock.pauseAt(Date.now() + 60_000)
  await result.getByRole('button', { name: 'Play ten times as fast' }).click()
  await expect(result.getByRole('timer')).toBeVisible()
  await expect(result.getByRole('listitem').filter({ hasText: 'You bid up to' })).toBeHidden()
  await page.clock.runFor(2_000)
  await page.clock.resume()
  await expect(result.getByRole('note')).toContainText('Won for')
  await expect(result.getByRole('listitem').filter({ hasText: 'You bid up to $40.00.' })).toBeVisible()

  await page.getByLabel('Your max', { exact: true }).fill('-4')
  await expect(page.getByText('Enter an amount in dollars, such as 24.50')).toBeVisible()
  await expect(result).toBeHidden()
  await page.getByLabel('Your max', { exact: true }).fill('24.00')
  await expect(result.getByRole('note')).toContainText('Not sent: sold for $27.00')
  await checkAccessibility(page)
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    for (const name of ['Common timings', 'How slow the site is']) {
      const chips = page.getByRole('group', { name })
      expect(await chips.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
  }
  expect(calls.filter((call) => !call.startsWith('GET '))).toEqual([])
  expect(violations).toEqual([])
})

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
