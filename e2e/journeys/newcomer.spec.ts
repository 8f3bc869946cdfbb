import { test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'
import { Album } from './album.ts'

const TITLE = 'Brass Banker Lamp with Green Shade'
const LAMPS = 32

test.use({ viewport: { width: 1440, height: 900 } })

test('A newcomer signs up, schedules the first bid and sees it win', async ({ page, house, bidder }) => {
  const album = new Album(page, 'newcomer')
  await page.goto('/')
  const start = page.getByRole('main').getByRole('button', { name: 'Create an account' })
  await album.show('home', { button: start })

  await start.click()
  const signUp = page.getByRole('dialog')
  await expect(signUp.getByLabel('Email')).toBeVisible()
  await album.show('sign-up', { button: signUp.getByRole('button', { name: 'Continue' }) })
  await bidder.fillRegistration()
  await page.waitForURL(/\/verify-email\?/)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Three steps to your first bid' })).toBeVisible()
  await album.show('first-steps')

  const account = await house.createAccount()
  const listing = await house.list({
    title: TITLE,
    categoryId: LAMPS,
    startingPrice: 14,
    endsInSeconds: 120,
  })
  const sheet = await bidder.paste(listing.url)
  const schedule = sheet.getByRole('button', { name: /^Bid up to/ })
  await expect(sheet.getByText(TITLE).first()).toBeVisible()
  await sheet.getByLabel('Your max', { exact: true }).fill('25')
  await bidder.chooseLead(sheet, 7)
  await album.show('preview', { button: schedule })

  await sheet.getByRole('button', { name: 'Connect' }).click()
  const login = page.getByRole('dialog', { name: /^Connect your/ })
  await login.getByLabel('User name').fill(account.userName)
  await login.getByLabel('Password', { exact: true }).fill(account.password)
  const connect = login.getByRole('button', { name: 'Connect', exact: true })
  await album.show('connect', { button: connect })
  await connect.click()
  await expect(login).toBeHidden()
  await expect(schedule).toHaveText(/^Bid up to \$25\.00, at /)
  await album.show('ready-to-schedule', { button: schedule })

  await schedule.click()
  await expect(sheet).toBeHidden()
  await expect(bidder.card(TITLE)).toContainText('Bids with 7 s left')
  // In a narrow window, the detail would cover the list.
  await page.getByRole('button', { name: 'Close the detail' }).click()
  await album.show('scheduled')

  const lastMinute = page.getByRole('region', { name: 'Last minute' })
  const win = lastMinute.getByText(/^Won for \$14\.00/).last()
  await expect(win).toBeVisible({ timeout: 120_000 })
  await album.show('first-win', { inSight: win })
  await expect(bidder.card(TITLE)).toContainText('Won for $14.00, $11.00 under your max')
  expect(await house.bidsOn(listing)).toMatchObject([{ userName: account.userName, amountCents: 2_500 }])

  await bidder.choose(bidder.card(TITLE), 'Receipt')
  await expect(page.getByText('Every step', { exact: true })).toBeVisible()
  await album.show('receipt')
})
