import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type FeatureLimits, messages } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { fixedAuction, type Place } from '../../web/test/fixed-auction.ts'
import type { House } from '../installation/house.ts'
import { abandonPlace, choosePlace, type Installation, startBidwell } from '../installation/start-bidwell.ts'
import { raisePriority } from '../measurements/raise-priority.ts'
import { checkAccessibility, checkPhoneAndDesktop } from '../pages/check-accessibility.ts'
import { holdAnswers } from '../pages/hold-answers.ts'
import { askForProof } from '../people/ask-for-proof.ts'
import { Preparation } from '../people/prepare.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { answerItems, answerAuctions } from '../screens/fixed-auctions.ts'
import { PLAN_SCREENS } from '../screens/screens.ts'
import { SUBSCRIPTION } from '../spec-sentences.ts'
import { expect, SIZES, test as base } from '../story.ts'

/** One installation with the shipped plans, except that a trial tracks three auctions and Basic allows a single snipe. */
const test = base.extend<object, { bidwell: Installation }>({
  bidwell: [
    async ({}, provide) => {
      const place = await choosePlace()
      {
        const shipped = JSON.parse(await readFile('plans.json', 'utf8'))
        const PLANS_FILE = join(place.data, 'plans.json')
        const [basic, ...dearer] = shipped.paid
        const plans = { trial: { ...shipped.trial, auctions: 3 }, paid: [{ ...basic, snipes: 1 }, ...dearer] }
        await writeFile(PLANS_FILE, JSON.stringify({ ...shipped, ...plans }))
        await using bidwell = await startBidwell(place, { PLANS_FILE })
        raisePriority(bidwell.supervisor)
        await provide(bidwell)
      }
      await abandonPlace(place)
    },
    { scope: 'worker' },
  ],
})

/** One after the other, in one installation: most of a story's time is waiting for an auction to end. */
test.describe.configure({ mode: 'default' })

const SNIPES_REACHED = "You've reached your monthly snipe limit (2). Please upgrade your plan to schedule more bids."
const AUCTIONS_REACHED =
  "You've reached your limit of tracked auctions (3). Remove one, or upgrade your plan to track more."
const TEST_CHECKOUT = 'Test checkout: no money moves'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function limitsOf(account: Preparation): Promise<FeatureLimits> {
  return (await account.call<{ data: FeatureLimits }>('GET', '/features/limits')).data
}

/** Another account of the installation, in its trial with one snipe. */
async function bystanderAt(bidwell: Installation, house: House): Promise<Preparation> {
  const bystander = new Preparation(bidwell.url, house)
  await bystander.account()
  await bystander.siteLogin()
  await bystander.bid(await house.list({ title: "Somebody else's vase", endsInSeconds: 90_000 }), {
    max: 20,
    seconds: 5,
  })
  return bystander
}

