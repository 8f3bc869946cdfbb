import type { Page, Request } from '@playwright/test'
import { holdAnswers } from '../pages/hold-answers.ts'
import { holdStream } from '../pages/hold-stream.ts'
import { recordAnnouncements } from '../pages/record-announcements.ts'
import { expiredDialog } from '../people/ended-session.ts'
import { ACCOUNTS, FALLBACKS } from '../spec-sentences.ts'
import { expect, test } from '../story.ts'

const LISTS = '**/api/auctions?status=*'

/** Has the lists of auctions say that an auction has been lost: it leaves the open ones and stands among the ended ones. */
async function settleInLists(page: Page, title: string) {
  let settled: object | undefined
  await page.route(LISTS, async (route) => {
    const response = await route.fetch()
    const reply: { data: { auctions: { title: string }[] } } = await response.json()
    const { auctions } = reply.data
    const index = auctions.findIndex((auction) => auction.title === title)
    const end = { status: 'lost', closed_because: 'ended', updated_at: new Date().toISOString() }
    if (index !== -1) settled = { ...auctions.splice(index, 1)[0], ...end }
    const isEnded = route.request().url().includes('status=won')
    const shown = isEnded && settled ? [settled, ...auctions] : auctions
    await route.fulfill({ response, json: { ...reply, data: { ...reply.data, auctions: shown } } })
  })
}

/** Marks the document when a text is missing from it for a moment. */
const watchForGap = (page: Page, text: string) =>
  page.evaluate((wanted) => {
    const check = () => {
      if (!document.body.textContent.includes(wanted)) document.documentElement.dataset['gap'] = ''
    }
    new MutationObserver(check).observe(document.body, { childList: true, subtree: true })
  }, text)

test('An offline page disables changes, and a page without its event stream shows new prices all the same', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  const auction = await bidder.bidOn({ title: 'A lamp in a tunnel', endsInSeconds: 110 }, { max: 50, seconds: 5 })
  const bystander = await bidder.track({ title: 'A lamp nobody wants', endsInSeconds: 4_000 })
  const { card } = auction
  const stream = await holdStream(page)
  let reads = 0
  page.on('request', (request) => (reads += request.url().includes('/api/auctions?status=active') ? 1 : 0))
  await page.goto('/dashboard')
  await expect(card).toContainText('no bids')
  await page.context().setOffline(true)
  await expect(page.getByText("You're offline.")).toBeVisible()
  await expect(bystander.card.getByRole('button', { name: /Schedule bid/ })).toBeDisabled()
  await house.bidAgainst(auction, 20)
  await page.context().setOffline(false)
  await expect(page.getByText("You're offline.")).toBeHidden()
  await bidder.prepare.readPrice(auction)
  await expect(card).toContainText('1 bid')

  await stream.cut()
  await house.bidAgainst(auction, 30)
  await expect(async () => {
    await bidder.prepare.readPrice(auction)
    await expect(card).toContainText('2 bids', { timeout: 10_000 })
  }).toPass()
  const polls = reads
  await expect.poll(() => reads).toBeGreaterThan(polls)
  await watchForGap(page, 'A lamp in a tunnel')
  await settleInLists(page, 'A lamp in a tunnel')
  await expect(card).toContainText('Checking the result')
  expect(await page.evaluate(() => document.documentElement.dataset['gap'])).toBeUndefined()
  await page.unroute(LISTS)

  await stream.mend()
  await expect(async () => {
    const before = reads
    await bidder.prepare.scheduled(bystander, { max: 30, seconds: 9 })
    await expect(bystander.card).toContainText('Bid scheduled', { timeout: 1_000 })
    expect(reads).toBe(before)
  }).toPass()
  await expect(bystander.card).toContainText('no bids')
})

test('A tab that has been hidden for half a minute does without its event stream until it is looked at again', async ({
  page,
  context,
  bidder,
}) => {
  await bidder.startConnected()
  const lamp = await bidder.track({ title: 'A lamp behind a tab', endsInSeconds: 4_000 })
  const rug = await bidder.track({ title: 'A rug behind a tab', endsInSeconds: 5_000 })
  const bystander = await context.newPage()
  const ofBystander: string[] = []
  bystander.on('requestfailed', (request) => void (isStream(request) && ofBystander.push(request.url())))
  await bystander.goto('/dashboard')
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(lamp.card).toContainText('No bid')

  const ended = page.waitForEvent('requestfailed', isStream)
  await setVisibility(page, 'hidden')
  await page.clock.fastForward('00:15')
  await bidder.prepare.scheduled(lamp, { max: 25, seconds: 5 })
  await expect(lamp.card).toContainText('Bid scheduled')
  await page.clock.fastForward('00:16')
  await ended
  await bidder.prepare.scheduled(rug, { max: 25, seconds: 5 })
  await expect(bystander.getByRole('listitem').filter({ hasText: 'A rug behind a tab' })).toContainText('Bid scheduled')
  await expect(rug.card).toContainText('No bid')

  const opened = page.waitForRequest(isStream)
  await setVisibility(page, 'visible')
  await opened
  await expect(rug.card).toContainText('Bid scheduled')
  expect(ofBystander).toEqual([])
})

