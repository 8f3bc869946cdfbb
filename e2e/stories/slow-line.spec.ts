import type { Locator } from '@playwright/test'
import { holdAnswers } from '../hold-answers.ts'
import { expect, test } from '../story.ts'

// Each story is a chain of many steps, and the machine may be busy.
test.slow()

/** As an impatient person does: what is held back takes no notice. */
const pressAgain = (button: Locator) => button.click({ force: true })

test('while the server takes its time, what was pressed shows that it is at work, and nothing is done twice', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.register()
  await bidder.connect()
  const listing = await house.list({ title: 'A slow clock', endsInSeconds: 4_000 })
  const card = bidder.card('A slow clock')
  const detail = page.getByRole('complementary', { name: 'Detail' })

  const tracking = await holdAnswers(page, 'POST', /^\/api\/auctions$/)
  const scheduling = await holdAnswers(page, 'POST', /^\/api\/bids$/)
  const sheet = await bidder.paste(listing.url)
  await sheet.getByLabel('Your max', { exact: true }).fill('25')
  const [track, both] = [
    sheet.getByRole('button', { name: 'Track', exact: true }),
    sheet.getByRole('button', { name: 'Track and schedule' }),
  ]
  await track.click()
  await expect(track).toHaveAttribute('aria-busy', 'true')
  await pressAgain(track)
  await pressAgain(both)
  await tracking.letGo()
  await expect(card).toContainText('No bid scheduled')
  expect([tracking.calls(), scheduling.calls()]).toEqual([1, 0])

  await detail.getByLabel('Your max', { exact: true }).fill('25')
  const schedule = detail.getByRole('button', { name: 'Schedule bid' })
  await schedule.click()
  await expect(schedule).toHaveAttribute('aria-busy', 'true')
  await pressAgain(schedule)
  await expect(card).toContainText('No bid scheduled')
  await scheduling.letGo()
  await expect(card).toContainText('Bids at 0:05')
  expect(scheduling.calls()).toBe(1)

  const cancelling = await holdAnswers(page, 'DELETE', /^\/api\/bids\/\d+$/)
  const more = card.getByRole('button', { name: /More for/ })
  await more.click()
  await page.getByRole('menuitem', { name: 'Cancel bid' }).click()
  await expect(more).toHaveAttribute('aria-busy', 'true')
  const cancel = detail.getByRole('button', { name: 'Cancel bid' })
  await expect(cancel).toHaveAttribute('aria-busy', 'true')
  await pressAgain(more)
  await pressAgain(cancel)
  await expect(page.getByRole('menu')).toBeHidden()
  await cancelling.letGo()
  await expect(card).toContainText('No bid scheduled')
  expect(cancelling.calls()).toBe(1)

  const leaving = await holdAnswers(page, 'POST', /^\/api\/auth\/logout$/)
  const account = page.getByRole('button', { name: /^Account of/ })
  await account.click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(account).toHaveAttribute('aria-busy', 'true')
  await pressAgain(account)
  await leaving.letGo()
  await expect(account).toBeHidden()
  expect(leaving.calls()).toBe(1)
})

test('an answer that comes late never takes the place of a newer one', async ({ page, house, bidder }) => {
  await bidder.register()
  await bidder.connect()
  await bidder.track(await house.list({ title: 'A late clock', endsInSeconds: 4_000 }))
  const card = bidder.card('A late clock')
  await expect(card).toContainText('No bid scheduled')

  const lists = await holdAnswers(page, 'GET', /^\/api\/bids$/, true)
  await page.reload()
  await expect.poll(() => lists.calls()).toBeGreaterThan(0)
  lists.holdNoMore()
  const detail = page.getByRole('complementary', { name: 'Detail' })
  await detail.getByLabel('Your max', { exact: true }).fill('25')
  await detail.getByRole('button', { name: 'Schedule bid' }).click()
  await expect(card).toContainText('Bids at 0:05')

  await lists.letGo()
  // Whatever an answer brings is drawn within a frame or two.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await card.textContent()).toContain('Bids at 0:05')
})
