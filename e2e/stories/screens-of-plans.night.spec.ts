import type { FeatureLimits } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { fixedAuction, type Place } from '../../web/test/fixed-auction.ts'
import { test } from '../installation/with-plans.ts'
import type { Preparation } from '../people/prepare.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { answerAuctions, answerItems } from '../screens/fixed-auctions.ts'
import { PLAN_SCREENS } from '../screens/screens.ts'
import { expect } from '../story.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function limitsOf(account: Preparation): Promise<FeatureLimits> {
  return (await account.call<{ data: FeatureLimits }>('GET', '/features/limits')).data
}

const answerData = (page: Page, path: string, data: object) =>
  page.route(`**/api${path}`, (route) => route.fulfill({ json: { success: true, data } }))

/** The sheet that adds an auction, while the plan allows neither an auction nor a bid more. */
async function checkFullPlan(page: Page, prepare: Preparation, place: Place) {
  await prepare.siteLogin()
  const { auction_limit, snipe_limit, ...limits } = await limitsOf(prepare)
  const used = { auction_current: auction_limit, snipe_current: snipe_limit, auction_remaining: 0, snipe_remaining: 0 }
  const full = { ...used, can_add_auctions: false, can_create_snipes: false }
  await answerData(page, '/features/limits', { ...limits, auction_limit, snipe_limit, ...full })
  const auction = fixedAuction(place, 1, { title: 'Mantel clock with key', motif: 'clock', endsIn: 90_000 })
  const titles = ['Brass desk lamp', 'Oak side table', 'Glazed bowl']
  const tracked = titles.map((title, index) => fixedAuction(place, index + 2, { title, motif: 'lamp', endsIn: 90_000 }))
  await answerAuctions(page, place, tracked)
  await answerItems(page, [auction])
  await page.goto(`/dashboard?add=${auction.auction.auction_id}`)
  await expect(page.getByRole('dialog').getByText(/^You've reached your limit of tracked auctions \(3\)/)).toBeVisible()
  await checkScreen(page, 'plan-full')
}

/** The pages of the payment service. */
async function checkTestCheckout(page: Page) {
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Choose Basic' }).click()
  await expect(page.getByRole('heading', { name: 'Subscribe to Bidwell Basic' })).toBeVisible()
  await checkScreen(page, 'checkout')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'Plan, card and invoices' }).click()
  await expect(page.getByRole('heading', { name: 'Plan, card and invoices' })).toBeVisible()
  await checkScreen(page, 'checkout-portal')
}

/** The dialogs of a subscriber, and a payment that is open. */
async function checkSubscriber(page: Page, prepare: Preparation) {
  const answer = (path: string, data: object) => answerData(page, path, data)
  const pro = {
    plan: 'pro',
    plan_name: 'Pro',
    status: 'active',
    interval: 'month',
    amount: 9.99,
    current_period_end: inDays(20),
    cancel_at_period_end: false,
    scheduled_change: null,
    past_due_until: null,
    test_checkout: true,
    invoices: [{ id: 'in_1', number: 'BID-1', amount: 9.99, created_at: inDays(-11), url: null, status: 'paid' }],
  }
  await answer('/subscription/details', pro)
  await page.reload()
  for (const [name, button, text] of [
    ['change-interval', 'Pay by the year', /^From now on it costs \$99\.90 a year\./],
    ['cancel-plan', 'Cancel subscription', 'Nothing more is charged.'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(text)).toBeVisible()
    await checkScreen(page, name)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  const next = { plan: 'basic', plan_name: 'Basic', interval: 'month', amount: 4.99, starts_at: inDays(20) }
  await answer('/subscription/details', { ...pro, scheduled_change: next })
  await page.goto('/pricing')
  await expect(page.getByText(/^Begins /)).toBeVisible()
  await checkScreen(page, 'pricing-plan-set')
  await page.goto('/settings?tab=subscription')
  await expect(page.getByText(/Until then Pro holds/)).toBeVisible()
  await checkScreen(page, 'plan-set')
  const used = { auction_limit: 100, auction_current: 17, snipe_limit: 75, snipe_current: 2 }
  const limits = { subscription_tier: 'pro', subscription_status: 'past_due', is_trialing: false, ...used }
  await answer('/features/limits', { ...(await limitsOf(prepare)), ...limits })
  const snipe = { auction_id: '1', scheduled_at: inDays(-1), counts: true, returned_because: null }
  const snipes = ['Mantel clock with key', 'Brass desk lamp'].map((title, bid_id) => ({ ...snipe, bid_id, title }))
  const month = { period_start: inDays(-11), period_end: inDays(20), limit: 75, used: 2, remaining: 73, snipes }
  await answer('/features/snipes/usage', month)
  await answer('/subscription/details', { ...pro, status: 'past_due', past_due_until: inDays(3) })
  await page.reload()
  await expect(page.getByText(/^The last payment did not go through\./)).toBeVisible()
  await checkScreen(page, 'past-due')
}

test.describe(() => {
  test.use({ timezoneId: 'America/New_York' })

  test(
    'Each page about plans is accessible and fits a phone and a desktop, in both themes',
    {
      tag: '@screens',
    },
    async ({ page, bidder, bidwell: { houseUrl } }) => {
      const place = { now: Date.now(), houseUrl }
      for (const [name, { path, heading }] of Object.entries(PLAN_SCREENS)) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        await checkScreen(page, name)
      }
      await bidder.start()
      await page.goto('/settings?tab=subscription')
      await expect(page.getByRole('heading', { name: 'Trial', exact: true })).toBeVisible()
      await expect(page.getByText('You have scheduled no snipes in this period.')).toBeVisible()
      await checkScreen(page, 'subscription')
      await checkSubscriber(page, bidder.prepare)
      await page.unrouteAll()
      await checkFullPlan(page, bidder.prepare, place)
      await page.unrouteAll()
      await checkTestCheckout(page)
    },
  )
})
