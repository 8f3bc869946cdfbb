import type { Page, Route } from '@playwright/test'
import { checkAccessibility } from '../pages/check-accessibility.ts'
import { policyViolations } from '../pages/policy-violations.ts'
import { AUCTIONS, BIDS, CALLS } from '../spec-sentences.ts'
import { expect, test } from '../story.ts'

/** Makes each component that a chunk of the app exports fail while it renders. */
async function breakChunk(page: Page, name: string) {
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    const code = await (await route.fetch()).text()
    const names = [...(/export\s*\{([^}]*)\}/.exec(code)?.[1] ?? '').matchAll(/(?:as )?(\w+)(?=,|$)/g)].map(
      ([, n]) => n,
    )
    const fail = `const fail = () => { throw new TypeError('secret is not a function') }\nfail.Component = fail`
    const body = `${fail}\nexport { ${names.map((n) => `fail as ${n}`).join(', ')} }`
    await route.fulfill({ contentType: 'text/javascript', body })
  })
}

/** Every bid of the list should have fired by now, and this browser waits for results. */
async function makeBidsDue(page: Page) {
  await page.addInitScript(() => localStorage.setItem('bid_watch_until', String(Date.now() + 3_600_000)))
  await page.route('**/api/bids?*', async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    for (const bid of reply.data.bids) bid.fire_at = new Date(Date.now() - 60_000).toISOString()
    await route.fulfill({ response, json: reply })
  })
  // An event of the bid, as after its check, would tell the true time.
  await page.route('**/api/events', (route) => route.abort())
}

/** Answers with a page of a proxy. */
const garble = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/html', body: '<html>Bad gateway</html>' })

const SAFE = 'Your scheduled bids are safe; the server still has them.'

test('A page whose code is missing says so and opens by itself once online, and a page that fails shows ways out', async ({
  page,
  bidder,
}) => {
  await bidder.openDashboard()
  const nav = page.getByRole('navigation', { name: 'Main' })
  const missing = `**/assets/HistoryPage-*.js`
  await page.route(missing, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await nav.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText('Bidwell may have been updated since you opened it')
  await expect(main).toContainText(SAFE)
  await expect(main).not.toContainText(/dynamically|assets|module/)
  await checkAccessibility(page)

  await page.unroute(missing)
  await page.context().setOffline(true)
  await expect(main.getByRole('alert')).toContainText("You're offline")
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: /history/i })).toBeVisible()

  await breakChunk(page, 'SettingsPage')
  await nav.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be shown' })).toBeVisible()
  await expect(main).toContainText(SAFE)
  await expect(main).not.toContainText('secret')
  await main.getByRole('link', { name: 'Your auctions' }).click()
  await expect(page.getByText('Nothing tracked yet.')).toBeVisible()

  // A dialog whose code is missing leaves the page as it is, and opens when it is asked for again.
  const missingDialog = `**/assets/KeysSheet-*.js`
  await page.route(missingDialog, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  const notOpened = page.getByRole('alert').filter({ hasText: 'This could not be opened' })
  await expect(async () => {
    // The field of an empty dashboard takes the focus: a letter typed there is text, not a command.
    await page.getByRole('searchbox').blur()
    await page.keyboard.press('?')
    await expect(notOpened).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expect(page.getByText('Nothing tracked yet.')).toBeVisible()
  await page.unroute(missingDialog)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: /keys/i })).toBeVisible()
})

test('A page whose app cannot be loaded says so to users and visitors, and opens when tried again', async ({
  page,
  bidder,
}) => {
  const violations = policyViolations(page)
  const failure = page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })
  const again = page.getByRole('button', { name: 'Try again' })
  await page.route('**/assets/index-*.js', (route) => route.abort('connectionrefused'))
  await page.goto('/bid-history')
  await expect(failure).toBeVisible()
  await page.unroute('**/assets/index-*.js')
  await again.click()
  await expect(page.getByRole('button', { name: 'Sign In' }).first()).toBeVisible()

  await bidder.startConnected()
  const { card } = await bidder.track({ title: 'A lamp behind a broken line', endsInSeconds: 9_000 })
  // A file that the entry imports.
  await page.route('**/assets/libraries-*.js', (route) => route.abort('connectionrefused'))
  await page.goto('/dashboard')
  await expect(failure).toBeVisible()
  await expect(page.getByRole('heading')).toHaveCount(1)
  await expect(page.getByRole('main')).toContainText('Scheduled bids run on the server')
  await checkAccessibility(page)
  await again.click()
  await expect(failure).toBeVisible()
  await page.unroute('**/assets/libraries-*.js')
  await again.click()
  await expect(card).toBeVisible()
  expect(violations).toEqual([])
})

