import { readFileSync } from 'node:fs'
import { messages } from '@bidwell/contract'
import { checkAccessibility } from '../pages/check-accessibility.ts'
import { recordAnnouncements } from '../pages/record-announcements.ts'
import { expect, test } from '../story.ts'

test('A newcomer registers, connects, schedules a bid seven seconds before the end, and wins', async ({
  page,
  house,
  bidder,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await bidder.register()
  const { userName } = await bidder.connect()
  await page.goto('/dashboard')
  const title = 'A stoneware bowl'
  const listing = await house.list({ title, endsInSeconds: 90 })
  await bidder.trackAndSchedule(listing, { max: 25, seconds: 7 })
  await bidder.prepareAsSignedIn()
  const watched = 'A bowl without a bid'
  await bidder.track({ title: watched, endsInSeconds: 40 })

  const announcements = await recordAnnouncements(page)
  const card = bidder.card(title)
  await expect(card).toContainText('Final minute')
  await expect(card.getByRole('timer')).toHaveAttribute('aria-label', /^\d+m \d+s$/)
  await expect(card).toContainText('Final minute. Bids with 7 s left')
  const lastMinute = page.getByRole('region', { name: 'Last minute' })
  await expect(lastMinute.getByRole('timer')).toHaveText(/^0:\d\d$/)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(lastMinute.getByRole('timer')).toHaveText(/^0:\d\d\.\d$/)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const stations = lastMinute.getByRole('list', { name: 'How far this bid has come' }).getByRole('listitem')
  await expect(stations).toHaveText([/^Locks in at 0:08/, /^Sent at 0:07\.0/, /^Accepted/, /^Result/])
  await checkAccessibility(page)
  await expect(card).toContainText('Bid placed')
  const placed = page.getByRole('group', { name: `Bid placed: ${title}` })
  await expect(placed).toContainText(messages.bid.executed(String(listing.itemId)))
  // First what is seen for a while only: a toast of a result for 10 seconds, the last minute for 15.
  const spoken = `Won: ${title} for $10.00, $15.00 under your max`
  const toast = page.getByRole('group', { name: spoken })
  await expect(toast.getByRole('link', { name: 'Pay' })).toHaveAttribute('href', '/to-pay')
  await expect(toast.getByRole('link', { name: spoken })).toHaveAttribute('href', /^\/bid-history\/\d+$/)
  await expect(toast.locator('img')).toBeInViewport()
  await expect(card.getByText(/^(Won|To pay by \w+( \d+)?)$/)).toBeVisible()
  await expect(stations).toHaveText([/^Locked in 0:08/, /^Sent 0:07\.0/, /^Accepted/, /^Won for \$10\.00/])
  await page.setViewportSize({ width: 768, height: 900 })
  // The sheet of the open auction may cover it.
  await expect(page.locator('[data-last-minute]')).toContainText('Won for $10.00')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(card).toContainText('Won for $10.00, $15.00 under your max')
  const pay = lastMinute.getByRole('link', { name: `Pay for ${title}` })
  await expect(pay).toHaveAttribute('href', /\/to-pay$|open-orders$/)
  await expect(lastMinute.getByRole('timer')).toBeInViewport({ ratio: 1 })
  const ofAuction = (await announcements()).filter((text) => text.includes(title))
  const [placedText, ...after] = ofAuction.filter((text) => !/^Bid (locked in|sent): | ends in a minute$/.test(text))
  expect(placedText).toMatch(new RegExp(`^Bid placed: ${title}`))
  expect(after).toEqual([spoken])

  const [bid, ...more] = await house.bidsOn(listing)
  expect(more).toEqual([])
  expect(bid).toMatchObject({ userName, amountCents: 2_500, outcome: 'leading' })

  await page.goto('/bid-history')
  await page.getByRole('button', { name: watched, exact: true }).click()
  const closedAuction = page.getByRole('dialog', { name: watched })
  await expect(closedAuction.getByRole('region', { name: 'The sale' })).toContainText('Not sold')
  await expect(closedAuction.getByRole('link', { name: 'Find similar' })).toHaveAttribute('href', /bowl/)
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('Won for $10.00, $15.00 under your max.')).toBeVisible()
  await page.getByText('Every step').click()
  await expect(page.getByText(/^\d\.\d\d s before the close$/)).toBeVisible()
  await expect(page.getByText(/You are currently the high bidder/)).toBeVisible()
  const sale = page.getByRole('region', { name: 'The sale' })
  const facts = sale.getByRole('term').filter({ hasText: /^(How it closed|Sold for|Bidders)$/ })
  await expect(facts).toHaveText(['How it closed', 'Sold for', 'Bidders'])
  await expect(sale.getByText('$10.00', { exact: true }).first()).toBeVisible()

  await page.goto(listing.url)
  await expect(page.getByText(/\$10\.00/).first()).toBeVisible()
  await expect(page.getByText(masked(userName)).first()).toBeVisible()
})

test('The receipt of a bid can be downloaded as a JSON file', async ({ page, bidder }) => {
  await bidder.startConnected()
  const auction = await bidder.bidOn({ title: 'A bowl with a receipt', endsInSeconds: 4_000 }, { max: 25, seconds: 7 })
  await page.goto(await bidder.prepare.receiptPath(auction))
  await page.getByText('Every step').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as JSON' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^receipt-\d+\.json$/)
  const receipt = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(receipt).toMatchObject({ bid: { auction_id: String(auction.itemId), max_bid: 25, seconds_before_end: 7 } })
})

const masked = (userName: string) => `${userName.at(0)}****${userName.at(-1)}`
