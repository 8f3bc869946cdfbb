import { readFile } from 'node:fs/promises'
import { messages } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { startDoor } from '../installation/start-door.ts'
import { checkAccessibility } from '../pages/check-accessibility.ts'
import { policyViolations } from '../pages/policy-violations.ts'
import { photograph } from '../screens/photograph.ts'
import { expect, test as base } from '../story.ts'

const WORKER = '/offline-worker.js'

/** The browser comes through a door, which this story closes. */
const test = base.extend<{ door: Awaited<ReturnType<typeof startDoor>> }>({
  door: async ({ bidwell }, provide) => {
    await using door = await startDoor(bidwell.url)
    await provide(door)
  },
  baseURL: async ({ door }, provide) => provide(door.url),
})
test.use({ serviceWorkers: 'allow' })

/** What the browser keeps for the time without a connection: the name of each cache, with what stands in it. */
const readCaches = (page: Page) =>
  page.evaluate(async () => {
    const kept: { name: string; path: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const text = (await (await cache.match(request))?.text()) ?? ''
        kept.push({ name, path: new URL(request.url).pathname, text })
      }
    }
    return kept
  })

const titleOn = (tab: Page, name: string) => tab.getByRole('heading', { level: 1, name })

const waitForWorker = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') return
    await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }))
  })

test('Without a connection the browser shows one page that says so, which opens the wanted page once there is one, and keeps nothing of a user', async ({
  page,
  context,
  door,
  bidder,
}) => {
  const violations = policyViolations(page)
  const byWorker: string[] = []
  page.on('response', (response) => {
    if (response.fromServiceWorker() && !response.request().isNavigationRequest()) byWorker.push(response.url())
  })
  const title = (name: string) => titleOn(page, name)
  await bidder.startConnected()
  const { card } = await bidder.track({ title: 'A lamp for dark days', endsInSeconds: 9_000 })
  const bystander = await context.newPage()
  await bystander.goto('/help')
  await waitForWorker(bystander)
  await page.goto('/dashboard')
  await expect(card).toBeVisible()

  await context.setOffline(true)
  const second = await context.newPage()
  const wanted = [
    { tab: page, path: '/dashboard', heading: 'Auctions' },
    { tab: second, path: '/bid-history?q=lamp', heading: 'Bid history' },
  ]
  for (const { tab, path } of wanted) {
    await tab.goto(path)
    await expect(titleOn(tab, "You're offline")).toBeVisible()
    await expect(tab).toHaveTitle("You're offline · Bidwell")
    expect(tab.url()).toBe(door.url + path)
    await expect(tab.getByRole('main')).toContainText('Scheduled bids run on the server')
    await expect(tab.getByText('Bidwell cannot be reached')).toBeHidden()
    // What the app has kept of the user, with times that run.
    const kept = tab.getByRole('listitem').filter({ hasText: 'A lamp for dark days' })
    await expect(kept).toContainText(/2:\d\d:\d\d$/)
    const before = await kept.textContent()
    await expect(kept).not.toHaveText(before ?? '')
  }
  await checkAccessibility(page, (theme) => photograph(page, `offline-kept-${theme}`))
  await context.setOffline(false)
  for (const { tab, path, heading } of wanted) {
    await expect(titleOn(tab, heading)).toBeVisible()
    expect(tab.url()).toBe(door.url + path)
  }
  await second.close()

  await door.close()
  await page.goto('/settings')
  await expect(title('Bidwell cannot be reached')).toBeVisible()
  await expect(page).toHaveTitle('Bidwell cannot be reached · Bidwell')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(title('Bidwell cannot be reached')).toBeVisible()
  await door.open()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(title('Settings')).toBeVisible()

  expect((await page.goto('/no-such-page'))?.status()).toBe(404)
  await page.goto(`/reset-password?token=${'t'.repeat(43)}`)
  await expect(title('This link does not work')).toBeVisible()
  await page.goto('/dashboard')
  await expect(card).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/')
  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(title("You're offline")).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(0)
  await context.setOffline(false)
  await expect(title("You're offline")).toBeHidden()
  // In the tab that goes nowhere meanwhile.
  const kept = await readCaches(bystander)
  expect(kept.map(({ path }) => path)).toEqual(['/offline.html'])
  for (const secret of [bidder.prepare.email, 'A lamp', 'ttttt']) expect(kept[0]?.text).not.toContain(secret)
  expect(byWorker).toEqual([])
  expect(violations).toEqual([])
  await expect(bystander.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
})

test('A new version of the worker replaces the old one and what it kept, and the file that removes it leaves nothing', async ({
  page,
  context,
  door,
}) => {
  await page.goto('/about')
  await waitForWorker(page)
  const [first] = await readCaches(page)
  const worker = await (await fetch(door.url + WORKER)).text()
  expect(worker).toContain(`'${first?.name}'`)

  door.replace(WORKER, worker.replace(`'${first?.name}'`, "'offline-next'"))
  await page.reload()
  const names = () => page.evaluate(() => caches.keys())
  await expect.poll(names).toEqual(['offline-next'])
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'About Bidwell' })).toBeVisible()

  door.replace(WORKER, await readFile('web/offline/remove-worker.js', 'utf8'))
  await page.reload()
  await expect.poll(names).toEqual([])
  // A version of the pages that registers no worker.
  await page.addInitScript(() => Object.defineProperty(navigator.serviceWorker, 'register', { value: async () => {} }))
  const registered = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  // The last page may have registered the worker once more before it was left: that one goes with the next visit.
  await expect(async () => {
    await page.reload()
    await expect.poll(registered, { timeout: 10_000 }).toBe(0)
  }).toPass()
  await context.setOffline(true)
  await expect(page.reload()).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})