test('A card that fails takes no other card with it, and can be shown again', async ({ page, bidder }) => {
  await page.addInitScript(() => {
    // The countdown of each card asks for the card that it is in.
    const closest: (selector: string) => Element | null = Reflect.get(Element.prototype, 'closest')
    Reflect.set(Element.prototype, 'closest', function (this: Element, selector: string) {
      const found = closest.call(this, selector)
      const isBroken = document.documentElement.dataset['mended'] === undefined
      if (isBroken && selector === '[data-auction-card]' && found?.textContent?.includes('A cracked jar')) {
        throw new TypeError('secret is not a function')
      }
      return found
    })
  })
  await bidder.startConnected()
  await bidder.track({ title: 'A cracked jar', endsInSeconds: 9_000 })
  const whole = await bidder.track({ title: 'A whole jar', endsInSeconds: 9_000 })
  await page.goto('/dashboard')
  await expect(whole.card).toBeVisible()
  const broken = page.getByRole('main').getByRole('alert').filter({ hasText: 'A cracked jar could not be shown' })
  await expect(broken).toContainText('your scheduled bids are not affected')
  await page.evaluate(() => {
    document.documentElement.dataset['mended'] = ''
  })
  await broken.getByRole('button', { name: 'Try again' }).click()
  await expect(bidder.card('A cracked jar')).toBeVisible()
  await expect(broken).toBeHidden()
})

test('A detail column whose code cannot be loaded says so, and is there when tried again', async ({ page, bidder }) => {
  await bidder.startConnected()
  const { card } = await bidder.track({ title: 'A jar beside the list', endsInSeconds: 9_000 })
  const code = '**/assets/DetailColumn-*.js'
  await page.route(code, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.goto('/dashboard')
  const broken = page.getByRole('main').getByRole('alert').filter({ hasText: 'The detail could not be shown' })
  await expect(broken).toContainText('your scheduled bids are not affected')
  await expect(card).toBeVisible()
  await page.unroute(code)
  await broken.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('A jar beside the list')
  await expect(broken).toBeHidden()
})

test('An answer that cannot be read is reported in the words of the action that asked for it', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.openDashboard()
  const { url } = await house.list({ title: 'A garbled vase', endsInSeconds: 9_000 })

  await page.route('**/api/scrape-auction', garble(502))
  const sheet = await bidder.paste(url)
  await expect(sheet).toContainText(AUCTIONS.notScraped)
  await page.unroute('**/api/scrape-auction')
  await sheet.getByText('Close', { exact: true }).click()

  const again = await bidder.paste(url)
  await page.route('**/api/auctions', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await garble((await route.fetch()).status())(route)
  })
  await again.getByLabel('Your max', { exact: true }).fill('14')
  await again.getByRole('button', { name: 'Track', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: AUCTIONS.createdNotRetrieved })).toBeVisible()
  await expect(again).toContainText('already monitored')
  await page.unroute('**/api/auctions')
  await page.keyboard.press('Escape')
  const card = bidder.card('A garbled vase')
  // What was typed is kept as a plan, and offered for the bid.
  await expect(card).toContainText(/Planned max\$14\.00/)
  await card.getByRole('link').click()
  await expect(page.getByRole('complementary').getByLabel('Your max', { exact: true })).toHaveValue('14.00')

  for (const isReadable of [true, false]) {
    const { url: other, itemId } = await house.list({ title: `A vase read ${isReadable}`, endsInSeconds: 9_000 })
    const adding = await bidder.paste(other)
    await page.route('**/api/auctions', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch() // Another window is first.
      const response = await route.fetch()
      const reply = await response.json()
      await route.fulfill({ response, json: isReadable ? reply : { ...reply, data: {} } })
    })
    await adding.getByRole('button', { name: 'Track', exact: true }).click()
    const said = isReadable ? AUCTIONS.alreadyTracked.replace('500000130', `${itemId}`) : AUCTIONS.existsNotRetrieved
    await expect(page.getByRole('status').filter({ hasText: said })).toBeVisible()
    await page.unroute('**/api/auctions')
  }

  await page.goto('/settings?tab=privacy')
  await page.route('**/api/account/export', garble(502))
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByRole('alert').filter({ hasText: CALLS.http })).toBeVisible()

  await page.route('**/api/history?*', garble(502))
  await page.goto('/bid-history')
  await expect(page.getByText(`${BIDS.loadFailed} ${CALLS.failedWith}`)).toBeVisible()
})

