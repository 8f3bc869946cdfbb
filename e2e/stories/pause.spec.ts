import { expect, test } from '../story.ts'

test('paused while armed, nothing is sent; resumed in time, the bid goes out', async ({ page, house, bidder }) => {
  test.setTimeout(180_000)
  await bidder.register()
  await bidder.connect()
  const listing = await house.list({ title: 'A lamp to wait for', endsInSeconds: 45 })
  await bidder.trackAndSchedule(listing, { max: '25.00', seconds: 6 })

  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Pause all bidding' }).click()
  const banner = page.getByRole('status').filter({ hasText: 'You paused all bidding.' })
  await expect(banner).toBeVisible()
  const card = bidder.card('A lamp to wait for')
  await expect(card).toContainText('not sent until bidding is resumed')
  const sheet = await bidder.paste((await house.list({ title: 'A lamp for later', endsInSeconds: 900 })).url)
  await expect(sheet).toContainText('if bidding is resumed by then')
  await page.goto('/bid-history')
  await expect(banner).toBeVisible()
  expect(await house.bidsOn(listing)).toEqual([])

  await banner.getByRole('button', { name: 'Resume bidding' }).click()
  await expect(banner).toBeHidden()
  await page.goto('/dashboard')
  await expect(card).toContainText('Won for $10.00', { timeout: 120_000 })
  expect(await house.bidsOn(listing)).toMatchObject([{ amountCents: 2_500 }])
})

test('bidding is paused and resumed from the command menu and from the settings', async ({ page, bidder }) => {
  await bidder.register()
  // Its keys are minded by what comes after the page itself.
  const menu = page.getByRole('dialog', { name: 'Commands' })
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(menu).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.type('pause')
  await expect(menu.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByText('You paused all bidding.')).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('main').getByRole('button', { name: 'Resume bidding' }).last().click()
  await expect(page.getByText('You paused all bidding.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pause all bidding' })).toBeVisible()
})

test("a day's limit set in the settings holds the next bid back, and says what is left", async ({
  page,
  house,
  bidder,
}) => {
  await bidder.register()
  await bidder.connect()
  await page.goto('/settings')
  await page.getByLabel('Most for one day').fill('40')
  await page.locator('form[name=day-limit]').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/\$0\.00 of \$40\.00 spoken for by 0 bids/)).toBeVisible()

  const listing = await house.list({ title: 'A lamp within the limit', endsInSeconds: 4_000 })
  await bidder.trackAndSchedule(listing, { max: '25.00', seconds: 5 })
  const second = await house.list({ title: 'A lamp beyond it', endsInSeconds: 4_000 })
  const sheet = await bidder.paste(second.url)
  await expect(sheet.getByText(/\$25\.00 of your \$40\.00 for .* is spoken for/)).toBeVisible()
  await sheet.getByLabel('Your max', { exact: true }).fill('20.00')
  await expect(sheet.getByText(/Bid at most \$15\.00/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Track and schedule' }).click()
  await expect(page.getByText(/The auction is tracked\..*over your limit of \$40\.00 a day/)).toBeVisible()
})
