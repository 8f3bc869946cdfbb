import type { Page } from '@playwright/test'
import { checkAccessibility } from '../pages/check-accessibility.ts'
import { policyViolations } from '../pages/policy-violations.ts'
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
