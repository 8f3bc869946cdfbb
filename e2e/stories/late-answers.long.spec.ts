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

test('What became of a bid is told where its form has gone: a refusal, and that there was no answer', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const lamp = await bidder.track({ title: 'A brass lamp', endsInSeconds: 4_000 })
  const clock = await bidder.bidOn({ title: 'A mantel clock', endsInSeconds: 5_000 }, { max: 20, seconds: 5 })
  const bystander = await bidder.track({ title: 'A plain rug', endsInSeconds: 6_000 })
  await bidder.prepare.call('PATCH', '/profile', { day_limit: 30 })
  await page.goto('/dashboard')
  const detail = page.getByRole('complementary', { name: 'Detail' })
  const max = detail.getByLabel('Your max', { exact: true })

  const scheduling = await holdAnswers(page, 'POST', /^\/api\/bids$/)
  await lamp.card.getByRole('button', { name: /Schedule bid/ }).click()
  await max.fill('25')
  await detail.getByRole('button', { name: 'Schedule bid' }).click()
  await bystander.card.getByRole('button', { name: /Schedule bid/ }).click()
  await expect(detail.getByRole('heading', { name: 'A plain rug' })).toBeVisible()
  await max.fill('10')
  await bidder.prepare.call('PATCH', '/profile', { day_limit: 20 })
  await scheduling.release()
  const refused = page.getByRole('alert').filter({ hasText: messages.bid.notScheduled('A brass lamp') })
  await expect(refused).toContainText('over your limit of $20.00 a day')
  await expect(lamp.card).toContainText('No bid')
  await expect(max).toHaveValue('10')
  await expect(detail.getByRole('alert')).toHaveCount(0)

  await page.route('**/api/bids/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    // The server has changed the bid, and its answer is lost once the form has gone.
    await route.fetch()
    await expect(detail.getByRole('heading', { name: 'A plain rug' })).toBeVisible()
    await route.abort()
  })
  await clock.card.getByRole('link', { name: 'A mantel clock' }).click()
  await expect(detail.getByRole('heading', { name: 'A mantel clock' })).toBeVisible()
  await max.fill('15')
  await detail.getByRole('button', { name: 'Save changes' }).click()
  await bystander.card.getByRole('link', { name: 'A plain rug' }).click()
  const unknown = page.getByRole('alert').filter({ hasText: messages.bid.maybeChanged('A mantel clock') })
  await expect(unknown).toContainText(messages.generic.networkError)
  await expect(clock.card).toContainText('$15.00')
})

test('An auction that is tracked late leaves the sheet of another one open, and one that is not tracked is told', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.openDashboard()
  const lamp = await house.list({ title: 'A brass lamp', endsInSeconds: 4_000 })
  const clock = await house.list({ title: 'A mantel clock', endsInSeconds: 5_000 })
  const rug = await house.list({ title: 'A plain rug', endsInSeconds: 6_000 })

  const tracking = await holdAnswers(page, 'POST', /^\/api\/auctions$/)
  const first = await bidder.paste(lamp.url)
  await first.getByLabel('Your max', { exact: true }).fill('25')
  await first.getByRole('button', { name: 'Track and schedule' }).click()
  await page.keyboard.press('Escape')
  await expect(first).toBeHidden()
  const sheet = await bidder.paste(rug.url)
  const max = sheet.getByLabel('Your max', { exact: true })
  await max.fill('10')
  const scheduled = page.waitForResponse(
    (response) => response.url().endsWith('/api/bids') && response.request().method() === 'POST',
  )
  await tracking.release()
  await (await scheduled).finished()
  await drawn(page)
  await expect(max).toHaveValue('10')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(bidder.card('A brass lamp')).toContainText('Bid scheduled')

  const lost = Promise.withResolvers<void>()
  await page.route('**/api/auctions', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await lost.promise
    await route.abort()
  })
  const third = await bidder.paste(clock.url)
  await third.getByLabel('Your max', { exact: true }).fill('25')
  await third.getByRole('button', { name: 'Track and schedule' }).click()
  await page.keyboard.press('Escape')
  await expect(third).toBeHidden()
  lost.resolve()
  const { maybeTracked } = messages.auction
  const told = page.getByRole('alert').filter({ hasText: maybeTracked('A mantel clock') })
  await expect(told).toContainText(messages.bid.notScheduled('A mantel clock'))
  await expect(bidder.card('A plain rug')).toHaveCount(0)
})

