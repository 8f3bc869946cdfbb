import { expect, test } from '../story.ts'

test('An installation without plans shows no page, link or word about them', async ({ page, bidder }) => {
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('button', { name: 'Create an account' })).toBeVisible()
  const expectNoWord = async () => {
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toBeVisible()
    await expect(page.getByText(/pricing|trial|billing|refund|subscription|upgrade/i)).toHaveCount(0)
  }
  await expectNoWord()
  await bidder.start()
  for (const path of ['/pricing', '/billing-faq', '/refund-policy']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible()
    await expectNoWord()
  }
  await page.goto('/settings?tab=subscription')
  await expect(page.getByRole('tab', { name: 'You' })).toHaveAttribute('aria-selected', 'true')
  await expectNoWord()
  await page.goto('/dashboard')
  await expect(page.getByText('Nothing tracked yet.')).toBeVisible()
  await expectNoWord()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  await expectNoWord()
})
