import { expiredDialog } from '../ended-session.ts'
import { ACCOUNTS, FALLBACKS } from '../spec-sentences.ts'
import { expect, test } from '../story.ts'

test('An offline page disables changes, and shows a newer price once it is online again', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  const lot = await bidder.track({ title: 'A lamp in a tunnel', endsInSeconds: 110 })
  const { card } = lot
  await page.goto('/dashboard')
  await expect(card).toContainText('0 bids')
  await page.context().setOffline(true)
  await expect(page.getByText("You're offline.")).toBeVisible()
  await expect(card.getByRole('button', { name: /Schedule bid/ })).toBeDisabled()
  await house.bidAgainst(lot, 20)
  await page.context().setOffline(false)
  await expect(page.getByText("You're offline.")).toBeHidden()
  await expect(card).toContainText('1 bid', { timeout: 40_000 })
})

test('A page stays as it is when its session ends, and signing in again shows the same page', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  const { card } = await bidder.track({ title: 'A lamp that stays', endsInSeconds: 900 })
  await page.goto('/dashboard')
  await expect(card).toBeVisible()
  await bidder.prepare.endSession()

  const dialog = expiredDialog(page)
  await expect(dialog).toContainText('Being signed out changes nothing about your scheduled bids.')
  await expect(dialog.getByLabel('Email')).toHaveValue(bidder.prepare.email)
  await dialog.getByLabel('Password', { exact: true }).fill('not it at all')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toContainText(ACCOUNTS.reloginRefused)
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: '<html>' }), { times: 1 })
  await dialog.getByLabel('Password', { exact: true }).fill(bidder.prepare.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByText(FALLBACKS.loginCall, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(ACCOUNTS.loggedBackIn)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card).toBeVisible()
})

test('The dialog of an ended session opens although its code fails to load at first', async ({ page, bidder }) => {
  let requests = 0
  await page.route('**/SessionExpiredDialog-*.js', (route) => {
    requests += 1
    return requests === 1 ? route.fulfill({ status: 503 }) : route.continue()
  })
  await bidder.start()
  await page.goto('/dashboard')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await bidder.prepare.endSession()
  await expect(expiredDialog(page)).toBeVisible()
  expect(requests).toBe(2)
})

test('An auction can be added, bid on and its bid cancelled by keyboard alone', async ({ page, house, bidder }) => {
  await bidder.startConnected()
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

test('A bid scheduled in one browser appears in another within a second', async ({ page, bidder }) => {
  await bidder.startConnected()
  const lot = await bidder.track({ title: 'A lamp seen twice', endsInSeconds: 900 })
  await page.goto('/dashboard')
  await expect(lot.card).toContainText('No bid scheduled')
  await bidder.prepare.scheduled(lot, { max: 30, seconds: 9 })
  await expect(lot.card).toContainText('Bids at 0:09', { timeout: 1_000 })
})
