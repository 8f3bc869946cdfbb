import { messages } from '@bidwell/contract'
import { checkPhoneAndDesktop } from '../pages/check-accessibility.ts'
import { expect, test } from '../story.ts'

test('A self-hosted installation shows its figures and its state to those who sign in, and to nobody else', async ({
  page,
  bidder,
}) => {
  await page.goto('/service-level')
  await expect(page.getByText(messages.serviceLevel.forUsersOnly)).toBeVisible()
  await expect(page.getByText('At least 95 of 100 bids')).toBeVisible()
  await page.getByRole('link', { name: 'Whether it works now' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Status')
  await expect(page.getByText(messages.serviceLevel.statusForUsersOnly)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Sign in')
  await page.keyboard.press('Escape')

  await bidder.start()
  await page.goto('/status')
  const parts = page.getByRole('list', { name: 'State by part' })
  await expect(parts.getByRole('listitem')).toHaveCount(5)
  await expect(parts).toContainText('At least one runs.')
  await expect(page.getByText(messages.serviceLevel.statusForUsersOnly)).toBeHidden()
  await checkPhoneAndDesktop(page)

  await page.getByRole('link', { name: 'How the bids were served' }).click()
  await expect(page.getByRole('heading', { name: messages.serviceLevel.practice })).toBeVisible()
  const tabs = page.getByRole('tablist')
  await expect(tabs.getByRole('tab')).toHaveText(['7 days', '30 days', '90 days'])
  await tabs.getByRole('tab', { selected: true }).press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(tabs.getByRole('tab', { name: '30 days' })).toHaveAttribute('aria-selected', 'true')
  await checkPhoneAndDesktop(page)
})
