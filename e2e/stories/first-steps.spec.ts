import { expect, test } from '../story.ts'

const PRACTICE_AUCTION = 'Brass desk lamp, to practise on'
const BUTTON = 'Add an auction that ends in 2 min'

test('A new user is given an auction that ends in two minutes, by the first steps and after the link of another site', async ({
  page,
  bidder,
}) => {
  await bidder.openDashboard()
  const steps = page.getByRole('region', { name: 'Three steps to your first bid' })
  await steps.getByRole('button', { name: BUTTON }).click()
  const sheet = page.getByRole('dialog', { name: 'Add an auction' })
  await expect(sheet).toContainText(PRACTICE_AUCTION)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await bidder.paste('https://shopgoodwill.com/item/123456789')
  await expect(sheet).toContainText('This installation only practises at Auction House.')
  await sheet.getByRole('button', { name: BUTTON }).click()
  await expect(sheet).toContainText(PRACTICE_AUCTION)
  await sheet.getByLabel('Your max', { exact: true }).fill('25.00')
  await sheet.getByRole('button', { name: 'Track and schedule' }).click()
  await expect(bidder.card(PRACTICE_AUCTION)).toContainText('Bid scheduled')
  await expect(steps.getByRole('listitem').first()).toContainText('done')
  await expect(steps.getByRole('button', { name: BUTTON })).toHaveCount(0)
})

test('On a phone, one tap fills in the practice login, and the next step is in sight once a login is stored', async ({
  page,
  house,
  bidder,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await bidder.start()
  await page.goto('/dashboard')
  const steps = page.getByRole('region', { name: 'Three steps to your first bid' })
  await steps.getByRole('button', { name: 'Fill in demo / demo' }).click()
  await expect(steps.getByLabel('User name')).toHaveValue('demo')
  await expect(steps.getByLabel('Password', { exact: true })).toHaveValue('demo')

  const { userName, password } = await house.createAccount()
  await steps.getByLabel('User name').fill(userName)
  await steps.getByLabel('Password', { exact: true }).fill(password)
  await steps.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(steps.getByRole('listitem').first()).toContainText('done')
  await expect(steps.getByRole('heading', { level: 2 })).toBeInViewport()
  await expect(steps.getByRole('button', { name: BUTTON })).toBeInViewport()
})
