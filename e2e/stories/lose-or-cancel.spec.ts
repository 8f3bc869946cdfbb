import { expect, test } from '../story.ts'

test('a cancelled snipe never fires, and undo puts it back', async ({ page, house, bidder }) => {
  await bidder.register()
  await bidder.connect()
  const kept = await house.list({ title: 'A lamp to let go', endsInSeconds: 400 })
  await bidder.trackAndSchedule(kept, { max: '25.00', seconds: 7 })
  const card = bidder.card('A lamp to let go')
  await card.getByRole('button', { name: /More for/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel bid' }).click()
  await expect(card).toContainText('No bid scheduled')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toContainText('Bids at 0:07')

  const gone = await house.list({ title: 'A chair to let go', endsInSeconds: 22 })
  await bidder.trackAndSchedule(gone, { max: '25.00', seconds: 7 })
  const last = bidder.card('A chair to let go')
  await last.getByRole('button', { name: /More for/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel bid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel bid' }).click()
  await expect(last).toContainText('No bid scheduled')
  await expect(last).toContainText('Ended without bids', { timeout: 45_000 })
  expect(await house.bidsOn(gone)).toEqual([])
})

test('a price that passes the maximum is told at once, and nothing is sent', async ({ house, bidder }) => {
  await bidder.register()
  await bidder.connect()
  const listing = await house.list({ title: 'A clock too dear', endsInSeconds: 30 })
  await bidder.trackAndSchedule(listing, { max: '15.00', seconds: 5 })
  const card = bidder.card('A clock too dear')
  await expect(card).toContainText('Bid fires at 0:05')
  await house.bidAgainst(listing, 30, 'first')
  await house.bidAgainst(listing, 40, 'second')
  await expect(card).toContainText(/above your max/, { timeout: 30_000 })
  await expect(card).toContainText(/the price had passed your maximum|Sold for \$31\.00/, { timeout: 45_000 })
  expect(await house.bidsOn(listing)).toEqual([])
})

test('a bid beaten as it arrives says so, with the price', async ({ house, bidder }) => {
  await bidder.register()
  await bidder.connect()
  const listing = await house.list({ title: 'A radio with a proxy', endsInSeconds: 20 })
  await house.bidAgainst(listing, 80)
  await bidder.trackAndSchedule(listing, { max: '30.00', seconds: 5 })
  const card = bidder.card('A radio with a proxy')
  await expect(card).toContainText('Outbid on arrival', { timeout: 40_000 })
  const bids = await house.bidsOn(listing)
  expect(bids).toMatchObject([{ amountCents: 3_000 }])
})

test('removing an auction takes it off the list, and undo puts it back where it was', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.register()
  const listing = await house.list({ title: 'A mirror to remove', endsInSeconds: 4_000 })
  await bidder.track(listing)
  const card = bidder.card('A mirror to remove')
  await card.getByRole('button', { name: /More for/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
})

test('a change at the site reaches an open browser by itself', async ({ house, bidder }) => {
  await bidder.register()
  const listing = await house.list({ title: 'A vase that moves', endsInSeconds: 90 })
  await bidder.track(listing)
  const card = bidder.card('A vase that moves')
  await expect(card).toContainText('0 bids')
  await house.bidAgainst(listing, 20)
  await expect(card).toContainText('1 bid')
})
