import type { Page } from '@playwright/test'
import { checkAccessibility } from '../pages/check-accessibility.ts'
import { signInWith, storedToken } from '../pages/stored.ts'
import { photograph } from '../screens/photograph.ts'
import { expect, test } from '../story.ts'

test.use({ viewport: { width: 360, height: 740 } })

const TITLE = 'A jug to show to friends'

test('The receipt of a win shows proof, picture and price steps, and prints on one page', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  const won = await bidder.bidOn({ title: TITLE, endsInSeconds: 26 }, { max: 25, seconds: 5 })
  await house.bidAgainst(won, 15)
  await bidder.prepare.readPrice(won)
  await expect.poll(() => bidder.prepare.bidStatus(won)).toBe('won')

  await page.goto('/dashboard')
  await expect(won.card.getByRole('link', { name: 'Receipt', exact: true })).toBeInViewport()
  await photograph(page, 'receipt-card-360')
  await won.card.getByRole('link', { name: 'Receipt', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  const proof = page.getByText(/^Sent \d\.\d\d s before the close(?: ± \d\.\d\d s)?, answered after \d+ ms$/)
  await expect(proof).toBeInViewport()
  const answeredAfter = /answered after (\d+ ms)$/.exec((await proof.textContent()) ?? '')?.[1] ?? ''
  await page.getByText('Every step').click()
  await expect(page.getByText('took the bid: you led.')).toContainText(`It took ${answeredAfter}.`)
  await expect(page.locator('dt:has-text("Answered after") + dd')).toHaveText(answeredAfter)
  await expect(page.getByRole('link', { name: `Item ${won.itemId} at Auction House` })).toHaveAttribute('href', won.url)
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment.getByRole('link', { name: 'Pay on Auction House' })).toHaveAttribute('href', /open-orders$/)
  const steps = page.getByRole('table', { name: 'Price steps' }).getByRole('row')
  await expect.poll(() => steps.count()).toBeGreaterThan(2)
  await expect(page.getByText(/Your bid, \d+:\d\d/)).toBeVisible()
  await checkAccessibility(page, (theme) => photograph(page, `receipt-360-${theme}`))
  await page.setViewportSize({ width: 1_440, height: 900 })
  await checkAccessibility(page, (theme) => photograph(page, `receipt-1440-${theme}`))

  await page.evaluate(() => {
    window.print = () => void (document.documentElement.dataset['paper'] = 'yes')
  })
  await page.getByRole('button', { name: 'Print or PDF' }).click()
  await page.getByText('Every step').click()
  await expect(page.locator('html')).toHaveAttribute('data-paper', 'yes')
  await expectOnePage(page)
})

/** On paper, the receipt stands alone. */
async function expectOnePage(page: Page) {
  await page.emulateMedia({ media: 'print' })
  for (const role of ['banner', 'navigation', 'contentinfo', 'button'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0)
  }
  await expect(page.getByText(/answered after/)).toBeVisible()
  await expect(page.getByText('took the bid: you led.')).toBeVisible()
  await page.setViewportSize({ width: 703, height: 1_032 })
  await photograph(page, 'receipt-on-paper')
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ format })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  }
  await page.emulateMedia({ media: null })
}

test('A device that is new to an account shows what came of its bids since another one has shown all, once', async ({
  page,
  browser,
  house,
  bidder,
  bidwell,
  address,
}) => {
  await bidder.openDashboard()
  await bidder.bidOn({ title: 'A plate won before', endsInSeconds: 20 }, { max: 25, seconds: 5 })
  await expect(page.getByRole('group', { name: /^Won.*A plate won before/ })).toBeVisible()
  const [later, unplaced] = [
    await bidder.bidOn({ title: 'A plate won later', endsInSeconds: 25 }, { max: 25, seconds: 5 }),
    await bidder.bidOn({ title: 'A plate too dear', startingPrice: 20, endsInSeconds: 25 }, { max: 25, seconds: 5 }),
  ]
  await house.bidAgainst(unplaced, 40)
  await house.bidAgainst(unplaced, 30, 'another')
  const token = await storedToken(page)
  await page.goto('about:blank')
  await expect.poll(() => bidder.prepare.bidStatus(later)).toBe('won')
  await expect.poll(() => bidder.prepare.bidStatus(unplaced)).toBe('outbid')

  const context = await browser.newContext({
    baseURL: bidwell.url,
    viewport: { width: 360, height: 740 },
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  const phone = await context.newPage()
  await signInWith(phone, token)
  await phone.goto('/dashboard')
  const strip = phone.getByRole('region', { name: 'Results' })
  await expect(strip).toContainText('While you were away: won 1 for $10.00, saved $15.00 under your max')
  await expect(strip).not.toContainText('A plate won before')
  await expect(strip.getByRole('listitem')).toHaveCount(2)
  const receipts = [await bidder.prepare.receiptPath(later), await bidder.prepare.receiptPath(unplaced)]
  await expect(strip.getByRole('link', { name: /^won 1/ })).toHaveAttribute('href', receipts[0]!)
  await expect(strip.getByRole('link', { name: '1 outbid' })).toHaveAttribute('href', receipts[1]!)
  await expect(strip.getByRole('link', { name: /^\d to pay by / })).toHaveAttribute('href', '/to-pay')
  await checkAccessibility(phone, (theme) => photograph(phone, `away-360-${theme}`))
  await phone.setViewportSize({ width: 1_440, height: 900 })
  await checkAccessibility(phone, (theme) => photograph(phone, `away-1440-${theme}`))
  const noted = phone.waitForResponse((response) => response.url().endsWith('/bids/results-seen') && response.ok())
  await strip.getByRole('button', { name: 'Dismiss the results' }).press('Enter')
  await noted
  await expect(strip).toBeHidden()
  await context.close()

  await page.goto('/dashboard')
  await expect(later.card).toContainText('Won for $10.00')
  await expect(page.getByRole('region', { name: 'Results' })).toHaveCount(0)
})
