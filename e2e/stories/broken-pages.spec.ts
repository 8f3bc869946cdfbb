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