test('A bidder tries the product, reaches the limits, buys a plan, changes and cancels it, and each page fits a phone and a desktop', async ({
  page,
  house,
  bidder,
  bidwell,
}) => {
  await page.setViewportSize(SIZES[0])
  const { prepare } = bidder
  const again = new Preparation(bidwell.url, house, { email: prepare.email.replace('@', '+again@') })
  const bystander = await bystanderAt(bidwell, house)
  const auction = (title: string, endsInSeconds = 90_000) => house.list({ title, endsInSeconds })

  await test.step('The trial starts with the account', async () => {
    await page.goto('/pricing')
    await expect(page.getByRole('heading', { name: 'Basic', exact: true })).toBeVisible()
    await expect(page.getByText('A year costs ten months.')).toBeVisible()
    await checkPhoneAndDesktop(page)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Start Your Free 5-Day Trial' }).click()
    await bidder.fillRegistration()
    await expect(page.getByText(/^Your free trial has started. It runs until /)).toBeVisible()
    await bidder.prepareAsSignedIn()
    await prepare.siteLogin()
  })

  await test.step('The limits say what is reached, and the way out', async () => {
    await prepare.bid(await auction('A first bowl'), { max: 20, seconds: 5 })
    await prepare.bid(await auction('A second bowl'), { max: 20, seconds: 5 })
    await page.goto('/dashboard')
    await expect(bidder.card('A second bowl')).toBeVisible()
    const third = await bidder.paste((await auction('A third bowl')).url)
    await third.getByLabel('Your max', { exact: true }).fill('20')
    await expect(third.getByText(SNIPES_REACHED)).toBeVisible()
    await expect(third.getByRole('button', { name: 'Track and schedule' })).toHaveAttribute('title', SNIPES_REACHED)
    await checkPhoneAndDesktop(page)
    await third.getByRole('button', { name: 'Track', exact: true }).click()
    await expect(bidder.card('A third bowl')).toBeVisible()
    await expect(page.getByText('Your plan is full.')).toBeVisible()
    const listing = await auction('A fourth bowl')
    await bidder.choose(bidder.card('A third bowl'), 'Remove')
    await expect(bidder.card('A third bowl')).toBeHidden()
    // Its message stays while the pointer is on it.
    await page.getByRole('button', { name: 'Undo' }).hover()
    await prepare.tracked(listing)
    await page.getByRole('button', { name: 'Undo' }).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'The auction stays removed.' })
    await expect(refusal.getByText(AUCTIONS_REACHED)).toBeVisible()
    await refusal.getByRole('button', { name: 'See plans' }).click()
    await expect(page).toHaveURL(/\/pricing$/)
    await page.goto('/dashboard')
    const fourth = await bidder.paste((await auction('A fifth bowl')).url)
    await expect(fourth.getByText(AUCTIONS_REACHED)).toBeVisible()
    await expect(fourth.getByRole('button', { name: 'Track', exact: true })).toHaveAttribute('title', AUCTIONS_REACHED)
    await fourth.getByRole('link', { name: 'See plans' }).click()
  })

  await test.step('Another account of the same person gets no second trial', async () => {
    await expect(page.getByText(/^Yours runs until /)).toBeVisible()
    const { token } = await again.account()
    await again.siteLogin()
    await page.evaluate((value) => localStorage.setItem('auth_token', value), token)
    await page.goto('/settings?tab=subscription')
    await expect(page.getByRole('heading', { name: 'Free', exact: true })).toBeVisible()
    await expect(page.getByText(/^You have had your free trial with another account\./)).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'See plans' }).click()
    await expect(page.getByText('You have had yours with another account.')).toBeVisible()
  })

  await test.step('A plan is bought by the test checkout', async () => {
    await expect(page.getByText(TEST_CHECKOUT)).toBeVisible()
    await page.getByRole('button', { name: 'Choose Basic' }).click()
    await expect(page.getByRole('heading', { name: 'Subscribe to Bidwell Basic' })).toBeVisible()
    await checkPhoneAndDesktop(page)
    await page.getByRole('link', { name: 'Back, without paying' }).click()
    await expect(page.getByText('You left the checkout.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Free', exact: true })).toBeVisible()
    await page.goto('/pricing')
    await page.getByRole('button', { name: 'Choose Basic' }).click()
    await page.getByRole('radio', { name: /^A card that is accepted now and declined/ }).check()
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Your plan is Basic.')).toBeVisible()
    await expect(page).toHaveURL(/\/settings\?tab=subscription$/)
    await expect(page.getByText('It costs $4.99 a month.')).toBeVisible()
    await expect(page.getByText(TEST_CHECKOUT)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Invoices' }).getByText('$4.99')).toBeVisible()
    await checkPhoneAndDesktop(page)
  })

  const planDialog = page.getByRole('dialog', { name: 'Change your plan' })

  await test.step('A declined card changes nothing, and the dialog leads to another card', async () => {
    await page.getByRole('button', { name: 'Change plan' }).click()
    await planDialog.getByRole('button', { name: 'Change to Pro' }).click()
    const declined = planDialog.getByRole('alert').filter({ hasText: messages.billing.declined })
    await expect(declined).toBeVisible()
    await checkPhoneAndDesktop(page)
    await declined.getByRole('button', { name: 'Use another card' }).click()
    await expect(page.getByRole('heading', { name: 'Card and invoices' })).toBeVisible()
    await checkPhoneAndDesktop(page)
    await page.getByRole('radio', { name: /^A card that is accepted \(/ }).check()
    await page.getByRole('button', { name: 'Use this card' }).click()
    await page.getByRole('link', { name: 'Back to Bidwell' }).click()
    await expect(page.getByText('It costs $4.99 a month.')).toBeVisible()
  })

  await test.step('A dearer plan is chosen once, after the dialog has said what it costs, and every tab shows it', async () => {
    const changes: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && changes.push(new URL(request.url()).pathname))
    const other = await page.context().newPage()
    await other.goto('/settings?tab=subscription')
    await other.getByRole('button', { name: 'Change plan' }).click()
    const outdated = other.getByRole('dialog', { name: 'Change your plan' })
    await expect(outdated.getByRole('radio', { name: /^Pro, \$9\.99 a month/ })).toBeChecked()

    await page.getByRole('button', { name: 'Change plan' }).click()
    await expect(planDialog.getByText(/^You pay \$\d\.\d\d now\./)).toBeVisible()
    await expect(planDialog.getByText(/^From \w+ \d+, \d+ on it costs \$9\.99 a month\.$/)).toBeVisible()
    await expect(planDialog.getByText(/^The new limits hold at once\./)).toBeVisible()
    await expect(planDialog.getByText(TEST_CHECKOUT)).toBeVisible()
    await checkPhoneAndDesktop(page)
    await planDialog.getByRole('button', { name: 'Change to Pro' }).dblclick()
    await expect(page.getByRole('heading', { name: 'Pro', exact: true })).toBeVisible()
    await expect(page.getByText('It costs $9.99 a month.')).toBeVisible()
    await expect(planDialog).toBeHidden()
    expect(changes).toEqual(['/api/subscription/plan'])

    await expect(outdated.getByText(/^Your plan has changed in the meantime/)).toBeVisible()
    await expect(outdated.getByRole('button', { name: 'Change to Pro' })).toHaveCount(0)
    await outdated.getByRole('button', { name: 'Leave it as it is' }).click()
    await expect(other.getByRole('heading', { name: 'Pro', exact: true })).toBeVisible()
    await other.close()
  })

  await test.step('A cheaper plan begins with the next period, and is undone before that', async () => {
    await page.getByRole('button', { name: 'Change plan' }).click()
    await planDialog.getByRole('radio', { name: /^Basic/ }).check()
    await expect(planDialog.getByText('Nothing is due now.')).toBeVisible()
    await expect(
      planDialog.getByText(/^Until then your present plan holds, and you can undo the change\.$/),
    ).toBeVisible()
    await checkPhoneAndDesktop(page)
    await planDialog.getByRole('button', { name: 'Change to Basic' }).click()
    const set = page.getByText(/^From \w+ \d+, \d+ on your plan is Basic, for \$4\.99 a month\. Until then Pro holds/)
    await expect(set).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Pro', exact: true })).toBeVisible()
    expect(await limitsOf(again)).toMatchObject({ subscription_tier: 'pro', snipe_limit: 75 })
    await checkPhoneAndDesktop(page)
    await page.goto('/pricing')
    await expect(page.getByRole('link', { name: /^Begins \w+ \d+, \d+$/ })).toBeVisible()
    await checkPhoneAndDesktop(page)
    await page.getByRole('link', { name: 'Undo your change first' }).click()
    await page.getByRole('button', { name: 'Undo the change' }).click()
    await expect(page.getByText(/^It renews on /)).toBeVisible()
  })

  await test.step('The interval is changed, after the dialog has said what it costs', async () => {
    await page.getByRole('button', { name: 'Pay by the year' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay by the year' })
    await expect(dialog.getByText('$99.90 a year')).toBeVisible()
    await expect(dialog.getByText(TEST_CHECKOUT)).toBeVisible()
    await checkPhoneAndDesktop(page)
    await dialog.getByRole('button', { name: 'Pay by the year' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('It costs $99.90 a year.')).toBeVisible()
  })

  const late = await auction('A late bowl', 90)
  await again.bid(late, { max: 20, seconds: 5 })

  await test.step('The plan is cancelled, kept, and ended at once', async () => {
    await page.reload()
    await expect(page.getByText('1 of 75', { exact: true })).toBeVisible()
    const ledger = page.getByRole('list', { name: 'Snipes of this period' })
    await expect(ledger.getByRole('listitem').filter({ hasText: 'A late bowl' })).toContainText('Counts')
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel Pro?' })
    await expect(dialog.getByText('Nothing more is charged.')).toBeVisible()
    await checkPhoneAndDesktop(page)
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/^It is cancelled and ends on .* Then your plan is Free/)).toBeVisible()
    await page.getByRole('button', { name: 'Keep my plan' }).click()
    await expect(page.getByText(/^It renews on /)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await dialog.getByRole('radio', { name: /^At once/ }).check()
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(page.getByRole('heading', { name: 'Free', exact: true })).toBeVisible()
  })

  await test.step('The scheduled snipe still goes out, and the bystander is as before', async () => {
    await expect.poll(() => house.bidsOn(late), { timeout: 150_000 }).toHaveLength(1)
    expect(await limitsOf(again)).toMatchObject({ subscription_tier: 'free', snipe_limit: 0 })
    expect(await limitsOf(bystander)).toMatchObject({
      subscription_tier: 'trial',
      snipe_current: 1,
      auction_current: 1,
    })
  })
})