const isStream = (request: Request) => request.url().endsWith('/api/events')

/** Hides the tab, or brings it to the front. */
const setVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('A page without its event stream shows by polling alone that a bid was sent and has won', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  const bystander = await bidder.track({ title: 'A torch nobody wants', endsInSeconds: 4_000 })
  const auction = await bidder.bidOn({ title: 'A torch in a tunnel', endsInSeconds: 75 }, { max: 25, seconds: 5 })
  const stream = await holdStream(page)
  await page.goto('/dashboard')
  await expect(auction.card).toContainText('Final minute. Bids with 5 s left')
  await stream.cut()
  const announcements = await recordAnnouncements(page)
  await expect.poll(() => house.bidsOn(auction)).toHaveLength(1)
  const result = 'Won: A torch in a tunnel for $10.00, $15.00 under your max'
  await expect(page.getByRole('group', { name: result }).getByRole('link', { name: 'Pay' })).toBeVisible()
  await expect(auction.card).toContainText('Won for $10.00, $15.00 under your max')
  expect((await announcements()).filter((text) => text.startsWith('Won'))).toEqual([result])
  await expect(bystander.card).toContainText('No bid')
})

test('A page stays as it is when its session ends, and signing in again shows the same page', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  const { card } = await bidder.track({ title: 'A lamp that stays', endsInSeconds: 900 })
  await page.goto('/dashboard')
  await expect(card).toBeVisible()
  await bidder.prepare.endSession()

  const dialog = expiredDialog(page)
  await expect(dialog).toContainText('Being signed out changes nothing about your scheduled bids.')
  await expect(dialog.getByLabel('Email')).toHaveValue(bidder.prepare.email)
  await dialog.getByLabel('Password', { exact: true }).fill('not it at all')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toContainText(ACCOUNTS.reloginRefused)
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: '<html>' }), { times: 1 })
  await dialog.getByLabel('Password', { exact: true }).fill(bidder.prepare.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByText(FALLBACKS.loginCall, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(ACCOUNTS.loggedBackIn)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card).toBeVisible()
})

test('The dialog of an ended session opens although its code fails to load at first', async ({ page, bidder }) => {
  let requests = 0
  await page.route('**/SessionExpiredDialog-*.js', (route) => {
    requests += 1
    return requests === 1 ? route.fulfill({ status: 503 }) : route.continue()
  })
  await bidder.start()
  await page.goto('/dashboard')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await bidder.prepare.endSession()
  await expect(expiredDialog(page)).toBeVisible()
  expect(requests).toBe(2)
})

test('A bid scheduled in one browser appears in another by its event, without polling', async ({ page, bidder }) => {
  await bidder.startConnected()
  const auction = await bidder.track({ title: 'A lamp seen twice', endsInSeconds: 900 })
  const stream = page.waitForResponse('**/api/events')
  await page.goto('/dashboard')
  await stream
  await expect(auction.card).toContainText('No bid')
  // The rest of the page loads after the list.
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  // While its stream is open, a page polls every five minutes.
  await bidder.prepare.scheduled(auction, { max: 30, seconds: 9 })
  await expect(auction.card).toContainText('Your max$30.00')
})

test('What changes while a page opens its first event stream appears as soon as the stream is open', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const auction = await bidder.track({ title: 'A lamp between two readings', endsInSeconds: 900 })
  const bystander = await bidder.track({ title: 'A lamp left as it was', endsInSeconds: 900 })
  const stream = await holdAnswers(page, 'GET', /^\/api\/events$/)
  const bids = await holdAnswers(page, 'GET', /^\/api\/bids$/, { outdated: true })
  const answered = page.waitForResponse(/\/api\/auctions\?status=active/)
  await page.goto('/dashboard')
  await (await answered).finished()
  await expect.poll(() => Math.min(stream.calls(), bids.calls())).toBe(1)

  await bidder.prepare.scheduled(auction, { max: 30, seconds: 9 })
  const elsewhere = await bidder.track({ title: 'A lamp from another browser', endsInSeconds: 900 })
  await stream.release()
  await bids.release()
  await expect(elsewhere.card).toBeVisible()
  await expect(auction.card).toContainText('Your max$30.00')
  await expect(bystander.card).toContainText('No bid')
})
