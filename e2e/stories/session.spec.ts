import { messages } from '@bidwell/contract'
import { checkFields } from '../pages/check-fields.ts'
import { askForProof } from '../people/ask-for-proof.ts'
import { expiredDialog } from '../people/ended-session.ts'
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

test('A proof of identity that was left by the Back button does not keep back the dialog of an ended session', async ({
  page,
  bidder,
}) => {
  await bidder.openDashboard()
  await page.getByRole('link', { name: /^Auction House:/ }).click()
  await page.getByRole('tab', { name: 'Privacy' }).click()
  const download = page.getByRole('button', { name: 'Download my data' })
  const question = page.getByRole('dialog', { name: 'Is it you?' })

  // One is left before the server has asked for it, the other while its dialog is open.
  const left = Promise.withResolvers<void>()
  await askForProof(page, '/account/export', left.promise)
  const asked = page.waitForRequest('**/api/account/export')
  await download.click()
  const refused = (await asked).response()
  await page.goBack()
  await expect(download).toBeHidden()
  left.resolve()
  await refused
  await askForProof(page, '/account/export')
  await page.goForward()
  await download.click()
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()

  await bidder.prepare.endSession()
  // Sooner than the page gives up waiting for answers.
  await expect(expiredDialog(page)).toBeVisible({ timeout: 25_000 })
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
  await page.clock.runFor(15_000)
  await page.evaluate(() => fetch('/api/health'))
  expect(streams).toBe(1)
})

test('Public pages ask nothing of a session, and show that it has ended once their reader asks for something of it', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  await bidder.prepare.endSession()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.headers()['authorization'] !== undefined) asked.push(`${page.url()}: ${request.url()}`)
  })
  for (const path of ['/', '/about', '/help']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  expect(asked).toEqual([])
  await expect(expiredDialog(page)).toHaveCount(0)

  await page.getByRole('banner').getByRole('link', { name: 'Alerts' }).click()
  await expect(expiredDialog(page)).toBeVisible()
  expect(asked.length).toBeGreaterThan(0)
})
