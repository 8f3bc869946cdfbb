import type { Locator, Page } from '@playwright/test'
import { checkAccessibility, checkLayout } from '../pages/check-accessibility.ts'
import { holdAnswers } from '../pages/hold-answers.ts'
import { signInWith, storedToken, storeToken } from '../pages/stored.ts'
import { codeOf } from '../people/authenticator-app.ts'
import { endSessionOf, expiredDialog } from '../people/ended-session.ts'
import { Preparation } from '../people/prepare.ts'
import { claimsOf } from '../people/re-sign-token.ts'
import { ACCOUNTS, SESSION_EXPIRED } from '../spec-sentences.ts'
import { expect, SIZES, test } from '../story.ts'

const WELCOME_BACK = 'Welcome back. You are where you left off.'
const FORM_RESTORED = 'What you had typed is back in the form.'

const maximum = (area: Page | Locator) => area.getByLabel('Your max', { exact: true })
const snapshotOf = (page: Page) => page.evaluate(() => JSON.parse(sessionStorage.getItem('session_recovery') ?? 'null'))

/** Opens the form for a bid from an auction's card. */
const openForm = (card: Locator) => card.getByRole('button', { name: /Schedule bid/ }).click()

/** Everything that the browser keeps for this origin and that a page can read. */
const keptIn = (page: Page) =>
  page.evaluate(async () => JSON.stringify([localStorage, sessionStorage, await caches.keys()]))

async function signInAgain(page: Page, password: string, email?: string) {
  const dialog = expiredDialog(page)
  if (email !== undefined) await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
}

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport })

    test(`A maximum typed before the session ended is back in its auction's form, and in no other, at ${viewport.width} pixels`, async ({
      page,
      bidder,
    }) => {
      await bidder.startConnected()
      const auction = await bidder.track({ title: 'A lamp to bid on', endsInSeconds: 3_600 })
      const bystander = await bidder.track({ title: 'A lamp left alone', endsInSeconds: 3_600 })
      await page.goto('/settings')
      await page.getByRole('link', { name: 'Auctions' }).filter({ visible: true }).first().click()
      await openForm(auction.card)
      await maximum(page).fill('21.50')
      await bidder.prepare.endSession()

      const dialog = expiredDialog(page)
      await expect(dialog).toContainText(SESSION_EXPIRED.schedulingSnipe)
      await (viewport.width === 360 ? checkAccessibility : checkLayout)(page)
      const { userId, actionContext, userContext } = await snapshotOf(page)
      expect(userContext).toMatchObject({ scrollPosition: expect.any(Number), previousPage: '/settings' })
      expect(actionContext).toMatchObject({
        action: 'scheduling_snipe',
        auctionId: String(auction.itemId),
        auctionTitle: 'A lamp to bid on',
        bidAmount: 21.5,
        formData: { forms: { [`bid#${auction.itemId}`]: { max_bid: '21.50' } }, isValid: true },
      })
      expect(userId).toMatch(/^\d+$/)
      await expect(dialog.getByLabel('Email')).toHaveValue(bidder.prepare.email)
      await signInAgain(page, '')
      await expect(dialog).toContainText(ACCOUNTS.reloginNeedsBoth)
      await signInAgain(page, 'not it at all')
      await expect(dialog).toContainText(ACCOUNTS.reloginRefused)
      await signInAgain(page, bidder.prepare.password)
      // One message for one sign-in.
      const message = `${ACCOUNTS.loggedBackIn} ${WELCOME_BACK} ${FORM_RESTORED}`
      await expect(page.getByText(message, { exact: true })).toBeVisible()
      await expect(maximum(page)).toHaveValue('21.50')
      expect(await snapshotOf(page)).toBeNull()

      // Nobody has ticked the box for a longer session.
      const token = await storedToken(page)
      expect(claimsOf(token)).toMatchObject({ remember_me: false })
      if (viewport.width === 360) await page.goBack()
      await openForm(bystander.card)
      await expect(maximum(page)).toHaveValue('')
    })
  })
}

