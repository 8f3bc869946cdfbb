import { messages } from '@bidwell/contract'
import { checkFields } from '../pages/check-fields.ts'
import { askForProof } from '../people/ask-for-proof.ts'
import { expect, test } from '../story.ts'

test('Removing the site login asks for the password if the server requires it, and then removes the login', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  await askForProof(page, '/shopgoodwill/credentials')
  await page.goto('/settings?tab=credentials')
  await page.getByRole('button', { name: 'Remove login' }).click()
  await page
    .getByRole('dialog', { name: /^Remove your/ })
    .getByRole('button', { name: 'Remove login' })
    .click()

  const question = page.getByRole('dialog', { name: 'Is it you?' })
  await checkFields(question, { 'Bidwell password': 'current-password' })
  await question.getByLabel('Bidwell password').fill('not <b>the password')
  await expect(question.getByText(messages.account.tagsDropped)).toBeVisible()
  await expect(question.getByLabel('Bidwell password')).toHaveValue('not the password')
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(question.getByLabel('Bidwell password')).toHaveAttribute('aria-invalid', 'true')
  await expect(question.getByText(messages.endingSession.passwordWrong)).toBeVisible()
  await question.getByLabel('Bidwell password').fill(bidder.prepare.password)
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: /^Connect your/ })).toBeVisible()
  // Of two passwords on one origin, a manager would offer the wrong one.
  await checkFields(page.getByRole('main'), { 'User name': 'off', Password: 'off' })
})

test('A page keeps a single event stream open', async ({ page, bidder }) => {
  await bidder.start()
  await page.clock.install()
  let streams = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') streams += 1
  })
  const opened = page.waitForResponse('**/api/events')
  await page.goto('/dashboard')
  await opened
  // Long enough for many reconnects, and shorter than the silence after which the page gives a stream up.
  await page.clock.runFor(30_000)
  await page.evaluate(() => fetch('/api/health'))
  expect(streams).toBe(1)
})
