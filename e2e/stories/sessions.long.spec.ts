import type { Page } from '@playwright/test'
import { checkLayout } from '../pages/check-accessibility.ts'
import { holdAnswers } from '../pages/hold-answers.ts'
import { forgetToken, signInWith, storedToken, storeToken, userKeys } from '../pages/stored.ts'
import { expiredDialog } from '../people/ended-session.ts'
import { claimsOf, reSignToken } from '../people/re-sign-token.ts'
import { ACCOUNTS, SESSION } from '../spec-sentences.ts'
import { expect, SIZES, test } from '../story.ts'

const expireSoon = () => ({ exp: Math.floor(Date.now() / 1_000) - 1 })
const settled = (page: Page) => expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()

/** The statuses that each tab has got for each call that reads data of the user, in order. */
function watchReads(page: Page): Map<string, number[]> {
  const statuses = new Map<string, number[]>()
  page.context().on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (!/^\/api\/(auctions|bids|profile|credentials|pause)/.test(pathname)) return
    const tab = response.frame().page() === page ? 'first' : 'second'
    const read = `${tab} tab: ${pathname}${search}`
    statuses.set(read, [...(statuses.get(read) ?? []), response.status()])
  })
  return statuses
}

test('Two tabs whose token has expired get one next token, repeat each failed call once, and both stay signed in', async ({
  page,
  bidder,
  bidwell,
}) => {
  await bidder.start()
  const other = await page.context().newPage()
  // The home page reads nothing of the user's; the next page makes all of its calls at once.
  const links = [page, other].map((tab) => tab.getByRole('link', { name: 'Auctions' }).first())
  await Promise.all([page, other].map((tab) => tab.goto('/')))
  await Promise.all(links.map((link) => expect(link).toBeVisible()))
  // Without the app, the link would load a page, which exchanges the token before it calls.
  await Promise.all([page, other].map((tab) => expect(tab.locator('html')).not.toHaveAttribute('data-session')))

  await storeToken(page, await reSignToken(await storedToken(page), expireSoon(), bidwell.data))
  const exchanged: Promise<{ token: string }>[] = []
  page.context().on('response', (response) => {
    if (response.url().endsWith('/refresh-token')) exchanged.push(response.json())
  })
  const reads = watchReads(page)
  const refused = () => [...reads].filter(([, statuses]) => statuses.includes(401))
  await Promise.all(links.map((link) => link.click()))
  await expect.poll(() => exchanged.length).toBeGreaterThan(0)
  // Both stay signed in, and have read all that they show.
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Auctions', level: 1 })).toBeVisible()
  const times = (read: string, status: number) => reads.get(read)?.filter((each) => each === status).length ?? 0
  // A page that is left takes back the calls that it waits for, so not every refused call is repeated; and where the page is
  // slow, the next token is there before its first call.
  // A stream that opens later has all of it read again, and the exchange itself the profile.
  const allowed = (read: string) => times(read, 401) + (read.endsWith('/profile') ? 2 : 1)
  for (const [read] of refused()) expect(times(read, 200), read).toBeLessThanOrEqual(allowed(read))

  // A tab may not see at once what the other has stored: it asks too, and gets the same token.
  expect(exchanged.length).toBeLessThanOrEqual(2)
  for (const { token } of await Promise.all(exchanged)) expect(token).toBe(await storedToken(other))
  expect(claimsOf(await storedToken(page)).exp).toBeGreaterThan(Date.now() / 1_000)
})