test("Sessions signed out in a second browser keep what was typed in the first one's dialog", async ({
  page,
  browser,
  bidder,
  bidwell,
}) => {
  await bidder.startConnected()
  const { sheet } = await bidder.openSheet({ title: 'A lamp to add', endsInSeconds: 3_600 })
  await maximum(sheet).fill('17')
  const elsewhere = await browser.newPage({ baseURL: bidwell.url })
  const token = await bidder.prepare.login('Second browser')
  await signInWith(elsewhere, token)
  await elsewhere.goto('/settings?tab=security')
  await elsewhere.getByRole('button', { name: 'Sign out everywhere else' }).click()

  await expect(expiredDialog(page)).toContainText(SESSION_EXPIRED.addingAuction)
  // The sheet that the address asks for opens after the dialog, and below it.
  const sheetCode = await holdAnswers(page, 'GET', /AddSheet.*\.js$/)
  await page.reload()
  await expect(expiredDialog(page)).toContainText(SESSION_EXPIRED.addingAuction)
  await sheetCode.release()
  await expect(sheet).toBeAttached()
  await signInAgain(page, bidder.prepare.password)
  await expect(page.getByText(FORM_RESTORED)).toBeVisible()
  await expect(maximum(sheet)).toHaveValue('17')
  await sheet.getByRole('button', { name: 'Track and schedule' }).click()
  await expect(bidder.card('A lamp to add')).toContainText('Bid scheduled')
  expect((await bidder.prepare.profile(token)).status).toBe(200)
  await elsewhere.close()
})

test('A setting typed before the session ended is back in its field', async ({ page, bidder }) => {
  await bidder.start()
  await page.goto('/settings?tab=bidding')
  await page.getByLabel('Seconds before the close').fill('42')
  await page.getByLabel('Daily limit').fill('123.45')
  // What was typed is saved before the code of the dialog has arrived.
  const dialogCode = await holdAnswers(page, 'GET', /SessionExpiredDialog.*\.js$/)
  await bidder.prepare.endSession()
  await expect
    .poll(() => snapshotOf(page))
    .toMatchObject({
      url: '/settings?tab=bidding',
      actionContext: { action: 'updating_settings', formData: { isValid: true } },
    })
  await dialogCode.release()
  await expect(expiredDialog(page)).toContainText(SESSION_EXPIRED.updatingSettings)
  // The page can be loaded again meanwhile.
  await page.reload()
  await signInAgain(page, bidder.prepare.password)
  await expect(page.getByText(FORM_RESTORED)).toBeVisible()
  await expect(page.getByLabel('Seconds before the close')).toHaveValue('42')
  await expect(page.getByLabel('Daily limit')).toHaveValue('123.45')

  await page.reload()
  await expect(page.getByLabel('Seconds before the close')).not.toHaveValue('42')
})

