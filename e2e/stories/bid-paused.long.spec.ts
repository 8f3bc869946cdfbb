import { holdAnswers } from '../pages/hold-answers.ts'
import { expect, test } from '../story.ts'

test('An armed bid is not sent while bidding is paused, and is sent once bidding is resumed in time', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.openDashboard()
  const later = await house.list({ title: 'A lamp for later', endsInSeconds: 900 })
  const auction = await bidder.bidOn({ title: 'A lamp to wait for', endsInSeconds: 120 }, { max: 25, seconds: 25 })

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
  expect(await house.bidsOn(auction)).toEqual([])

  await banner.getByRole('button', { name: 'Resume bidding' }).click()
  await expect(banner).toBeHidden()
  await health.release()
  await expect(page.getByText('Your bid is safe again')).toBeVisible()
  await page.goto('/dashboard')
  await expect(auction.card).toContainText('Bid placed', { timeout: 150_000 })
  expect(await house.bidsOn(auction)).toMatchObject([{ amountCents: 2_500, outcome: 'leading' }])
})

test('Bidding is paused from the command menu and resumed from the settings', async ({ page, bidder }) => {
  await bidder.start()
  await page.goto('/dashboard')
  // The code that handles the menu's keys loads after the page.
  const menu = page.getByRole('dialog', { name: 'Commands' })
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(menu).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(menu.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('pause')
  await expect(menu.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems).toContainText('You paused all bidding.')
  await page.goto('/settings?tab=bidding')
  await page.getByRole('main').getByRole('button', { name: 'Resume bidding' }).last().click()
  await expect(problems).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pause all bidding' })).toBeVisible()
})

test("A day's limit set in the settings refuses the next bid that exceeds it, and shows what is left", async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  await page.goto('/settings?tab=bidding')
  await page.getByLabel('Daily limit').fill('40')
  await page.locator('form[name=limits]').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('If all win: $0.00 of $40.00 today')).toBeVisible()

  await bidder.bidOn({ title: 'A lamp within the limit', endsInSeconds: 4_000 }, { max: 25, seconds: 5 })
  await page.goto('/dashboard')
  const beyond = await house.list({ title: 'A lamp beyond it', endsInSeconds: 4_000 })
  const sheet = await bidder.paste(beyond.url)
  await sheet.getByLabel('Your max', { exact: true }).fill('15.00')
  await expect(sheet.getByText(/^If all your bids win: \$40\.00 of \$40\.00 on /)).toBeVisible()
  await sheet.getByLabel('Your max', { exact: true }).fill('20.00')
  await expect(sheet.getByText(/Bid at most \$15\.00/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Track and schedule' }).click()
  await expect(page.getByText(/The auction is tracked\..*over your limit of \$40\.00 a day/)).toBeVisible()
})
