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
