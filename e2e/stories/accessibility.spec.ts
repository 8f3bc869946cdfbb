import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../story.ts'

async function findings(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1440]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } })

      test('every page can be used by everybody and fits its window', async ({ page, house, bidder }) => {
        const look = async () => {
          expect(await findings(page)).toEqual([])
          expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
        }
        await page.goto('/')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await look()
        await page.goto('/?auth=login')
        await expect(page.getByRole('dialog')).toBeVisible()
        await look()
        await bidder.register()
        await expect(page.getByRole('searchbox')).toBeVisible()
        await look()
        await bidder.connect()
        await look()
        const soon = await house.list({ title: 'A bowl that ends soon', endsInSeconds: 1_500 })
        const later = await house.list({ title: 'A table that ends later', endsInSeconds: 90_000 })
        await bidder.trackAndSchedule(soon, { max: '25.00', seconds: 7 })
        await bidder.track(later)
        await page.goto('/dashboard')
        await expect(bidder.card('A table that ends later')).toBeVisible()
        await look()
        const sheet = await bidder.paste((await house.list({ title: 'A third', endsInSeconds: 900 })).url)
        await expect(sheet.getByRole('button', { name: 'Track', exact: true })).toBeVisible()
        await look()
        await page.goto('/bid-history')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await look()
      })
    })
  }
}