test('Reads in the background that fail leave the page whole, with a notice, and a refused one has the sign-in checked', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const auction = await bidder.bidOn({ title: 'A jar about to end', endsInSeconds: 280 }, { max: 25, seconds: 5 })
  const later = await bidder.track({ title: 'A jar that ends later', endsInSeconds: 9_000 })
  await makeBidsDue(page)
  await page.route('**/api/auctions?status=won*', garble(502))
  await page.route('**/scheduled-bids', garble(502))
  // The sign-in is checked by another read of the profile, so the first one must be over by then.
  const firstProfile = page.waitForResponse('**/api/profile').then((response) => response.finished())
  await page.route(/api\/bids\/\d+$/, async (route) => {
    await firstProfile
    await route.fulfill({ status: 401, body: '{"message":"Wrong key"}' })
  })
  let profileReads = 0
  page.on('request', (request) => (profileReads += request.url().endsWith('/api/profile') ? 1 : 0))
  await page.goto('/dashboard')
  const notice = page.getByText('Your ended auctions could not be loaded.')
  await expect(notice).toBeVisible()
  for (const { card } of [auction, later]) await expect(card).toBeVisible()
  const toast = (text: string) => page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text })
  await expect(toast('The bids scheduled on A jar about to end could not be checked just now.').first()).toBeVisible()
  await expect(toast('A jar that ends later could not be checked')).toHaveCount(0)
  await expect.poll(() => profileReads).toBe(2)
  await expect(toast(BIDS.statusFailed)).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.unroute('**/api/auctions?status=won*')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toBeHidden()

  await page.unroute('**/scheduled-bids')
  await page.route(/api\/bids\/\d+$/, garble(500))
  await page.reload()
  await expect(toast(`${BIDS.statusFailed} ${CALLS.failedWith.replace('502', '500')}`).first()).toBeVisible()
  await expect(auction.card).toBeVisible()
})

test('The help page shows what the browser reaches, and copies it for the operator without anything secret', async ({
  page,
  context,
  bidder,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await bidder.start()
  const reads: string[] = []
  page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  await page.goto('/help?email=ann@example.com')
  const bookmark = page.getByRole('link', { name: 'Track on Bidwell' })
  const origin = new URL(page.url()).origin
  await expect(bookmark).toHaveAttribute(
    'href',
    `javascript:void window.open("${origin}/add?url="+encodeURIComponent(location.href))`,
  )
  await bookmark.click()
  await expect(page.getByText('Drag the link to your bookmarks bar; it works')).toBeVisible()
  await page.getByRole('button', { name: 'Check the connection' }).click()
  const found = (label: string) =>
    page
      .getByRole('main')
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .getByRole('definition')
  await expect(found('Bidwell')).toContainText(/Answers in \d+ ms/)
  await expect(found('Auction site')).toHaveText('Answers')
  await expect(found('Google sign-in')).toHaveText('Not set up here')
  await expect(found('This device’s clock')).toContainText(/ms against the auction site/)
  await checkAccessibility(page)

  // The help page looks neither after the user's bids nor after the logins.
  expect(reads).toContain('/api/health')
  expect(reads.filter((path) => /(auctions|bids|credentials|profile|refresh-token)$/.test(path))).toEqual([])

  await page.getByRole('button', { name: 'Copy for the operator' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^Bidwell connection check\nNetwork: Online\nBidwell: Answers in/)
  expect(await copied()).not.toMatch(/@|ey[A-Za-z0-9_-]{10}|Bearer/)

  await page.route('**/api/health', (route) => route.abort())
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(found('Bidwell')).toHaveText('Does not answer')
})

test('A page that is older than the installation offers the new version, and loads it only when asked', async ({
  page,
  bidder,
}) => {
  await page.clock.install()
  await bidder.openDashboard()
  const field = page.getByRole('searchbox')
  await field.fill('typed and not sent')
  let asked = 0
  page.on('response', (response) => (asked += response.url().endsWith('/dashboard') ? 1 : 0))
  /** Again where the notice's own code is still on its way. */
  const returnLater = () =>
    expect(async () => {
      const before = asked
      await page.clock.fastForward('10:01')
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(before)
    }).toPass()
  const offer = page.getByRole('alert').filter({ hasText: 'A new version of Bidwell is ready' })
  await returnLater()
  await expect(offer).toBeHidden()

  await page.route('**/dashboard', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/(\/assets\/index-)[\w-]+\.js/, '$1next.js')
    await route.fulfill({ response, body })
  })
  await returnLater()
  await expect(offer).toBeVisible()
  await expect(field).toHaveValue('typed and not sent')
  await page.unroute('**/dashboard')
  const loaded = page.waitForEvent('load')
  await offer.getByRole('button', { name: 'Load it' }).click()
  await loaded
})
