import { SIGN_IN_FAILURES } from '../spec-sentences.ts'
import { expect, test } from '../story.ts'

test('After a wrong password, whose message covers no title on a small phone, the right one opens the dashboard', async ({
  page,
  bidder,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const dialog = await bidder.openSignIn()
  await bidder.signIn('wrong password')
  const toast = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
  await expect(toast).toContainText(SIGN_IN_FAILURES.firstToast)
  // It stays while the pointer is on it.
  await toast.hover()
  const title = await dialog.getByRole('heading', { name: 'Sign in' }).boundingBox()
  const message = await toast.boundingBox()
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0)
  await bidder.signIn()
  await page.waitForURL('**/dashboard')
})

test('By keyboard alone, a person opens the sign-in, changes to the reset form and back, and closes the dialog', async ({
  page,
}) => {
  await page.goto('/')
  const opener = page.getByRole('banner').getByRole('button', { name: 'Sign in' })
  const dialog = page.getByRole('dialog')
  const email = dialog.getByLabel('Email')
  await expect(opener).toBeEnabled()
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(email).toBeFocused()
  await page.keyboard.type('ann@example.org')
  await dialog.getByRole('button', { name: 'Forgot your password?' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('ann@example.org')
  await dialog.getByRole('button', { name: 'Back to sign in' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(email).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})
