import type { Locator, Page } from '@playwright/test'
import { checkAccessibility, checkLayout } from '../pages/check-accessibility.ts'
import { Preparation } from '../people/prepare.ts'
import { expect, SIZES, test } from '../story.ts'

const [PHONE, DESKTOP] = SIZES

const tourIn = (page: Page) => page.locator('dialog')
const offerIn = (page: Page) => page.getByRole('heading', { name: 'New here?' })
const demoIn = (page: Page) => page.getByRole('region', { name: 'Demo auction' })
const saved = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** Expects the outline around an element, both in the window; returns where the element is. */
async function expectOutlined(page: Page, element: Locator) {
  const outline = page.locator('[data-tour-outline]')
  await expect
    .poll(async () => {
      const [outer, inner] = [await outline.boundingBox(), await element.boundingBox()]
      return outer !== null && inner !== null && Math.abs(outer.x - inner.x) + Math.abs(outer.y - inner.y) < 1
    })
    .toBe(true)
  await expect(element).toBeInViewport()
  return element.boundingBox()
}

test.describe(() => {
  test.use({ viewport: DESKTOP })

  test('A new user is offered the tour, takes its four steps to the end, and can take it again', async ({
    page,
    bidder,
    house,
    bidwell,
  }) => {
    const other = new Preparation(bidwell.url, house)
    await other.account({ isNew: true })
    await bidder.start({ isNew: true })
    await page.clock.install()
    await page.goto('/dashboard')
    const tour = tourIn(page)
    const next = tour.getByRole('button', { name: 'Next' })
    const back = tour.getByRole('button', { name: 'Back' })
    await expect(offerIn(page)).toBeVisible()
    await expect(tour).toBeHidden()
    await expect(page.getByRole('searchbox')).toBeFocused()
    // The form above it comes later, and moves the offer.
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
    await checkLayout(page)

    await page.getByRole('button', { name: 'Take the tour' }).click()
    await expect(tour).toBeFocused()
    await expect(tour).toHaveAccessibleName('Welcome to Bidwell')
    await expect(tour).toContainText('Step 1 of 4')
    await expect(tour.getByRole('progressbar')).toHaveAttribute('value', '1')
    await expect(tour.locator('[data-tour-dots] > *')).toHaveCount(4)
    await expect(back).toBeHidden()
    await checkLayout(page)
    await next.click()

    await expect(tour).toHaveAccessibleName('An auction that you track')
    const demo = demoIn(page)
    await expect(demo.getByText('Demo', { exact: true })).toBeVisible()
    await expect(demo).toContainText('No bid')
    const first = await expectOutlined(page, demo)
    await page.setViewportSize({ width: 1000, height: 500 })
    const resized = await expectOutlined(page, demo)
    expect(resized?.width).not.toBe(first?.width)
    await page.evaluate(() => window.scrollBy({ top: -40 }))
    const scrolled = await expectOutlined(page, demo)
    expect(scrolled?.y).not.toBe(resized?.y)
    await page.setViewportSize(DESKTOP)

    // The page behind is inert: from the last button, Tab goes to the outlined card and then back.
    const tabTo = (control: Locator) =>
      expect(async () => {
        await page.keyboard.press('Tab')
        await expect(control).toBeFocused({ timeout: 1_000 })
      }).toPass({ intervals: [0] })
    await next.focus()
    await tabTo(demo.getByRole('button', { name: 'Schedule bid' }))
    await page.keyboard.press('Enter')
    await expect(demo).toContainText('Bid scheduled')
    await expect(demo).toContainText('$40.00')
    await tabTo(tour.getByRole('button', { name: 'Skip Tour' }))
    const { data } = await bidder.prepare.call<{ data: { bids: object[] } }>('GET', '/bids')
    expect(data.bids).toEqual([])

    await back.click()
    await expect(tour).toHaveAccessibleName('Welcome to Bidwell')
    await next.click()
    await next.click()
    await expect(tour).toHaveAccessibleName('Connect your account')
    await page.clock.pauseAt(Date.now() + 60_000)
    await next.click()
    await expect(page).toHaveURL('/settings?tab=credentials')
    await page.clock.runFor(499)
    await expect(tour).toHaveAccessibleName('Connect your account')
    await page.clock.runFor(1)
    await expect(tour).toHaveAccessibleName('Your login goes here')
    await page.clock.resume()

    await expectOutlined(page, page.locator('[data-tour=credentials-form]'))
    await expect(next).toBeHidden()
    await expect(tour.getByRole('progressbar')).toHaveAttribute('value', '4')
    await checkLayout(page)
    await page.getByLabel('User name').fill('typed during the tour')
    expect(JSON.parse((await saved(page, 'guidedTourState')) ?? '')).toMatchObject({ isActive: true, currentStep: 3 })
    await page.clock.pauseAt(Date.now() + 120_000)
    const completed = page.waitForResponse('**/api/setup/complete-tour')
    await tour.getByRole('button', { name: 'Finish' }).click()
    expect((await completed).ok()).toBe(true)
    await expect(tour).toBeHidden()
    await page.clock.runFor(99)
    await expect(page).toHaveURL('/settings?tab=credentials')
    await page.clock.runFor(1)
    await expect(page).toHaveURL('/dashboard')
    await page.clock.resume()
    await expect(page.getByText('Nothing tracked yet.')).toBeVisible()
    await expect(offerIn(page)).toBeHidden()
    expect(await saved(page, 'tourCompleted')).toBe('true')
    expect(await saved(page, 'guidedTourState')).toBeNull()
    expect(await bidder.prepare.isTourOffered()).toBe(false)
    expect(await other.isTourOffered()).toBe(true)

    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/setup/status')) asked += 1
    })
    const { card } = await bidder.track({ title: 'A bowl among the tour', endsInSeconds: 1_500 })
    await page.goto('/dashboard')
    await expect(card).toBeVisible()
    await expect(demoIn(page)).toBeHidden()
    const account = page.getByRole('button', { name: /^Account of/ })
    await account.click()
    await page.getByRole('menuitem', { name: 'Take the tour' }).click()
    await expect(tour).toContainText('Step 1 of 4')
    await expect(page).toHaveURL('/dashboard')
    await next.click()
    await expectOutlined(page, demoIn(page))
    await page.keyboard.press('Escape')
    await expect(tour).toBeHidden()
    await expect(account).toBeFocused()
    await expect(card.getByRole('button', { name: /More for/ })).toBeEnabled()
    expect(asked).toBe(0)
  })
})

