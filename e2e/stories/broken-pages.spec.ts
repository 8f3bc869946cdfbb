import type { Page, Route } from '@playwright/test'
import { checkAccessibility } from '../check-accessibility.ts'
import { AUCTIONS, CALLS } from '../spec-sentences.ts'
import { expect, test } from '../story.ts'

/** Makes each component that a chunk of the app exports fail while it renders. */
async function breakChunk(page: Page, name: string) {
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    const code = await (await route.fetch()).text()
    const names = [...(/export\s*\{([^}]*)\}/.exec(code)?.[1] ?? '').matchAll(/(?:as )?(\w+)(?=,|$)/g)].map(
      ([, n]) => n,
    )
    const fail = `const fail = () => { throw new TypeError('secret is not a function') }`
    const body = `${fail}\nexport { ${names.map((n) => `fail as ${n}`).join(', ')} }`
    await route.fulfill({ contentType: 'text/javascript', body })
  })
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
})

test('A card that fails takes no other card with it, and can be shown again', async ({ page, bidder }) => {
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      override observe(target: Element) {
        const isBroken = document.documentElement.dataset['mended'] === undefined
        if (isBroken && target.textContent?.includes('A cracked jar')) throw new TypeError('secret is not a function')
        super.observe(target)
      }
    }
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
  await again.getByRole('button', { name: 'Track', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: AUCTIONS.createdNotRetrieved })).toBeVisible()
  await expect(again).toContainText('already monitored')
  await page.unroute('**/api/auctions')
  await page.keyboard.press('Escape')
  await expect(bidder.card('A garbled vase')).toBeVisible()

  await page.goto('/settings?tab=privacy')
  await page.route('**/api/account/export', garble(502))
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByRole('alert').filter({ hasText: CALLS.http })).toBeVisible()
})

test('The help page shows what the browser reaches, and copies it for the operator without anything secret', async ({
  page,
  context,
  bidder,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await bidder.start()
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
  await expect(found('Live updates')).toHaveText('Connected')
  await checkAccessibility(page)

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
  const returnLater = async () => {
    const asked = page.waitForResponse((response) => response.url().endsWith('/dashboard'))
    await page.clock.fastForward('10:01')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await asked
  }
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
