import { messages } from '@bidwell/contract'
import { expect, test } from '../story.ts'

test('a wrong password is told by attempt, locks at the fourth, and says when it opens', async ({ page, bidder }) => {
  await page.goto('/?auth=login')
  const said = []
  for (let attempt = 1; attempt <= 4; attempt++) {
    await bidder.signIn(`wrong password ${attempt}`)
    const locked = attempt === 4
    await expect(
      page.getByText(locked ? messages.login.lockedForm : messages.login.attemptToast(attempt)).first(),
    ).toBeVisible()
    said.push(attempt)
  }
  expect(said).toHaveLength(4)
  await expect(page.getByRole('dialog')).toContainText(messages.login.panel.locked)
})

test("wrong site credentials are refused in the site's words, and nothing is kept", async ({ page, bidder }) => {
  await bidder.register()
  await bidder.connectAs({ userName: 'demo', password: 'not demo' })
  await expect(page.getByText('The username or password are incorrect').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Setup required/ })).toBeVisible()
})

test('what is no item, and an item that is not there, are each refused in words', async ({ page, bidder }) => {
  await bidder.register()
  const field = page.getByRole('searchbox')
  for (const wrong of ['javascript:alert(1)', 'a nice bowl']) {
    await field.fill(wrong)
    await field.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: messages.auction.badReference })).toBeVisible()
  }
  for (const [reference, says] of [
    ['https://example.com/item/279250057', messages.auction.badReference],
    ['999999999', /no item 999999999/],
  ] as const) {
    const sheet = await bidder.paste(reference)
    await expect(sheet).toContainText(says)
    await expect(sheet.getByRole('button', { name: 'Track', exact: true })).toBeHidden()
    await sheet.getByText('Close', { exact: true }).click()
  }
})

test('an amount below the next bid, of three decimals, or far above the price is held back with the rule', async ({
  house,
  bidder,
}) => {
  await bidder.register()
  await bidder.connect()
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
  }
  await max.fill('200')
  await expect(sheet.getByLabel('Your max, again')).toBeVisible()
  await sheet.getByLabel('Your max, again').fill('200')
  await schedule.click()
  await expect(bidder.card('A bowl with rules')).toContainText('Bids at 0:05')
})

test('markup in a title from the site never runs, and only its words are shown', async ({ page, house, bidder }) => {
  await bidder.register()
  const title = 'A bowl <img src=x onerror="document.title=1"> & a "lid"'
  await bidder.track(await house.list({ title, endsInSeconds: 4_000 }))
  await expect(bidder.card('A bowl & a "lid"')).toBeVisible()
  expect(await page.title()).not.toBe('1')
})

test('a page that needs signing in shows the gate, and goes on to that page afterwards', async ({ page }) => {
  await page.goto('/bid-history')
  await expect(page.getByRole('button', { name: /Sign In/i }).first()).toBeVisible()
})

test('a page that does not exist says so', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible()
})