test('Browsers ask for the worker and its page each time, and the worker changes with the page', async ({
  bidwell,
}) => {
  const [worker, offline] = await Promise.all(
    [WORKER, '/offline.html'].map(async (path) => {
      const answer = await fetch(bidwell.url + path)
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-cache'])
      return answer.text()
    }),
  )
  expect(worker).toMatch(/'offline-[\da-f]{12}'/)
  // The page needs no other file.
  expect(offline?.match(/<script src|rel="(stylesheet|preload|modulepreload)"/g)).toBeNull()
})

test('Without a connection, an open page says that adding waits for one, and how the login stood at last', async ({
  page,
  context,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  const { url } = await house.list({ title: 'A bowl to add later', endsInSeconds: 9_000 })
  await page.goto('/dashboard')
  const badge = page.getByRole('banner').getByRole('link', { name: 'Auction House' })
  await expect(badge).toContainText('Connected')
  // A dialog that has been opened before opens without a connection.
  const earlier = await bidder.paste(url)
  await expect(earlier).toContainText('A bowl to add later')
  await page.keyboard.press('Escape')
  await expect(earlier).toBeHidden()

  await context.setOffline(true)
  await expect(badge).toContainText(messages.connection.lastSeen('Connected'))
  const other = await house.list({ title: 'Another bowl to add later', endsInSeconds: 9_000 })
  const sheet = await bidder.paste(other.url)
  await expect(sheet).toContainText(messages.auction.addingOffline)
  await expect(sheet).toContainText(other.url)
  await context.setOffline(false)
  await expect(sheet).toContainText('Another bowl to add later')
  await page.keyboard.press('Escape')
  await expect(badge).toHaveText(/Connected$/)
})

test('Without a connection, removing by key and pausing say why they do nothing, and nothing of it is done later', async ({
  page,
  context,
  bidder,
}) => {
  const reason = 'You are offline, so nothing can be changed.'
  await bidder.startConnected()
  const lamp = await bidder.bidOn({ title: 'A lamp for dark days', endsInSeconds: 9_000 }, { max: 25, seconds: 5 })
  const rug = await bidder.track({ title: 'A plain rug', endsInSeconds: 9_000 })
  const written: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(auctions\/\d+|bids\/pause)$/.test(pathname) && request.method() !== 'GET') written.push(pathname)
  })
  await page.goto('/settings?tab=bidding')
  const pauseSwitch = page.getByRole('button', { name: 'Pause all bidding' })
  await expect(pauseSwitch).toBeEnabled()
  await context.setOffline(true)
  await expect(pauseSwitch).toHaveAttribute('title', reason)
  await expect(pauseSwitch).toHaveAttribute('aria-disabled', 'true')
  await context.setOffline(false)
  await expect(pauseSwitch).not.toHaveAttribute('aria-disabled', 'true')

  await page.goto('/dashboard')
  await expect(lamp.card).toBeVisible()
  const account = page.getByRole('button', { name: /^Account of/ })
  const pauseEntry = page.getByRole('menuitem', { name: 'Pause all bidding' })
  await account.click()
  await expect(pauseEntry).toBeVisible()
  await context.setOffline(true)
  await expect(pauseEntry).toContainText(reason)
  await expect(pauseEntry).toBeDisabled()
  await page.keyboard.press('Escape')
  await lamp.card.getByRole('link', { name: 'A lamp for dark days' }).focus()
  await page.keyboard.press('#')
  await expect(page.getByRole('alert')).toHaveText(reason)

  const offline = page.getByText("You're offline.")
  await expect(offline).toBeVisible()
  await context.setOffline(false)
  await expect(offline).toBeHidden()
  await rug.card.getByRole('link', { name: 'A plain rug' }).focus()
  await page.keyboard.press('#')
  await expect(page.getByText('Removed A plain rug.')).toBeVisible()
  await expect(rug.card).toHaveCount(0)
  expect(written).toHaveLength(1)
  const undo = page.getByRole('button', { name: 'Undo' })
  // Its message stays as long as the pointer is on it.
  await undo.hover()
  await context.setOffline(true)
  await expect(offline).toBeVisible()
  await undo.click()
  await expect(page.getByRole('alert')).toHaveText(reason)
  await context.setOffline(false)
  await expect(offline).toBeHidden()
  await undo.click()
  await expect(rug.card).toBeVisible()
  await expect(lamp.card).toContainText('Bid scheduled')
  expect(await bidder.prepare.bidStatus(lamp)).toBe('pending')
})
