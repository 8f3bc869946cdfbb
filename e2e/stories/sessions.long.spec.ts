import type { Page } from '@playwright/test'
import { storedToken, storeToken, userKeys } from '../pages/stored.ts'
import { expiredDialog } from '../people/ended-session.ts'
import { claimsOf, reSignToken } from '../people/re-sign-token.ts'
import { ACCOUNTS } from '../spec-sentences.ts'
import { expect, test } from '../story.ts'

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