test('An old token that is used again signs out both tabs, and no other session', async ({ page, bidder, bidwell }) => {
  await bidder.start()
  const bystander = await bidder.prepare.login('Bystander/1.0')
  const stolen = await storedToken(page)
  const other = await page.context().newPage()
  await Promise.all([page, other].map((tab) => tab.goto('/settings?tab=security')))
  await Promise.all([page, other].map(settled))

  // The tabs exchange the token twice, as they do in half an hour.
  for (const tab of [page, other]) {
    await storeToken(page, await reSignToken(await storedToken(page), expireSoon(), bidwell.data))
    await tab.reload()
    await settled(tab)
  }
  const copied = await fetch(`${bidwell.url}/api/auth/refresh-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: stolen }),
  })
  expect(copied.status).toBe(401)
  for (const tab of [page, other]) await expect(expiredDialog(tab)).toBeVisible()
  expect((await bidder.prepare.profile(bystander)).status).toBe(200)
})

test('A login and a logout in one tab reach the other tabs, and nothing of the user stays in the browser', async ({
  page,
  bidder,
}) => {
  await bidder.prepare.account()
  await bidder.prepare.siteLogin()
  await bidder.track({ title: 'Brass lamp', endsInSeconds: 3_600 })
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await page.goto('/?auth=login')
  await bidder.signIn()
  await expect(other.getByText('Brass lamp').first()).toBeVisible()
  expect(await userKeys(other)).toEqual(expect.arrayContaining(['auth_token', expect.stringMatching(/^kept:/)]))
  // What the plan had no room for.
  await page.evaluate(() => sessionStorage.setItem('unfinished:1', '{"auctionId":"1","title":"Oak chair","max":25}'))

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText(ACCOUNTS.loggedOut)).toBeVisible()
  await expect(other.getByRole('heading', { name: /^Sign in to see/ })).toBeVisible()
  await expect(other.getByText('Brass lamp')).toHaveCount(0)
  expect(await userKeys(other)).toEqual([])
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  for (const text of [bidder.prepare.email, 'Oak chair']) expect(stored).not.toContain(text)
})

test('Logging out while the server is away clears the browser at once, and ends the session on the second try', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  const token = await storedToken(page)
  await page.goto('/settings')
  await expect(page.getByText('Signed in as')).toBeVisible()
  await page.route('**/api/auth/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(ACCOUNTS.logoutFailed)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await userKeys(page)).toEqual([])
  expect((await bidder.prepare.profile(token)).status).toBe(200)

  await page.unroute('**/api/auth/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(ACCOUNTS.loggedOut)).toBeVisible()
  expect((await bidder.prepare.profile(token)).status).toBe(401)
})

test('A session that ended while its page was closed leaves no auctions in the browser', async ({
  page,
  bidder,
  bidwell,
}) => {
  await bidder.start()
  await bidder.prepare.siteLogin()
  await bidder.track({ title: 'Copper kettle', endsInSeconds: 3_600 })
  await page.goto('/dashboard')
  await expect(page.getByText('Copper kettle').first()).toBeVisible()
  await expect.poll(() => userKeys(page)).toContainEqual(expect.stringMatching(/^kept:/))
  const token = await storedToken(page)
  await page.goto('/favicon.svg')
  await bidder.prepare.endSession()

  // The token of the ended session has not expired yet: the page asks to sign in again, and keeps its e-mail for that.
  await page.goto('/dashboard')
  await expect(expiredDialog(page)).toBeVisible()
  await expect.poll(() => userKeys(page)).not.toContainEqual(expect.stringMatching(/^kept:/))

  await page.goto('/favicon.svg')
  await page.evaluate(() => localStorage.setItem('kept:1:/auctions', '{}'))
  await storeToken(page, await reSignToken(token, expireSoon(), bidwell.data))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /^Sign in to see/ })).toBeVisible()
  expect((await userKeys(page)).filter((key) => key !== 'session_ended')).toEqual([])

  // The home page has no sign-in checked: it drops a token whose session is over by itself.
  await page.goto('/favicon.svg')
  const { exp } = expireSoon()
  await storeToken(page, await reSignToken(token, { exp, session_exp: exp }, bidwell.data))
  const exchange = await holdAnswers(page, 'POST', /refresh-token$/)
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => storedToken(page)).toBe('')
  expect(exchange.calls()).toBe(0)
})

test('A tab that finds its session ended leaves what was typed in another tab', async ({ page, bidder, bidwell }) => {
  await bidder.start()
  await page.goto('/settings?tab=bidding')
  await page.getByLabel('Seconds before the close').fill('42')
  await bidder.prepare.endSession()
  const other = await page.context().newPage()
  await signInWith(other, await reSignToken(await storedToken(page), expireSoon(), bidwell.data))
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: /^Sign in to see/ })).toBeVisible()
  await expect(expiredDialog(page)).toBeVisible()
  await expect(page.getByLabel('Seconds before the close')).toHaveValue('42')
})

test('A page whose token is gone, or cannot be exchanged, says so where the user has saved, and sends nothing', async ({
  page,
  bidder,
  bidwell,
}) => {
  await bidder.start()
  await page.goto('/settings?tab=bidding')
  const lead = page.getByLabel('Seconds before the close')
  const save = page.locator('form', { has: lead }).getByRole('button', { name: 'Save' })
  await lead.fill('42')

  // First, so that no read in the background exchanges the token before the click.
  await page.route('**/api/auth/refresh-token', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await storeToken(page, await reSignToken(await storedToken(page), expireSoon(), bidwell.data))
  await save.click()
  await expect(page.getByText(SESSION.refreshFailed, { exact: true })).toBeVisible()

  // Held before exchanges work again: a read in the background could make the next one first.
  const exchange = await holdAnswers(page, 'POST', /refresh-token$/, { outdated: true })
  await page.unroute('**/api/auth/refresh-token')
  await save.click()
  await expect.poll(() => exchange.calls()).toBe(1)
  await forgetToken(page)
  await exchange.release()
  await expect(page.getByText(SESSION.noTokenForRefresh, { exact: true })).toBeVisible()

  // Without the pointer: a read in the background may have opened the dialog over it.
  await save.evaluate((button: HTMLButtonElement) => button.click())
  await expect(page.getByText(SESSION.noToken, { exact: true })).toBeVisible()
  await expect(expiredDialog(page)).toBeVisible()
  const profile = await bidder.prepare.call('GET', '/profile')
  expect(profile).not.toMatchObject({ data: { default_seconds_before_end: 42 } })
})

test('A page that stays open offers to extend its session before it ends, and says how that went', async ({
  page,
  bidder,
  bidwell,
}) => {
  await bidder.start()
  const inFiveMinutes = Math.floor(Date.now() / 1_000) + 300
  await storeToken(page, await reSignToken(await storedToken(page), { session_exp: inFiveMinutes }, bidwell.data))
  await page.goto('/settings')
  const offer = page.getByRole('alert').filter({ hasText: /You will be signed out at \d/ })
  const stay = offer.getByRole('button', { name: 'Stay signed in' })

  await page.route('**/api/auth/refresh-token', (route) => route.abort())
  await stay.click()
  await expect(page.getByText(SESSION.notExtended)).toBeVisible()
  await page.unroute('**/api/auth/refresh-token')

  await page.route('**/api/auth/refresh-token', (route) => route.fulfill({ json: { success: true, data: {} } }))
  await stay.click()
  await expect(page.getByText(SESSION.noNewToken)).toBeVisible()
  await page.unroute('**/api/auth/refresh-token')

  await stay.click()
  await expect(page.getByText(SESSION.extended)).toBeVisible()
  await expect(offer).toHaveCount(0)
  expect(claimsOf(await storedToken(page)).session_exp).toBeGreaterThan(inFiveMinutes + 23 * 3_600)
})

test('A session that cannot be extended any more asks to log in again', async ({ page, bidder, bidwell }) => {
  await bidder.start()
  const session_exp = Math.floor(Date.now() / 1_000) + 300
  const nearEnd = await reSignToken(await storedToken(page), { session_exp }, bidwell.data)
  const stay = page.getByRole('button', { name: 'Stay signed in' })
  // Without the event stream, which would report the end of the session first.
  await page.route('**/api/events', (route) => route.abort())
  await storeToken(page, nearEnd)
  await page.goto('/settings')
  await expect(stay).toBeVisible()
  // So would any other call: the session ends with the click.
  const reads = await holdAnswers(page, 'GET', /^\/api\//)
  await page.route(
    '**/api/auth/refresh-token',
    async (route) => {
      await bidder.prepare.endSession()
      await route.fallback()
    },
    { times: 1 },
  )
  await stay.click()
  await expect(page.getByText(SESSION.loginExpired)).toBeVisible()
  await reads.release()
  const dialog = expiredDialog(page)
  await expect(dialog.getByLabel('Email')).toHaveValue(bidder.prepare.email)

  await dialog.getByLabel('Password', { exact: true }).fill(bidder.prepare.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(ACCOUNTS.loggedBackIn)).toBeVisible()
  const again = await storedToken(page)
  await storeToken(page, await reSignToken(again, { session_exp }, bidwell.data))
  await page.reload()
  await expect(stay).toBeVisible()
  await stay.evaluate((button: HTMLElement) => {
    localStorage.removeItem('auth_token')
    button.click()
  })
  await expect(page.getByRole('alert').filter({ hasText: SESSION.loginRequired })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Sign in to see/ })).toBeVisible()
})

test('The settings list where the account is signed in, and sign sessions out', async ({ page, bidder }) => {
  await bidder.start()
  const phone = await bidder.prepare.login(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
  )
  const program = await bidder.prepare.login('curl/8.5.0')
  await page.goto('/settings?tab=security')
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(3)
  await expect(sessions.filter({ hasText: 'This one' })).toHaveCount(1)
  await expect(sessions.filter({ hasText: 'Safari on iPhone' })).toContainText(`from ${bidder.prepare.address}`)
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport)
    await checkLayout(page)
  }

  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(sessions).toHaveCount(2)
  // Its button is gone.
  await expect(page.getByRole('region', { name: 'Where you are signed in' })).toBeFocused()
  const statuses = async () => [
    (await bidder.prepare.profile(phone)).status,
    (await bidder.prepare.profile(program)).status,
  ]
  expect(await statuses()).toEqual([401, 200])

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions).toHaveCount(1)
  expect(await statuses()).toEqual([401, 401])

  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await expect(page.getByText(ACCOUNTS.loggedOut)).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})
