import { readFileSync } from 'node:fs'
import { messages } from '@bidwell/contract'
import type { Locator, Page } from '@playwright/test'
import type { House } from '../installation/house.ts'
import { checkAccessibility, checkLayout } from '../pages/check-accessibility.ts'
import { holdAnswers } from '../pages/hold-answers.ts'
import { loseFirstAnswer } from '../pages/lose-first-answer.ts'
import { userKeys } from '../pages/stored.ts'
import type { Bidder } from '../people/bidder.ts'
import { answerHistory } from '../screens/fixed-history.ts'
import { expect, test } from '../story.ts'

test('A bid that is locked in takes the place of its form, and a win and a loss each have a toast on any page', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.openDashboard()
  const won = await bidder.bidOn({ title: 'A lamp to win', endsInSeconds: 75 }, { max: 25, seconds: 25 })
  const lost = await bidder.bidOn({ title: 'A lamp to lose', endsInSeconds: 85 }, { max: 25, seconds: 35 })

  await won.card.getByRole('link', { name: 'A lamp to win' }).click()
  const detail = page.getByRole('complementary', { name: 'Detail' })
  await detail.getByLabel('Your max', { exact: true }).fill('31')
  const bid = detail.getByRole('region', { name: 'Your bid' })
  await expect(bid.getByRole('textbox')).toHaveCount(0)
  await expect(bid).toBeFocused()
  await expect(detail.getByText(/^Price (now|\d)/)).toHaveCount(1)
  await expect(bid).toContainText('Your max$25.00')
  await expect(bid).toContainText('25 seconds before the end')
  await expect(bid).toContainText('Not saved in time: max $31.00.')
  await expect(bid.getByRole('listitem').filter({ hasText: 'Confirmed by Auction House' })).toContainText('done')
  await expect(lost.card).toContainText('Bid placed')
  await house.bidAgainst(lost, 40)

  // Follows a link, so that the page stays open.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  const toast = page.getByRole('group', { name: /^Won.*A lamp to win/ })
  await expect(toast).toBeVisible({ timeout: 150_000 })
  await expect(toast.locator('img')).toBeVisible()
  await Promise.all([
    checkAccessibility(page),
    expect(page.getByRole('group', { name: /^Lost.*A lamp to lose/ })).toBeVisible(),
  ])
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('heading', { name: 'Bid history' })).toBeVisible()
  await expectLedger(page, house)
})

