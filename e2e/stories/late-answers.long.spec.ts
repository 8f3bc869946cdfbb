import { messages } from '@bidwell/contract'
import type { Locator, Page, Route } from '@playwright/test'
import { holdAnswers } from '../pages/hold-answers.ts'
import { expect, test } from '../story.ts'

/** The page draws the data of an answer within two frames. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** The server carries a call out, and its answer is lost. */
async function loseAnswer(route: Route) {
  await route.fetch()
  await route.abort()
}

/** Selects one auction in place of those that are selected. */
async function selectInstead(page: Page, card: Locator) {
  await page.getByRole('toolbar', { name: 'Selected auctions' }).getByRole('button', { name: 'Clear' }).click()
  await card.hover()
  await card.getByRole('checkbox').check()
}

test('While another bid in the last minute is on its way, it is not called too late, and its refusal is told', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  const lamp = await bidder.bidOn({ title: 'A brass lamp', endsInSeconds: 75 }, { max: 12, seconds: 5 })
  await bidder.bidOn({ title: 'A plain rug', endsInSeconds: 4_000 }, { max: 12, seconds: 5 })
  for (const [amount, rival] of [
    [20, 'rival'],
    [19, 'another'],
  ] as const)
    await house.bidAgainst(lamp, amount, rival)
  await page.goto('/dashboard')
  const lastMinute = page.getByRole('region', { name: 'Last minute' })
  const raising = await holdAnswers(page, 'PATCH', /^\/api\/bids\/\d+$/)
  const raise = lastMinute.getByRole('button', { name: /(Raise|Bid again up) to .*: A brass lamp/ })
  // The page waits for an answer for half a minute at most.
  await expect(lastMinute.getByRole('timer')).toHaveText(/^0:(2[0-5]|1\d)$/)
  await raise.click()
  await expect(raise).toHaveAttribute('aria-busy', 'true')
  await lastMinute
    .getByRole('timer')
    .filter({ hasText: /^0:0[0-2](\.\d)?$/ })
    .waitFor()
  await expect(page.getByText(messages.lastMinute.tooLate)).toHaveCount(0)
  await raising.release()
  await expect(page.getByRole('alert').filter({ hasText: /too soon|no longer be changed|already ended/ })).toBeVisible()
})

test('A new secret whose dialog was closed is shown all the same, and after a lost answer the dialog says what another one ends', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  for (const label of ['sheet', 'bystander']) {
    const webhook = { preset: 'standard', label, url: `https://hooks.example.com/${label}` }
    await bidder.prepare.call('POST', '/alerts/destinations/webhook', webhook)
  }
  await page.goto('/settings?tab=notifications')
  const place = (name: string) =>
    page.getByRole('list', { name: 'Places' }).getByRole('listitem').filter({ hasText: name })
  const dialog = page.getByRole('dialog')
  const make = dialog.getByRole('button', { name: 'Make a new secret' })
  await page.route('**/api/alerts/destinations/*/secret', loseAnswer, { times: 1 })
  await place('sheet').getByRole('button', { name: 'New secret' }).click()
  await expect(dialog).toContainText(messages.destination.formerSignsToo)
  await make.click()
  await expect(dialog).toContainText(messages.generic.networkError)
  await expect(dialog).toContainText(messages.destination.newestIsReplaced)

  const answer = await holdAnswers(page, 'POST', /^\/api\/alerts\/destinations\/\d+\/secret$/, { outdated: true })
  await make.click()
  await expect.poll(() => answer.calls()).toBe(1)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toBeHidden()
  await answer.release()
  await expect(dialog.getByRole('heading')).toHaveText('The secret of sheet')
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(dialog).toBeHidden()
  await expect(place('sheet')).toContainText('The former secret signs too until')
  await expect(place('bystander')).not.toContainText('The former secret')
})

test('A new secret that comes once its page has gone is told, and one that is shown keeps the page until it is closed', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  for (const label of ['sheet', 'bystander']) {
    const webhook = { preset: 'standard', label, url: `https://hooks.example.com/${label}` }
    await bidder.prepare.call('POST', '/alerts/destinations/webhook', webhook)
  }
  await page.goto('/notifications')
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Notifications' }).click()
  const newSecret = page.getByRole('button', { name: 'New secret for sheet' })
  const dialog = page.getByRole('dialog')
  const make = dialog.getByRole('button', { name: 'Make a new secret' })
  const answer = await holdAnswers(page, 'POST', /^\/api\/alerts\/destinations\/\d+\/secret$/, { outdated: true })
  await newSecret.click()
  await make.click()
  await expect.poll(() => answer.calls()).toBe(1)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Security' })).toBeVisible()
  await answer.release()
  await expect(page.getByText(messages.destination.secretNotSeen('sheet'))).toBeVisible()

  await page.getByRole('tab', { name: 'Notifications' }).click()
  await newSecret.click()
  await make.click()
  const secret = dialog.getByText(/^whsec_/)
  await expect(secret).toBeVisible()
  await page.evaluate(() => history.back())
  await drawn(page)
  await expect(secret).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(secret).toBeVisible()
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alerts')
  await expect(page.getByText(messages.destination.secretNotSeen('bystander'))).toHaveCount(0)
})