test('The dialog of an ended session does not speak of a bid unless one was typed, and counts down a lock of the account', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  await bidder.track({ title: 'A lamp just seen', endsInSeconds: 3_600 })
  // In a wide window, the form for a bid on the first auction is always there.
  await page.goto('/dashboard?filter=no_bid')
  await expect(maximum(page)).toBeVisible()
  const token = await storedToken(page)
  await bidder.prepare.endSession()
  await expect(expiredDialog(page)).toContainText(SESSION_EXPIRED.viewingDashboard)
  expect((await snapshotOf(page)).actionContext.formData).toMatchObject({ forms: {}, isValid: false })

  await signInAgain(page, bidder.prepare.password)
  await expect(page.getByText(WELCOME_BACK)).toBeVisible()
  expect(await storedToken(page)).not.toBe(token)
  await page.goto('/bid-history?text=scheduling-a-bid')
  await expect(page.getByRole('heading', { name: 'Bid history' })).toBeVisible()
  await endSessionOf(page)
  const dialog = expiredDialog(page)
  await expect(dialog).toContainText(SESSION_EXPIRED.general)

  // Four wrong passwords lock the account for this browser.
  for (let tries = 1; tries <= 4; tries += 1) {
    const answer = page.waitForResponse('**/api/auth/login')
    await signInAgain(page, `wrong password ${tries}`)
    expect((await answer).status()).toBe(tries < 4 ? 401 : 429)
  }
  await expect(dialog.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
  await expect(dialog.getByRole('button', { name: 'Sign in', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await checkAccessibility(page)
})

test('A bid that was saved is not typed again after signing in again', async ({ page, bidder }) => {
  await bidder.startConnected()
  const { card } = await bidder.track({ title: 'A lamp bid on', endsInSeconds: 3_600 })
  await page.goto('/dashboard')
  await openForm(card)
  await maximum(page).fill('21.50')
  await page.getByRole('complementary', { name: 'Detail' }).getByRole('button', { name: 'Schedule bid' }).click()
  await expect(card).toContainText('Bid scheduled')
  await bidder.prepare.endSession()
  await expect(expiredDialog(page)).toContainText(SESSION_EXPIRED.viewingDashboard)
  expect((await snapshotOf(page)).actionContext.formData).toMatchObject({ forms: {}, isValid: false })
})

test('A session that ends while a bid is being saved asks to log in again once its answer has come, and does not deny the bid', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const { card } = await bidder.track({ title: 'A lamp being bid on', endsInSeconds: 3_600 })
  await page.goto('/dashboard')
  const answer = await holdAnswers(page, 'POST', /\/api\/bids$/, { outdated: true })
  await openForm(card)
  await maximum(page).fill('21.50')
  const detail = page.getByRole('complementary', { name: 'Detail' })
  await detail.getByRole('button', { name: 'Schedule bid' }).click()
  await expect(card).toContainText('Bid scheduled')
  const refused = page.waitForResponse((response) => response.status() === 401)
  await bidder.prepare.endSession()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).hover()
  await refused
  await expect(expiredDialog(page)).toHaveCount(0)
  await answer.release()
  await expect(expiredDialog(page)).toContainText(SESSION_EXPIRED.viewingDashboard)
  expect((await snapshotOf(page)).actionContext.formData).toMatchObject({ forms: {}, isValid: false })
})

test('A bid whose answer was lost before the session ended is not called unsaved, and the page shows it after logging in', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const { card } = await bidder.track({ title: 'A lamp bid on over a bad line', endsInSeconds: 3_600 })
  await page.goto('/dashboard')
  await page.route('**/api/bids', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await openForm(card)
  await maximum(page).fill('21.50')
  const detail = page.getByRole('complementary', { name: 'Detail' })
  await detail.getByRole('button', { name: 'Schedule bid' }).click()
  await expect(detail).toContainText('Network error')
  await bidder.prepare.endSession()
  await expect(expiredDialog(page)).toContainText('It may have been done: log in to see.')
  await expect(expiredDialog(page)).not.toContainText(SESSION_EXPIRED.schedulingSnipe)
  await signInAgain(page, bidder.prepare.password)
  await expect(page.getByText(WELCOME_BACK)).toBeVisible()
  await expect(card).toContainText('Bid scheduled')
})

test("A typed maximum waits until its auction is open, and does not go into another auction's form", async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const typedFor = await bidder.track({ title: 'A lamp typed for', endsInSeconds: 3_600 })
  const first = await bidder.track({ title: 'A lamp shown first', endsInSeconds: 3_600 })
  await page.clock.install()
  await page.goto('/dashboard')
  await openForm(first.card)
  await page.waitForURL(/item=/)
  const shownFirst = page.url()
  await openForm(typedFor.card)
  await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('A lamp typed for')
  await maximum(page).fill('21.50')
  await bidder.prepare.endSession()
  await expect(expiredDialog(page)).toBeVisible()
  await page.evaluate((url) => window.history.replaceState(null, '', url), shownFirst)
  await signInAgain(page, bidder.prepare.password)
  await expect(page.getByText(WELCOME_BACK)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('A lamp shown first')
  // Longer than the page waits before it fills in forms.
  await page.clock.runFor(3_000)
  await expect(maximum(page)).toHaveValue('')

  await openForm(typedFor.card)
  await expect(maximum(page)).toHaveValue('21.50')
  await expect(page.getByText(FORM_RESTORED)).toBeVisible()
})

test('Signing in again asks for the second factor, and keeps the choice of a longer session', async ({
  page,
  bidder,
}) => {
  await bidder.openSignIn()
  await bidder.signIn()
  await page.waitForURL('**/dashboard')
  expect(claimsOf(await storedToken(page))).toMatchObject({ remember_me: true })
  // The first factor ends all sessions but the one that adds it.
  await bidder.prepareAsSignedIn()
  const key = await bidder.prepare.authenticatorApp()
  await page.goto('/settings?tab=bidding')
  await page.getByLabel('Seconds before the close').fill('42')
  await endSessionOf(page)

  const dialog = expiredDialog(page)
  await signInAgain(page, bidder.prepare.password)
  const code = dialog.getByLabel('Code from your authenticator app')
  await expect(code).toBeFocused()
  await expect(dialog).toContainText(SESSION_EXPIRED.updatingSettings)
  await checkAccessibility(page)
  await code.fill(codeOf(key, 1))
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(FORM_RESTORED)).toBeVisible()
  await expect(page.getByLabel('Seconds before the close')).toHaveValue('42')
  expect(claimsOf(await storedToken(page))).toMatchObject({ remember_me: true })
})

