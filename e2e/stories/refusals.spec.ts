import { AUCTIONS } from '../spec-sentences.ts'
import { expect, test } from '../story.ts'

test("A wrong site login is refused in the site's words, and none is stored", async ({ page, bidder }) => {
  await bidder.start()
  await bidder.connectAs({ userName: 'demo', password: 'not demo' })
  await expect(page.getByText('The username or password are incorrect').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Setup required/ })).toBeVisible()
})

test('A text that names no item, and an item that does not exist, are each refused with a reason', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  await page.goto('/dashboard')
  const field = page.getByRole('searchbox')
  for (const wrong of ['javascript:alert(1)', 'a nice bowl']) {
    await field.fill(wrong)
    await field.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: AUCTIONS.badReference })).toBeVisible()
  }
  for (const [reference, reason] of [
    ['https://example.com/item/279250057', AUCTIONS.badReference],
    ['999999999', /no item 999999999/],
  ] as const) {
    const sheet = await bidder.paste(reference)
    await expect(sheet).toContainText(reason)
    await expect(sheet.getByRole('button', { name: 'Track', exact: true })).toBeHidden()
    await sheet.getByText('Close', { exact: true }).click()
  }
})

test('A maximum that breaks a rule shows the rule, and one far above the price has to be typed twice', async ({
  house,
  bidder,
}) => {
  await bidder.openDashboard()
  const listing = await house.list({ title: 'A bowl with rules', startingPrice: 20, endsInSeconds: 4_000 })
  const sheet = await bidder.paste(listing.url)
  const max = sheet.getByLabel('Your max', { exact: true })
  const schedule = sheet.getByRole('button', { name: 'Track and schedule' })
  for (const [typed, rule] of [
    ['5', /at least/],
    ['20.005', /cents/],
    ['0', /greater than/],
  ] as const) {
    await max.fill(typed)
    await max.blur()
    await expect(sheet).toContainText(rule)
    await expect(schedule).toBeDisabled()
  }
  await max.fill('200')
  await expect(sheet.getByLabel('Your max, again')).toBeVisible()
  await expect(schedule).toBeDisabled()
  await sheet.getByLabel('Your max, again').fill('200')
  await schedule.click()
  await expect(bidder.card('A bowl with rules')).toContainText('Bids at 0:05')
})

test('Markup in a title from the site is removed and never runs', async ({ page, bidder }) => {
  await bidder.start()
  const title = 'A bowl <img src=x onerror="document.title=1"> & a "lid"'
  await bidder.track({ title, endsInSeconds: 4_000 })
  await page.goto('/dashboard')
  await expect(bidder.card('A bowl & a "lid"')).toBeVisible()
  expect(await page.title()).not.toBe('1')
})

test('A page that needs an account offers to sign in, and an unknown address shows the page for missing pages', async ({
  page,
}) => {
  await page.goto('/bid-history')
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeVisible()
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible()
})