test.describe(() => {
  test.use({ viewport: PHONE })

  test('A user leaves the tour, continues it at its step, and skips it, whatever the browser has kept and the server answers', async ({
    page,
    bidder,
  }) => {
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/api/setup/status')) statuses.push(response.status())
    })
    await bidder.start({ isNew: true })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.route('**/api/setup/status', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
    await page.goto('/dashboard')
    await expect(page.getByText('Nothing tracked yet.')).toBeVisible()
    await expect.poll(() => statuses).toEqual([500])
    await expect(offerIn(page)).toBeHidden()
    await expect(page.getByRole('alert')).toHaveCount(0)

    await page.reload()
    const tour = tourIn(page)
    const press = (name: string) => tour.getByRole('button', { name }).press('Enter')
    await expect(offerIn(page)).toBeVisible()
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Take the tour' }).press('Enter')
    await expect(tour).toContainText('Step 1 of 4')
    await checkAccessibility(page)
    await press('Next')
    await expectOutlined(page, demoIn(page))
    await checkAccessibility(page)

    await page.reload()
    await expect(page.getByText('You left the tour at step 2 of 4.')).toBeVisible()
    await expect(tour).toBeHidden()
    await page.getByRole('button', { name: 'Continue the tour' }).press('Enter')
    await expect(tour).toContainText('Step 2 of 4')
    await press('Back')
    await expect(tour).toContainText('Step 1 of 4')
    await expect(tour).toBeFocused()
    await press('Next')
    await press('Next')
    await expect(tour).toContainText('Step 3 of 4')
    await checkAccessibility(page)
    await press('Next')
    await expect(tour).toContainText('Step 4 of 4')
    await expectOutlined(page, page.locator('[data-tour=credentials-form]'))
    await checkAccessibility(page)
    await page.goBack()
    await expect(page.getByText('You left the tour at step 4 of 4.')).toBeVisible()
    await expect(tour).toBeHidden()
    await page.getByRole('button', { name: 'Continue the tour' }).press('Enter')
    await expect(page).toHaveURL('/settings?tab=credentials')
    await expectOutlined(page, page.locator('[data-tour=credentials-form]'))

    const invalid = { isActive: true, currentStep: 4, shouldShowTour: true, isLoading: false }
    await page.evaluate((state) => localStorage.setItem('guidedTourState', JSON.stringify(state)), invalid)
    await page.goto('/dashboard')
    await expect(page.getByText('A tour of four steps')).toBeVisible()
    await expect(tour).toBeHidden()
    await page.getByRole('button', { name: 'Take the tour' }).press('Enter')
    await expect(tour).toContainText('Step 1 of 4')
    await page.route('**/api/setup/skip-tour', (route) => route.abort())
    await press('Skip Tour')
    await expect(tour).toBeHidden()
    await expect(offerIn(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await saved(page, 'tourCompleted')).toBe('true')
    expect(await saved(page, 'guidedTourState')).toBeNull()

    const before = statuses.length
    await page.reload()
    await expect(page.getByText('Nothing tracked yet.')).toBeVisible()
    await page.getByRole('link', { name: 'History' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /history/i })).toBeVisible()
    expect(statuses).toHaveLength(before)
    await expect(tour).toBeHidden()

    await page.goto('/help')
    await page.getByRole('link', { name: 'Take the guided tour of four steps' }).click()
    await expect(tour).toContainText('Step 1 of 4')
  })
})