test('Another user who signs in after an ended session gets nothing of the former one', async ({
  page,
  house,
  bidder,
  bidwell,
}) => {
  await bidder.startConnected()
  const { listing, sheet } = await bidder.openSheet({ title: 'A lamp of the former user', endsInSeconds: 3_600 })
  await maximum(sheet).fill('19')
  await bidder.prepare.endSession()
  await expect(expiredDialog(page)).toBeVisible()
  expect(await keptIn(page)).toContain('add-auction#')

  const other = new Preparation(bidwell.url, house)
  await other.account()
  await signInAgain(page, other.password, other.email)
  await page.waitForURL(/\/dashboard$/)
  await expect(page.getByText(ACCOUNTS.loggedBackIn)).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(page.getByText('A lamp of the former user')).toHaveCount(0)
  const kept = await keptIn(page)
  for (const trace of [bidder.prepare.email, 'session_recovery', String(listing.itemId), 'former user'])
    expect(kept).not.toContain(trace)
})

test('Signing out of an ended session, and another user in another tab, clear the browser while the server is away', async ({
  page,
  house,
  bidder,
  bidwell,
}) => {
  await bidder.startConnected()
  const auction = await bidder.track({ title: 'A lamp kept', endsInSeconds: 3_600 })
  const other = await new Preparation(bidwell.url, house).account()
  const traces = [bidder.prepare.email, 'session_recovery', String(auction.itemId), 'A lamp kept']
  const foundIn = async (tab: Page) => {
    const kept = await keptIn(tab)
    return traces.filter((trace) => kept.includes(trace))
  }
  const openLamp = async () => {
    await page.goto('/dashboard')
    await openForm(auction.card)
    await maximum(page).fill('18')
  }
  await openLamp()
  await expect.poll(() => foundIn(page)).toContain('A lamp kept')
  const again = await bidder.prepare.login('Chromium')
  await bidder.prepare.endSession()
  await expect(expiredDialog(page)).toBeVisible()
  expect(await foundIn(page)).toContain('session_recovery')
  await page.route('**/api/**', (route) => route.abort())
  await expiredDialog(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: /^Sign in to see/ })).toBeVisible()
  expect(await foundIn(page)).toEqual([])

  await page.unroute('**/api/**')
  await storeToken(page, again)
  await openLamp()
  await expect.poll(() => foundIn(page)).toContain('A lamp kept')
  await page.context().route('**/api/**', (route) => route.abort())
  const tab = await page.context().newPage()
  await signInWith(tab, other.token)
  await expect(page.getByText('A lamp kept')).toHaveCount(0)
  expect(await foundIn(page)).toEqual([])
})