test('Closing the dialog that changes several bids stops before the next one, tells what was refused, and leaves a new selection', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const titles = ['A brass lamp', 'A mantel clock', 'A tin robot']
  const auctions = []
  for (const title of titles)
    auctions.push(await bidder.bidOn({ title, endsInSeconds: 4_000 + 600 * auctions.length }, { max: 20, seconds: 5 }))
  const bystander = await bidder.track({ title: 'A plain rug', endsInSeconds: 9_000 })
  await page.goto('/dashboard')
  for (const { card } of auctions) await bidder.choose(card, 'Select')
  await page.getByRole('button', { name: 'Change bids' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 3 bids' })
  await dialog.getByLabel('Max for each', { exact: true }).fill('25')
  const changing = await holdAnswers(page, 'PATCH', /^\/api\/bids\/\d+$/)
  await dialog.getByRole('button', { name: 'Change bids' }).click()
  await expect.poll(() => changing.calls()).toBe(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await selectInstead(page, bystander.card)

  await bidder.prepare.call('PATCH', '/profile', { day_limit: 1 })
  await changing.release()
  const told = page.getByRole('status').filter({ hasText: messages.bid.stopped(2) })
  await expect(told).toContainText('0 changed, 1 not.')
  await expect(told).toContainText(/A brass lamp: .* over your limit of \$1\.00 a day/)
  await drawn(page)
  expect(changing.calls()).toBe(1)
  await expect(page.getByRole('toolbar', { name: 'Selected auctions' })).toContainText('1 selected')
  for (const { card } of auctions) await expect(card).toContainText('$20.00')
})

test('Closing the sheet of a group while it is made stops before the next new bid, tells what was refused, and leaves a new selection', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const first = await bidder.track({ title: 'Seiko 6139', endsInSeconds: 5_000 })
  const second = await bidder.track({ title: 'Seiko 6138', endsInSeconds: 5_600 })
  const bystander = await bidder.track({ title: 'A plain rug', endsInSeconds: 9_000 })
  await page.goto('/dashboard')
  for (const { card } of [first, second]) await bidder.choose(card, 'Select')
  await page.getByRole('button', { name: 'Make a group' }).click()
  const sheet = page.getByRole('dialog', { name: 'Make a group' })
  for (const title of ['Seiko 6139', 'Seiko 6138']) await sheet.getByLabel(`Your max for ${title}`).fill('25')
  const scheduling = await holdAnswers(page, 'POST', /^\/api\/bids$/)
  await sheet.getByRole('button', { name: 'Make the group of 2' }).click()
  await expect.poll(() => scheduling.calls()).toBe(1)
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(sheet).toBeHidden()
  await selectInstead(page, bystander.card)

  await bidder.prepare.call('PATCH', '/profile', { day_limit: 1 })
  await scheduling.release()
  const told = page.getByRole('status').filter({ hasText: messages.bid.stopped(1) })
  await expect(told).toContainText(messages.bidGroup.refusedTitle(0, false))
  await expect(told).toContainText(/Seiko 6139: .* over your limit of \$1\.00 a day/)
  expect(scheduling.calls()).toBe(1)
  await expect(page.getByRole('toolbar', { name: 'Selected auctions' })).toContainText('1 selected')
  for (const { card } of [first, second, bystander]) await expect(card).toContainText('No bid')
})

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

test('An answer that comes after its user has signed out is told to nobody: neither an undo nor what became of a bid', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const lamp = await bidder.track({ title: 'A brass lamp', endsInSeconds: 4_000 })
  const clock = await bidder.bidOn({ title: 'A mantel clock', endsInSeconds: 5_000 }, { max: 20, seconds: 5 })
  await page.goto('/dashboard')
  const removing = await holdAnswers(page, 'DELETE', /^\/api\/auctions\/\d+$/, { outdated: true })
  await bidder.choose(lamp.card, 'Remove')
  await expect.poll(() => removing.calls()).toBe(1)

  const [lost, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/bids/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    await lost.promise
    await route.abort()
    failed.resolve()
  })
  await clock.card.getByRole('link', { name: 'A mantel clock' }).click()
  const detail = page.getByRole('complementary', { name: 'Detail' })
  await expect(detail.getByRole('heading', { name: 'A mantel clock' })).toBeVisible()
  await detail.getByLabel('Your max', { exact: true }).fill('15')
  await detail.getByRole('button', { name: 'Save changes' }).click()

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText(messages.account.loggedOut)).toBeVisible()
  await removing.release()
  lost.resolve()
  await failed.promise
  await drawn(page)
  // Looked at once: the toast of an undo would go away by itself.
  const shown = await page.getByRole('region', { name: 'Messages' }).innerText()
  expect(shown).not.toMatch(/A brass lamp|A mantel clock/)
})