test('Where the operator publishes no address, the page for contact says so and names no mail', async ({ bidwell }) => {
  const html = await (await fetch(`${bidwell.url}/contact`)).text()
  expect(html).toContain('No address is published here.')
  expect(html).not.toContain('By mail')
  expect(html).not.toContain('mailto:')
  const help = await (await fetch(`${bidwell.url}/help`)).text()
  expect(help).toContain('No address is published here.')
  expect(help).not.toContain('Write a message')
})

/** So many of 400 bids. */
const share = (count: number) => ({ count, bounds: { low: count / 400, high: (count + 1) / 400 } })

test("Beside the operator's claims, the home page says what is measured, once a visitor comes to them", async ({
  page,
}) => {
  const none = Object.fromEntries(
    ['ours', 'site', 'login', 'limit', 'ended_early', 'unknown', 'corrected'].map((row) => [row, share(0)]),
  )
  const period = { ...none, days: 90, due: 400, accepted: share(396), sent: share(398) }
  const periods = [{ ...period, lead: null, late: null, overtaken: 0, stopped: 0 }]
  await page.route(`**/api${api.readServiceLevel.path}`, (route) =>
    route.fulfill({
      json: { success: true, data: { counted_at: inDays(0), figures: [{ practice: true, periods }] } },
    }),
  )
  await page.goto('/')
  const claims = page.getByRole('region', { name: 'What the operator says' })
  await expect(claims).toContainText(messages.serviceLevel.measuresBids)
  await claims.scrollIntoViewIfNeeded()
  await expect(claims).toContainText(
    'It has measured that 396 of 400 due bids of the last 90 days were accepted in time (99.0%–99.3%), at a practice site.',
  )
})

