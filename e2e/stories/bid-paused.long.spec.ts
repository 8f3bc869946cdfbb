import { holdAnswers } from '../pages/hold-answers.ts'
import { expect, test } from '../story.ts'

test('A pause of all bidding is shown on every page, and ends there', async ({ page, house, bidder }) => {
  await bidder.openDashboard()
  const later = await house.list({ title: 'A lamp for later', endsInSeconds: 900 })
  const auction = await bidder.bidOn({ title: 'A lamp to wait for', endsInSeconds: 800 }, { max: 25, seconds: 5 })

  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Pause all bidding' }).click()
  const banner = page.getByRole('region', { name: 'Problems' }).filter({ hasText: 'You paused all bidding.' })
  await expect(banner).toContainText('One problem stops one bid. A lamp to wait for in ')
  await expect(auction.card).toContainText('Paused')
  const sheet = await bidder.paste(later.url)
  await expect(sheet).toContainText('if bidding is resumed by then')
  const health = await holdAnswers(page, 'GET', /^\/api\/health$/)
  await page.goto('/bid-history')
  await expect(banner).toBeVisible()

  await banner.getByRole('button', { name: 'Resume bidding' }).click()
  await expect(banner).toBeHidden()
  await health.release()
  await expect(page.getByText('Your bid is safe again')).toBeVisible()
  await page.goto('/dashboard')
  await expect(auction.card).toContainText('Bid scheduled')
})
