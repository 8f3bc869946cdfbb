import { messages } from '@bidwell/contract'
import { expect, test } from '../story.ts'

test('offline, the page stays, says how old it is, and lets nothing be changed; online, it goes on', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.register()
  await bidder.connect()
  const listing = await house.list({ title: 'A lamp in a tunnel', endsInSeconds: 110 })
  await bidder.track(listing)
  await page.context().setOffline(true)
  await expect(page.getByText("You're offline.")).toBeVisible()
  const card = bidder.card('A lamp in a tunnel')
  await expect(card.getByRole('button', { name: /Schedule bid/ })).toBeDisabled()
  await house.bidAgainst(listing, 20)
  await page.context().setOffline(false)
  await expect(page.getByText("You're offline.")).toBeHidden()
  await expect(card).toContainText('1 bid', { timeout: 40_000 })
})

test('a session that ends leaves the page standing, and signing in again goes on from there', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.register()
  await bidder.track(await house.list({ title: 'A lamp that stays', endsInSeconds: 900 }))
  await bidder.endSessionElsewhere()

  const dialog = page.getByRole('dialog', { name: messages.session.loginAgain })
  await expect(dialog).toContainText(messages.session.bidsAreSafe)
  await expect(dialog.getByLabel('Email')).toHaveValue(bidder.email)
  await dialog.getByLabel('Password', { exact: true }).fill('not it at all')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toContainText(messages.sessionExpired.wrong)
  await dialog.getByLabel('Password', { exact: true }).fill(bidder.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toBeHidden()
  await expect(bidder.card('A lamp that stays')).toBeVisible()
})

test('logging out in one tab logs out the other, and leaves nothing of the user behind', async ({ page, bidder }) => {
  await bidder.register()
  const other = await page.context().newPage()
  await other.goto('/settings')
  await expect(other.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByText(messages.account.loggedOut)).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Settings', exact: true })).toBeHidden()
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(kept).not.toContain(bidder.email)
  expect(kept).not.toContain('auth_token')
})

test('everything from the sign-in to a cancelled bid can be done by keyboard alone', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.register()
  await bidder.connect()
  const { url } = await house.list({ title: 'A lamp by keys', endsInSeconds: 900 })
  await page.goto('/dashboard')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.insertText(url)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: /Add/ })
  await expect(sheet.getByLabel('Your max', { exact: true })).toBeFocused()
  await page.keyboard.type('25')
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  const card = bidder.card('A lamp by keys')
  await expect(card).toContainText('Bids at 0:05')
  const more = card.getByRole('button', { name: /More for/ })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Cancel bid' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card).toContainText('No bid scheduled')
})

test('a bid scheduled in one browser is on the screen of another within a second', async ({ page, house, bidder }) => {
  await bidder.register()
  await bidder.connect()
  const listing = await house.list({ title: 'A lamp seen twice', endsInSeconds: 900 })
  await bidder.track(listing)
  await page.goto('/dashboard')
  await expect(bidder.card('A lamp seen twice')).toContainText('No bid scheduled')
  const token = await page.evaluate(() => localStorage.getItem('auth_token'))
  const scheduled = await page.request.post('/api/bids', {
    headers: { authorization: `Bearer ${token}` },
    data: { auctionId: String(listing.itemId), maxBid: 30, confirmMaxBid: 30, secondsBeforeEnd: 9 },
  })
  expect(scheduled.ok()).toBe(true)
  await expect(bidder.card('A lamp seen twice')).toContainText('Bids at 0:09', { timeout: 1_000 })
})