test('Paying for a plan leads back to the auction that the plan had no room for, with the amount that was typed', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  const { prepare } = bidder
  const auction = (title: string) => house.list({ title, endsInSeconds: 90_000 })
  for (const title of ['One bowl', 'Two bowls', 'Three bowls']) await prepare.tracked(await auction(title))
  await page.goto('/dashboard')
  const { url } = await auction('The bowl that is one too many')
  const sheet = await bidder.paste(url)
  await sheet.getByLabel('Your max', { exact: true }).fill('18')
  await expect(sheet.getByText(AUCTIONS_REACHED)).toBeVisible()
  await sheet.getByRole('link', { name: 'See plans' }).click()
  const note = page.getByRole('note').filter({ hasText: messages.plan.wasAdding('The bowl that is one too many') })
  await expect(note).toContainText(messages.plan.amountKept)
  const recommended = page.getByRole('listitem').filter({ hasText: messages.plan.recommended })
  await expect(recommended).toHaveCount(1)
  await checkPhoneAndDesktop(page)
  await askForProof(page, '/subscription/checkout')
  await recommended.getByRole('button', { name: 'Choose Pro' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Bidwell password').fill(prepare.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: /^A card that is accepted now and declined/ }).check()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Your plan is Pro.')).toBeVisible()
  await note.getByRole('link', { name: messages.plan.continueAdding }).click()
  await expect(sheet.getByLabel('Your max', { exact: true })).toHaveValue('18.00')
  await sheet.getByRole('button', { name: 'Track and schedule' }).click()
  await expect(bidder.card('The bowl that is one too many')).toContainText('Bid scheduled')
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: 'Pro', exact: true })).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('Whoever chooses a plan without an account goes on to its checkout with the new account', async ({
  page,
  bidder,
}) => {
  const calls = new Set<string>()
  page.on('request', (request) => calls.add(new URL(request.url()).pathname.slice('/api'.length)))
  const OF_THE_USER = ['/trial/status', '/subscription/details', '/features/limits']
  await page.goto('/pricing')
  // Both while the app still loads: the page that came ready-made has no script of its own.
  await page.getByRole('button', { name: 'Yearly' }).click()
  await page.getByRole('button', { name: 'Choose Pro' }).click()
  await expect(page.getByRole('dialog').getByText('Next comes the checkout for Pro.')).toBeVisible()
  expect([...calls].filter((path) => OF_THE_USER.includes(path))).toEqual([])
  await bidder.fillRegistration()
  await expect(page.getByRole('heading', { name: 'Subscribe to Bidwell Pro' })).toBeVisible()
  await expect(page.getByText('$99.90 a year')).toBeVisible()
  expect([...calls]).toEqual(expect.arrayContaining(OF_THE_USER))
})