/** Two lamps have just ended: one was won for $10.00, the other was sold for $26.00. */
async function expectLedger(page: Page, house: House) {
  const [won, lost] = [/A lamp to win/, /A lamp to lose/].map((name) => page.getByRole('row', { name }))
  if (won === undefined || lost === undefined) throw new Error('Two rows are looked at')
  await expect(won).toContainText(/Won.*\$10\.00.*\$25\.00.*\$15\.00 under/)
  await expect(lost).toContainText(/Sold for \$26\.00.*Lost.*\$25\.00.*\$1\.00 over/)
  const totals = 'won 1 of 2, spent $10.00, $15.00 under your max'
  await expect(page.getByRole('row', { name: `${MONTH.format()}: ${totals}` })).toBeVisible()
  await expect(page.getByText(totals, { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Lost', exact: true }).click()
  await expect(won).toHaveCount(0)
  await expect(lost).toBeVisible()
  await page.getByRole('button', { name: 'Outbid', exact: true }).click()
  await expect(page.getByText('None of these yet.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Show all' }).click()
  await page.getByRole('button', { name: 'Paid', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Paid' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('rowheader')).toContainText(['A lamp to win', 'A lamp to lose'])
  await page.getByRole('button', { name: 'Item', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Item' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('rowheader')).toContainText(['A lamp to lose', 'A lamp to win'])
  await page.getByRole('button', { name: 'Item', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Item' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('rowheader')).toContainText(['A lamp to win', 'A lamp to lose'])
  await page.getByRole('searchbox', { name: 'Search your history' }).fill('LOSE lamp')
  await expect(won).toHaveCount(0)
  await expect(page).toHaveURL(/search=LOSE\+lamp&sort=item\.desc/)
  await checkAccessibility(page)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^bidwell-history-\d{4}-\d\d-\d\d\.csv$/)
  const [heading, line, ...others] = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(heading).toMatch(/^\u{feff}"Date \(Pacific time\)","Item",/u)
  expect(line).toMatch(/,"A lamp to lose","\d+","Lost",26\.00,,25\.00,-1\.00,.*,"","","http/)
  expect(others).toEqual([''])

  await house.list({ title: 'A second lamp to lose', endsInSeconds: 9_000 })
  const [similar] = await Promise.all([
    page.waitForEvent('popup'),
    lost.getByRole('link', { name: 'Find items similar to A lamp to lose' }).click(),
  ])
  await expect(similar.getByRole('link', { name: 'A second lamp to lose' })).toBeVisible()
  await similar.close()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('searchbox', { name: 'Search your history' }).fill('')
  const card = page.getByRole('listitem').filter({ hasText: 'A lamp to win' })
  await expect(card).toContainText(/\$10\.00.*Won.*\$15\.00 under/)
  await checkAccessibility(page)
  await card.getByRole('button', { name: 'More for A lamp to win' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Receipt', 'Find similar', 'Select', 'Delete'])
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
  await expectChart(page)
}

const month = (name: string, spent: number, saved: number) => {
  return { month: name, entries: 2, won: 1, decided: 2, spent, saved, unpriced: 0, cost: 0, costed: 0 }
}

const isDrawn = (shown: SVGElement | HTMLElement) =>
  shown instanceof HTMLCanvasElement &&
  shown
    .getContext('2d')
    ?.getImageData(0, 0, shown.width, shown.height)
    .data.some((value) => value !== 0) === true

/** No story waits for a month to pass, so the server's answer is replaced by one about two months. */
async function expectChart(page: Page) {
  const months = [month('2026-11', 30, 12.5), month('2026-09', 5, 1)]
  const total = { entries: 4, won: 2, decided: 4, spent: 35, saved: 13.5, unpriced: 0, cost: 0, costed: 0 }
  await page.route('**/api/history/totals*', (route) =>
    route.fulfill({ json: { success: true, data: { total, months } } }),
  )
  await page.reload()
  const chart = page.getByRole('figure', { name: 'Spent and saved by month' })
  await expect(chart.getByRole('row')).toHaveCount(0)
  const summary = chart.getByText('As a table')
  await summary.focus()
  await page.keyboard.press('Enter')
  expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expect(chart.getByRole('row')).toHaveText([
    'MonthSpentUnder your maxes',
    'September 2026$5.00$1.00',
    'October 2026$0.00$0.00',
    'November 2026$30.00$12.50',
  ])
  const canvas = chart.locator('canvas')
  await expect(canvas).toBeVisible()
  await expect.poll(() => canvas.evaluate(isDrawn)).toBe(true)
  const drawn = () => canvas.evaluate((shown: HTMLCanvasElement) => shown.toDataURL())
  const before = await drawn()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(drawn).not.toBe(before)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(drawn).toBe(before)
  await checkAccessibility(page)
}

test('More entries of the history than the server takes in one call are deleted in several, and come back in several', async ({
  page,
  bidder,
  bidwell: { houseUrl },
}) => {
  await bidder.start()
  await answerHistory(page, { now: Date.now(), houseUrl }, 501)
  const calls: string[] = []
  await page.route(/\/api\/bids\/bulk-(delete|restore)$/, async (route) => {
    const { bidIds } = route.request().postDataJSON() as { bidIds: number[] }
    const isDeletion = route.request().url().endsWith('delete')
    calls.push(`${isDeletion ? 'delete' : 'restore'} ${bidIds.length}`)
    const data = isDeletion
      ? { deleted_bids: bidIds.length, deleted_auctions: 0, refused: [] }
      : { restored_bids: bidIds.length, restored_auctions: 0, refused: [] }
    await route.fulfill({ json: { success: true, data } })
  })
  await page.goto('/bid-history')
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(messages.history.deletedMany(501))).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => calls).toEqual(['delete 500', 'delete 1', 'restore 500', 'restore 1'])
})

/** Three cancelled bids: of a lamp, a chair and a clock. Returns the steps on their rows of the history. */
async function openThreeCancelled(page: Page, bidder: Bidder) {
  await bidder.startConnected()
  for (const title of ['A lamp let go', 'A chair let go', 'A clock let go']) {
    const listing = await bidder.bidOn({ title, endsInSeconds: 4_000 }, { max: 25, seconds: 5 })
    await bidder.prepare.cancelled(listing)
  }
  await page.goto('/bid-history')
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  const press = async (title: string) => {
    await row(title).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
  }
  return { row, press, told: page.getByText(messages.history.deletedOne('bid')) }
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText(messages.account.loggedOut)).toBeVisible()
}

test('What was deleted from the history comes back with Undo, and else stays deleted in every tab, also when its user signs out at once', async ({
  page,
  bidder,
}) => {
  const { row, press, told } = await openThreeCancelled(page, bidder)
  await press('A lamp let go')
  await expect(told).toBeVisible()
  await expect(row('A lamp let go')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row('A lamp let go')).toBeVisible()
  await page.reload()
  await expect(row('A lamp let go')).toBeVisible()

  await press('A chair let go')
  await expect(told).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto('/bid-history')
  const inTab = (title: string) => tab.getByRole('row').filter({ hasText: title })
  await expect(inTab('A lamp let go')).toBeVisible()
  await expect(inTab('A chair let go')).toHaveCount(0)
  await signOut(tab)
  await expect(told).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await tab.close()

  await page.goto('/?auth=login')
  await bidder.signIn()
  await page.waitForURL(/\/dashboard/)
  await page.goto('/bid-history')
  await expect(row('A clock let go')).toBeVisible()
  await expect(row('A chair let go')).toHaveCount(0)
  await press('A lamp let go')
  await expect(told).toBeVisible()
  await signOut(page)
  await expect(told).toHaveCount(0)
  await page.goto('/?auth=login')
  await bidder.signIn()
  await page.waitForURL(/\/dashboard/)
  await page.goto('/bid-history')
  await expect(row('A clock let go')).toBeVisible()
  await expect(row('A lamp let go')).toHaveCount(0)
})

test('A deletion from the history that gets no answer is told and leaves the row, and an undo that gets none is told too', async ({
  page,
  bidder,
}) => {
  const { row, press, told } = await openThreeCancelled(page, bidder)
  await page.route('**/api/bids/bulk-delete', (route) => route.abort())
  await press('A lamp let go')
  await expect(page.getByRole('alert')).toContainText(messages.generic.networkError)
  await expect(row('A lamp let go')).toBeVisible()
  await page.unroute('**/api/bids/bulk-delete')
  const unknown = page.getByRole('status').filter({ hasText: messages.history.maybeDeleted(1) })
  const undo = unknown.getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect(unknown).toHaveCount(0)
  await expect(row('A lamp let go')).toBeVisible()

  // The server has done it, and its answer is lost: what is gone can be brought back.
  await loseFirstAnswer(page, 'POST', '/bids/bulk-delete')
  await press('A clock let go')
  await expect(row('A clock let go')).toHaveCount(0)
  await undo.click()
  await expect(row('A clock let go')).toBeVisible()

  await press('A chair let go')
  await expect(told).toBeVisible()
  await page.route('**/api/bids/bulk-restore', (route) => route.abort())
  await page.getByRole('button', { name: 'Undo' }).click()
  const notRestored = page.getByRole('alert').filter({ hasText: messages.bidRefusal.notRestored })
  await expect(notRestored).toContainText(messages.generic.networkError)
  await expect(row('A chair let go')).toHaveCount(0)
  await page.unroute('**/api/bids/bulk-restore')
  await notRestored.getByRole('button', { name: 'Try again' }).click()
  await expect(row('A chair let go')).toBeVisible()
  for (const title of ['A lamp let go', 'A clock let go']) await expect(row(title)).toBeVisible()
})

/** The month of the test, as the site's time zone has it. */
const MONTH = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', month: 'long', year: 'numeric' })

test('A bid whose answer is lost is being checked, since when and until when it says, and then shows its true result', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.openDashboard()
  // The bidder's own lead raises the next bid past the maximum, so that sending it again proves nothing.
  const terms = { startingPrice: 24.5, endsInSeconds: 45 }
  const auction = await bidder.bidOn({ title: 'A lamp without an answer', ...terms }, { max: 25, seconds: 5 })
  const later = { ...terms, title: 'A lamp with an answer', endsInSeconds: 75 }
  const bystander = await bidder.bidOn(later, { max: 25, seconds: 35 })
  const { itemId } = auction
  await house.fail({ kind: 'cut', when: 'after', endpoint: 'ItemBid/PlaceBid', itemId, times: 1 })
  await house.fail({ kind: 'page_lag', lagMs: 60_000, itemId })

  await auction.card.getByRole('link', { name: 'A lamp without an answer' }).click()
  await expect(auction.card).toContainText('Checking your bid')
  const detail = page.getByRole('complementary', { name: 'Detail' })
  const sentence =
    /has not confirmed it\. We have been checking it since .* until Auction House shows whether it counts\./
  for (const place of [auction.card, detail]) await expect(place).toContainText(sentence)
  const steps = detail.getByRole('list', { name: 'How far your bid has come' })
  await expect(steps.locator('[aria-current=step]')).toContainText('Checking with Auction House')
  await expect(bystander.card).toContainText('Bid placed')
  await checkAccessibility(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click()
  const row = page.getByRole('row', { name: /A lamp without an answer/ })
  await expect(row).toContainText('Checking whether it counts')

  await expect(row).toContainText(/Won.*\$24\.50/, { timeout: 150_000 })
  await expect(page.getByRole('group', { name: /^Won.* for \$/ }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /A lamp with an answer/ })).toContainText(/Won.*\$24\.50/)
  const accepted = (await house.bidsOn(auction)).filter(({ outcome }) => outcome === 'leading')
  expect(accepted).toHaveLength(1)
})

test('Removing the site login warns of a bid that could not be stopped, although the page shows the removal first', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.openDashboard()
  const sent = await bidder.bidOn({ title: 'A lamp on its way', endsInSeconds: 75 }, { max: 25, seconds: 30 })
  await bidder.bidOn({ title: 'A lamp to be sent later', endsInSeconds: 4_000 }, { max: 25, seconds: 5 })
  await house.fail({ kind: 'hang', endpoint: 'ItemBid/PlaceBid', itemId: sent.itemId })
  await expect(sent.card).toContainText('Placing your bid')

  const removal = await holdAnswers(page, 'DELETE', /\/credentials$/, { outdated: true })
  await page.getByRole('link', { name: /Connected/ }).click()
  await page.getByRole('button', { name: 'Remove login' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove login' }).click()
  await expect(page.getByRole('heading', { name: 'Connect your Auction House account' })).toBeVisible()
  await removal.release()
  await expect(page.getByRole('status').filter({ hasText: 'A lamp on its way' })).toContainText(
    'Locked in before you changed your site login, so it could not be stopped.',
  )
  await expect(page.getByText('Your Auction House login has been forgotten')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'A lamp to be sent later' })).toHaveCount(0)
})

test('Results that came in while the app was closed stand on the dashboard until they are dismissed', async ({
  page,
  bidder,
}) => {
  await bidder.openDashboard()
  await expect(page.getByRole('searchbox')).toBeVisible()
  const auction = await bidder.bidOn({ title: 'A clock to win', endsInSeconds: 45 }, { max: 25, seconds: 5 })
  // The code that notes which results were seen loads after the list.
  const isSeenNoted = async () => (await userKeys(page)).some((key) => key.startsWith('bids_seen:'))
  await expect.poll(isSeenNoted).toBe(true)
  await page.goto('about:blank')
  await expect.poll(() => bidder.prepare.bidStatus(auction), { timeout: 150_000 }).toBe('won')

  await page.goto('/dashboard')
  const strip = page.getByRole('region', { name: 'Results' })
  await expect(strip).toContainText('While you were away: won 1 for $10.00, saved $15.00 under your max')
  await expect(strip.getByRole('link', { name: 'Pay for A clock to win' })).toHaveAttribute(
    'href',
    /to-pay|open-orders/,
  )
  await expect(strip.getByRole('link', { name: 'A clock to win', exact: true })).toHaveAttribute(
    'href',
    await bidder.prepare.receiptPath(auction),
  )
  await expect(page.getByRole('group', { name: /^Won/ })).toHaveCount(0)
  await checkAccessibility(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await checkAccessibility(page)
  await strip.getByRole('button', { name: 'Dismiss the results' }).click()
  await expect(strip).toBeHidden()
  await page.reload()
  await expect(auction.card).toContainText('Won for $10.00')
  await expect(strip).toHaveCount(0)
})

test('A login that the site refuses shows on each bid that it stops, as one problem on every page', async ({
  page,
  house,
  bidder,
}) => {
  const { userName } = await bidder.openDashboard()
  const vase = await bidder.bidOn({ title: 'A vase at stake', endsInSeconds: 4_000 }, { max: 25, seconds: 5 })
  const jug = await bidder.bidOn({ title: 'A jug at stake', endsInSeconds: 5_000 }, { max: 25, seconds: 5 })
  const bowl = await bidder.track({ title: 'A bowl without a bid', endsInSeconds: 5_000 })
  const cards = [vase.card, jug.card]
  for (const card of cards) await expect(card).toContainText('Bid scheduled')

  await house.changePassword(userName, 'changed at the site')
  expect((await bidder.prepare.send('POST', '/shopgoodwill/token/refresh', {})).status).toBe(422)
  for (const card of cards) {
    await expect(card).toContainText("Won't be sent")
    await expect(card).not.toContainText('Bid scheduled')
    await expect(card.getByRole('link', { name: 'Reconnect' })).toBeVisible()
  }
  await expect(bowl.card).toContainText('No bid')
  const detail = page.getByRole('complementary', { name: 'Detail' })
  await expect(detail).toContainText("Auction House refuses your login, so this bid won't be sent.")
  await expect(detail).not.toContainText('Scheduled on the server')
  for (const card of cards) await bidder.choose(card, 'Select')
  await expect(page.getByRole('toolbar', { name: 'Selected auctions' })).toContainText("2 bids won't be sent")

  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems).toContainText(/One problem stops 2 bids\. First one: A vase at stake in 1h \d+m/)
  await expect(problems).toContainText('The username or password are incorrect')
  for (const card of cards) await expect(card).not.toContainText(/incorrect|refuses/)
  const spoken = page.locator('[aria-live=polite].sr-only')
  await expect(spoken).toHaveText('One problem stops 2 bids. Auction House refuses your login.')
  await checkAccessibility(page)

  await problems.getByRole('button', { name: 'Collapse the problems' }).click()
  const pill = page.getByRole('banner').getByRole('button', { name: '1 problem' })
  await expect(pill).toBeFocused()
  await expect(problems).toBeHidden()
  await page.goto('/bid-history')
  await expect(pill).toContainText(/1h \d+m/)
  for (const width of [1_024, 768, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await checkLayout(page)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await checkAccessibility(page)

  // A bid that is due sooner by far opens them again.
  await bidder.bidOn({ title: 'A plate at stake', endsInSeconds: 1_500 }, { max: 25, seconds: 5 })
  await expect(problems).toContainText(/One problem stops 3 bids\. First one: A plate at stake in 2\d:/)
  await pill.waitFor({ state: 'hidden' })
  await checkAccessibility(page)

  await house.changePassword(userName, 'house password')
  await problems.getByRole('button', { name: 'Reconnect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect your Auction House account' })
  await dialog.getByLabel('User name').fill(userName)
  await dialog.getByLabel('Password', { exact: true }).fill('house password')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('3 bids are safe again')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(problems).toBeHidden()
  await page.goto('/dashboard')
  for (const card of cards) await expect(card).toContainText('Bid scheduled')
})

test('A bid that fails at the login has a toast with the reason, and a link that fixes it', async ({
  page,
  house,
  bidder,
}) => {
  const { userName } = await bidder.openDashboard()
  const auction = await bidder.bidOn({ title: 'A frame without a login', endsInSeconds: 45 }, { max: 25, seconds: 5 })
  await house.changePassword(userName, 'changed at the site')
  const toast = page.getByRole('group', { name: 'Not placed: A frame without a login' })
  await expect(toast).toContainText(`Your bid for auction ${auction.itemId} failed to execute. `)
  await expect(toast).toContainText(/refused your login|incorrect/)
  await expect(page.locator('[aria-live=polite].sr-only')).toContainText('Not placed: A frame without a login')
  await toast.getByRole('link', { name: 'Fix' }).click()
  await expect(page.getByRole('button', { name: 'Use another login' })).toBeVisible()
  // A bid that was armed before the change may be sent with its former session, which the site has ended.
  const outcomes = (await house.bidsOn(auction)).map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome !== 'unauthorized')).toEqual([])
})

test('Opening an auction with an old price reads it again once, and an auction with a new price is not read', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.start()
  const old = await bidder.track({ title: 'A kettle seen long ago', endsInSeconds: 80_000 })
  const trackedAt = Date.now()
  const current = await bidder.track({ title: 'A kettle seen just now', endsInSeconds: 70_000 })
  // The server reads an auction that ends tomorrow every few minutes; the story does not wait for that.
  let isOld = true
  await page.route(
    ({ pathname }) => pathname === '/api/auctions',
    async (route) => {
      const response = await route.fetch()
      // The page may have aborted the call meanwhile.
      const reply = await response.json().catch(() => null)
      if (reply === null) return route.abort()
      for (const auction of reply.data.auctions) {
        if (isOld && auction.title === 'A kettle seen long ago') {
          auction.last_checked_at = new Date(Date.parse(auction.last_checked_at) - 12 * 60_000).toISOString()
        }
        // It does not become old while the story runs.
        if (auction.title === 'A kettle seen just now') {
          auction.last_checked_at = new Date(Date.parse(auction.last_checked_at) + 10 * 60_000).toISOString()
        }
      }
      await route.fulfill({ response, json: reply })
    },
  )
  const reads = await holdAnswers(page, 'POST', /^\/api\/auctions\/\d+\/refresh$/)
  await page.clock.install()
  await page.goto('/dashboard')
  await house.bidAgainst(old, 20)
  await house.bidAgainst(old, 30, 'another')
  const detail = page.getByRole('complementary', { name: 'Detail' })
  await expect(detail).toContainText('Price now')
  await old.card.getByRole('link').first().click()
  await expect(detail).toContainText(/Price 1\d min old · reading it again…/)
  isOld = false
  // The server has read the price when it was tracked, and reads none again within two seconds.
  await expect.poll(() => Date.now() - trackedAt).toBeGreaterThan(2_000)
  await reads.release()
  await expect(detail).toContainText('$21.00 2 bids')
  await expect(detail).toContainText('Price now')
  expect(reads.calls()).toBe(1)

  await current.card.getByRole('link').first().click()
  await expect(detail.getByRole('heading', { name: 'A kettle seen just now' })).toBeVisible()
  await page.clock.runFor(2_000)
  expect(reads.calls()).toBe(1)
})

/** Expects that a line stands beside the headings of the list, above its first row, and covers none of them. */
async function expectAboveRows(page: Page, line: Locator, row: Locator) {
  const size = page.viewportSize()
  const headings = page.getByRole('main').locator('section').first().locator('h2, h2 ~ span:visible')
  for (const width of [360, 768, 1_024, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(async () => {
      const [button, first] = await Promise.all([
        page.getByRole('button', { name: 'Refresh all' }).boundingBox(),
        row.boundingBox(),
      ])
      expect(button!.y + button!.height).toBeLessThanOrEqual(first!.y)
      expect(button!.x + button!.width).toBeLessThanOrEqual(width)
      const start = (await line.boundingBox())!.x
      const ends = await headings.evaluateAll((all) =>
        all.map((heading) => {
          const range = document.createRange()
          range.selectNodeContents(heading)
          return range.getBoundingClientRect().right
        }),
      )
      expect(Math.max(...ends)).toBeLessThan(start)
      expect((await line.boundingBox())?.height).toBe(32)
    }).toPass()
  }
  if (size) await page.setViewportSize(size)
}

const idOf = async (card: Locator | undefined) => Number(await card?.getAttribute('data-auction-card'))

test('Looking at an auction has its old price read, and one button has all old prices read and counts them', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  const titles = ['A whisk', 'A sieve', 'A ladle', 'A grater']
  const auctions = []
  for (const [n, title] of titles.entries())
    auctions.push(await bidder.track({ title, endsInSeconds: 70_000 + 1_000 * n }))
  const [whisk, sieve, ladle, grater] = auctions.map(({ card }) => card)
  // The server reads auctions that end tomorrow every few minutes; the story does not wait for that.
  const old = new Set(titles.slice(1))
  await page.route(
    ({ pathname }) => pathname === '/api/auctions',
    async (route) => {
      const response = await route.fetch()
      const reply = await response.json()
      for (const auction of reply.data.auctions) {
        // A price that is not old does not become so while the story runs.
        const minutes = old.has(auction.title) ? -12 : 10
        auction.last_checked_at = new Date(Date.parse(auction.last_checked_at) + minutes * 60_000).toISOString()
      }
      await route.fulfill({ response, json: reply })
    },
  )
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/auctions/refresh') return
    asked.push(request.postDataJSON())
    // To the server, this price is not old.
    old.delete('A sieve')
  })
  await page.goto('/dashboard')
  const ages = page.getByText(/^4 prices, oldest 1\d min/)
  await expect(ages).toBeVisible()
  await expectAboveRows(page, ages, whisk!)
  const ids = await Promise.all([sieve, ladle, grater].map(idOf))

  await whisk?.hover()
  await sieve?.hover()
  await expect(sieve!).not.toContainText('min old')
  await ladle?.getByRole('link').focus()
  await expect.poll(() => asked).toEqual([{ id: ids[0] }, { id: ids[1] }])
  await whisk?.hover()
  await expect(ladle!).toContainText(/1\d min old/)

  await page.route(
    ({ pathname }) => pathname === '/api/auctions/refresh',
    (route) => route.fulfill({ json: { success: true, data: { ids: ids.slice(1), within_ms: 118_000 } } }),
  )
  const button = page.getByRole('button', { name: 'Refresh all' })
  await button.click()
  await expect(page.getByText('0 of 2 read, rest in 2 min')).toBeVisible()
  old.delete('A ladle')
  await bidder.prepare.call('POST', `/auctions/${ids[1]}/refresh`)
  await expect(page.getByText('1 of 2 read, rest in 2 min')).toBeVisible()
  await expect(ladle!).not.toContainText('min old')
  await expect(grater!).toContainText(/1\d min old/)
  old.delete('A grater')
  await bidder.prepare.call('POST', `/auctions/${ids[2]}/refresh`)
  await expect(page.getByText('4 prices, all within 1 min')).toBeVisible()
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('title', 'No price is over a minute old.')
  expect(asked).toHaveLength(3)
  await checkAccessibility(page)
})
