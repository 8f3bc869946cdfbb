import { api, type SiteTime } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { checkLayout } from '../pages/check-accessibility.ts'
import { expect, test } from '../story.ts'

/** The ends of the ranges in which the header shows the same parts. */
const WIDTHS = [320, 639, 640, 767, 768, 1_023, 1_024, 1_279, 1_280, 1_440]

// The site's time and the user's stand side by side.
test.use({ timezoneId: 'America/New_York' })

async function expectFits(page: Page, state: string) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect(() => checkLayout(page), `${state} at ${width}`).toPass()
  }
}

test('The header fits each window, whatever the state of the login is and however uncertain the clock is', async ({
  page,
  bidder,
}) => {
  let uncertaintyMs = 145
  await page.route(`**/api${api.readClock.path}`, async (route) => {
    const response = await route.fetch()
    const reply: { data: SiteTime } = await response.json()
    await route.fulfill({ response, json: { ...reply, data: { ...reply.data, uncertainty_ms: uncertaintyMs } } })
  })
  const header = page.getByRole('banner')

  await bidder.start()
  await page.goto('/dashboard')
  await expect(header).toContainText('Setup required')
  await expect(header).toContainText(/\d:\d\d:\d\d [AP]M/)
  await expectFits(page, 'without a login')

  await bidder.prepare.siteLogin()
  await page.reload()
  await expect(header).toContainText('Connected')
  await expect(header).toContainText(/\d:\d\d:\d\d [AP]M/)
  await expectFits(page, 'with a login')

  uncertaintyMs = 2_345
  await page.reload()
  await expect(header).toContainText('Connected')
  await expect(header).toContainText(/clock ±2\.\d s/)
  await expectFits(page, 'with a clock that is a warning')
})
