import { holdAnswers } from '../hold-answers.ts'
import { expect, test } from '../story.ts'

test('A cancelled bid is never sent, while another bid of the same account is', async ({ page, house, bidder }) => {
  await bidder.startConnected()
  await page.goto('/dashboard')
  const [cancelled, kept] = [
    await house.list({ title: 'A chair to let go', endsInSeconds: 20 }),
    await house.list({ title: 'A chair to keep', endsInSeconds: 20 }),
  ]
  await bidder.prepare.bid(cancelled, { max: 25, seconds: 3 })
  await bidder.prepare.bid(kept, { max: 25, seconds: 3 })
  const card = bidder.card('A chair to let go')
  await bidder.choose(card, 'Cancel bid')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel bid' }).click()
  await expect(card).toContainText('No bid scheduled')
  await expect(card).toContainText('Ended without bids', { timeout: 30_000 })
  expect(await house.bidsOn(cancelled)).toEqual([])
  expect(await house.bidsOn(kept)).toHaveLength(1)
})

test('Undo schedules a cancelled bid again', async ({ page, house, bidder }) => {
  await bidder.startConnected()
  await bidder.prepare.bid(await house.list({ title: 'A lamp to let go', endsInSeconds: 400 }), { max: 25, seconds: 7 })
  await page.goto('/dashboard')
  const card = bidder.card('A lamp to let go')
  await bidder.choose(card, 'Cancel bid')
  await expect(card).toContainText('No bid scheduled')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toContainText('Bids at 0:07')
})

test('A price that passes the maximum is shown on the card, and no bid is sent', async ({ page, house, bidder }) => {
  await bidder.startConnected()
  await page.goto('/dashboard')
  const listing = await house.list({ title: 'A clock too dear', endsInSeconds: 18 })
  await bidder.prepare.bid(listing, { max: 15, seconds: 5 })
  const card = bidder.card('A clock too dear')
  await expect(card).toContainText('Bid fires at 0:05')
  await house.bidAgainst(listing, 30, 'first')
  await house.bidAgainst(listing, 40, 'second')
  await expect(card).toContainText(/above your max/)
  await expect(card).toContainText(/the price had passed your maximum|Sold for \$31\.00/, { timeout: 30_000 })
  expect(await house.bidsOn(listing)).toEqual([])
})

test('A bid that is outbid on arrival shows this on its card', async ({ page, house, bidder }) => {
  await bidder.startConnected()
  const listing = await house.list({ title: 'A radio with a proxy', endsInSeconds: 12 })
  await house.bidAgainst(listing, 80)
  await bidder.prepare.bid(listing, { max: 30, seconds: 5 })
  await page.goto('/dashboard')
  await expect(bidder.card('A radio with a proxy')).toContainText('Outbid on arrival', { timeout: 30_000 })
  expect(await house.bidsOn(listing)).toMatchObject([{ amountCents: 3_000 }])
})

test('Undo brings a removed auction back', async ({ page, house, bidder }) => {
  await bidder.start()
  await bidder.prepare.tracked(await house.list({ title: 'A mirror to remove', endsInSeconds: 4_000 }))
  await page.goto('/dashboard')
  const card = bidder.card('A mirror to remove')
  await bidder.choose(card, 'Remove')
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
})

test('Undo brings several removed auctions back one after another, each with its bid', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  for (const title of ['A first mirror', 'A second mirror']) {
    await bidder.prepare.bid(await house.list({ title, endsInSeconds: 4_000 }), { max: 25, seconds: 5 })
  }
  await page.goto('/dashboard')
  const cards = [bidder.card('A first mirror'), bidder.card('A second mirror')]
  for (const card of cards) await bidder.choose(card, 'Select')
  await page.getByRole('toolbar').getByRole('button', { name: 'Remove' }).click()
  for (const card of cards) await expect(card).toBeHidden()

  const restoring = await holdAnswers(page, 'POST', /^\/api\/auctions\/\d+\/restore$/)
  restoring.holdNoMore()
  const scheduling = await holdAnswers(page, 'POST', /^\/api\/bids$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => scheduling.calls()).toBe(1)
  expect(restoring.calls()).toBe(1)
  await scheduling.release()
  for (const card of cards) await expect(card).toContainText('Bids at 0:05')
})

test('A price change at the site appears in an open browser', async ({ page, house, bidder }) => {
  await bidder.start()
  const listing = await house.list({ title: 'A vase that moves', endsInSeconds: 90 })
  await bidder.prepare.tracked(listing)
  await page.goto('/dashboard')
  const card = bidder.card('A vase that moves')
  await expect(card).toContainText('0 bids')
  await house.bidAgainst(listing, 20)
  await expect(card).toContainText('1 bid')
})