/** Answers a call as a broken proxy does. */
const breakCall = (page: Page, method: string, path: string) =>
  page.route(`**/api${path}`, (route) =>
    route.request().method() === method ? route.fulfill({ status: 502, body: '<html>' }) : route.fallback(),
  )

test('Every page says that a trial is about to end or has ended, and that a payment is open', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  const answer = async (path: string, changes: object) => {
    const { data } = await bidder.prepare.call<{ data: object }>('GET', path)
    await page.route(`**/api${path}`, (route) =>
      route.fulfill({ json: { success: true, data: { ...data, ...changes } } }),
    )
  }
  await answer('/trial/status', { days_remaining: 1, trial_expires: inDays(0.9) })
  await page.goto('/bid-history')
  const notice = page.getByRole('status').filter({ hasText: 'Your free trial' })
  await expect(notice).toContainText(/Your free trial ends .*Then your plan is Free: 1 tracked auction at a time/)
  await expect(notice.getByRole('link', { name: 'See plans' })).toBeVisible()
  await checkAccessibility(page)

  await answer('/trial/status', { is_active: false, is_expired: true, days_remaining: 0, trial_expires: inDays(-0.1) })
  await answer('/subscription/details', { plan: 'free', plan_name: 'Free', status: 'free' })
  await page.reload()
  await expect(notice).toContainText('Your free trial has ended.')
  await expect(notice).toContainText('The auctions you track stay readable, and bids that are scheduled still go out.')

  const basic = { plan: 'basic', plan_name: 'Basic', interval: 'month', amount: 4.99, current_period_end: inDays(20) }
  await answer('/subscription/details', { ...basic, status: 'past_due', past_due_until: inDays(3) })
  await page.reload()
  const alert = page.getByRole('alert').filter({ hasText: 'Your last payment did not go through.' })
  await expect(alert).toContainText(/Basic holds until \w+ \d+, \d+\./)
  await checkAccessibility(page)
  await alert.getByRole('link', { name: 'Settle it' }).click()
  await expect(page.getByText(/^The last payment did not go through. Your plan holds until /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay, or use another card' })).toBeVisible()

  const snipe = { auction_id: '1', scheduled_at: inDays(-1), counts: true, returned_because: null }
  const snipes = Array.from({ length: 12 }, (_, index) => ({ ...snipe, bid_id: index + 1, title: `Bowl ${index + 1}` }))
  await answer('/features/snipes/usage', { snipes })
  const invoice = { id: 'in_1', number: 'BID-1', amount: 4.99, created_at: inDays(-4), url: null }
  const disputed = { ...basic, status: 'past_due', invoices: [{ ...invoice, status: 'disputed' }] }
  await answer('/subscription/details', { ...disputed, past_due_until: inDays(1 / 24) })
  await page.clock.install()
  await page.reload()
  await expect(page.getByText(/^Your bank has taken a payment back\. .* Your plan holds until /)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Invoices' }).getByText('Disputed')).toBeVisible()
  const ledger = page.getByRole('list', { name: 'Snipes of this period' }).getByRole('listitem')
  await expect(ledger).toHaveCount(10)
  await page.getByRole('button', { name: 'Show all 12' }).click()
  await expect(ledger).toHaveCount(12)
  await page.getByRole('button', { name: 'Show fewer' }).click()
  await expect(ledger).toHaveCount(10)
  await page.getByRole('banner').getByRole('link', { name: 'History' }).click()
  const bank = page.getByRole('alert').filter({ hasText: 'Your bank has taken a payment back.' })
  await expect(bank).toContainText('Basic holds until ')
  await checkAccessibility(page)
  // The days of grace end while the page stands open.
  const free = { ...disputed, plan: 'free', plan_name: 'Free', past_due_until: null }
  await answer('/subscription/details', free)
  await page.clock.fastForward('01:00:01')
  await expect(bank).toContainText('Your plan is Free until that is settled.')
})

test('Each call about plans that fails without a reason says what has failed, and most can be tried again', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  await breakCall(page, 'GET', '/subscription/pricing')
  // The page from the server has its prices already, so it is opened from within the app.
  await page.goto('/settings')
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByText(SUBSCRIPTION.pricingNotLoaded)).toBeVisible()
  await expect(page.getByText(SUBSCRIPTION.pricingCall)).toBeVisible()
  await page.unroute('**/api/subscription/pricing')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Choose Basic' })).toBeVisible()

  const listing = await house.list({ title: 'A bowl of unknown limits', endsInSeconds: 4_000 })
  for (const path of ['/trial/status', '/subscription/details', '/features/limits']) await breakCall(page, 'GET', path)
  await page.goto('/settings?tab=subscription')
  await expect(page.getByText(SUBSCRIPTION.notLoaded).first()).toBeVisible()
  for (const sentence of [SUBSCRIPTION.detailsCall, SUBSCRIPTION.trialCall, SUBSCRIPTION.limitsCall]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await page.goto('/dashboard')
  const sheet = await bidder.paste(listing.url)
  await sheet.getByLabel('Your max', { exact: true }).fill('20')
  await expect(sheet.getByText(SUBSCRIPTION.limitsUnknown)).toBeVisible()
  await page.unrouteAll()
  await sheet.getByRole('button', { name: 'Try again' }).click()
  await sheet.getByRole('button', { name: 'Track and schedule' }).click()
  await expect(sheet).toBeHidden()
  expect(await bidder.prepare.bidStatus(listing)).toBe('pending')
})

test('A trial, a cancellation and a change of interval that fail say so, and need somebody who is signed in', async ({
  page,
  bidder,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Start Your Free 5-Day Trial' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in instead' }).click()
  await expect(page.getByRole('dialog').getByText(SUBSCRIPTION.signInForTrial)).toBeVisible()

  await bidder.start()
  const trial = { is_active: false, is_expired: false, days_remaining: 0, trial_expires: null, user_id: 1 }
  const none = { auctions_used: 0, snipes_used: 0, auction_limit: 1, snipe_limit: 0 }
  await page.route('**/api/trial/status', (route) =>
    route.fulfill({ json: { success: true, data: { ...trial, ...none } } }),
  )
  const unpaid = {
    plan: 'free',
    plan_name: 'Free',
    status: 'free',
    interval: null,
    amount: null,
    current_period_end: null,
    cancel_at_period_end: false,
    scheduled_change: null,
    past_due_until: null,
    test_checkout: true,
    invoices: [],
  }
  await page.route('**/api/subscription/details', (route) => route.fulfill({ json: { success: true, data: unpaid } }))
  await breakCall(page, 'POST', '/trial/start')
  // The page from the server is a visitor's: a signed-in user sees no button that the app will replace, and all others wait.
  const app = await holdAnswers(page, 'GET', /^\/assets\/libraries-/)
  await page.goto('/pricing', { waitUntil: 'commit' })
  const yearly = page.getByRole('button', { name: 'Yearly' })
  await expect(yearly).toBeDisabled()
  await expect(page.getByRole('button', { name: /^(Choose|Start|Create|Sign in)/ })).toHaveCount(0)
  await app.release()
  await yearly.click()
  await page.getByRole('button', { name: 'Start Your Free 5-Day Trial' }).click()
  await expect(yearly).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(SUBSCRIPTION.trialStartCall)).toBeVisible()

  const basic = {
    ...unpaid,
    plan: 'basic',
    plan_name: 'Basic',
    status: 'active',
    interval: 'month',
    amount: 4.99,
    current_period_end: inDays(12),
  }
  const preview = {
    starts_at: null,
    due_now: 0,
    amount: 49.9,
    interval: 'year',
    next_invoice_at: basic.current_period_end,
  }
  await page.route('**/api/subscription/details', (route) => route.fulfill({ json: { success: true, data: basic } }))
  await page.route('**/api/subscription/change-preview?*', (route) =>
    route.fulfill({ json: { success: true, data: preview } }),
  )
  await breakCall(page, 'POST', '/subscription/cancel')
  await breakCall(page, 'PUT', '/subscription/billing-interval')
  await page.goto('/settings?tab=subscription')
  await page.getByRole('button', { name: 'Pay by the year' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Pay by the year' }).click()
  await expect(dialog.getByText(SUBSCRIPTION.intervalCall)).toBeVisible()
  await dialog.getByRole('button', { name: 'Leave it as it is' }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(dialog.getByText(SUBSCRIPTION.cancelCall)).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('auth_token'))
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByText(SUBSCRIPTION.signInToCancel).first()).toBeVisible()
})

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
  await expect(page.getByRole('dialog').getByText(AUCTIONS_REACHED)).toBeVisible()
  await checkScreen(page, 'plan-full')
}

/** The pages of the payment service. */
async function checkTestCheckout(page: Page) {
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Choose Basic' }).click()
  await expect(page.getByRole('heading', { name: 'Subscribe to Bidwell Basic' })).toBeVisible()
  await checkScreen(page, 'checkout')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'Card and invoices' }).click()
  await expect(page.getByRole('heading', { name: 'Card and invoices' })).toBeVisible()
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
  const preview = { starts_at: null, due_now: 6.45, amount: 19.99, interval: 'month', next_invoice_at: inDays(20) }
  await answer('/subscription/details', pro)
  await answer('/subscription/change-preview?*', preview)
  await page.reload()
  for (const [name, button, text] of [
    ['change-plan', 'Change plan', 'You pay $6.45 now.'],
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
