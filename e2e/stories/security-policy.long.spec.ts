import { checkAccessibility } from '../pages/check-accessibility.ts'
import { policyViolations } from '../pages/policy-violations.ts'
import { openPoisoned, readRefusals, startStranger } from '../people/intruder.ts'
import { expect, test } from '../story.ts'

test('Under the security policy the pictures of items load, and an injected script reads no password and sends nothing away', async ({
  page,
  house,
  bidder,
}) => {
  const violations = policyViolations(page)
  const siteAccount = await bidder.startConnected()
  await page.goto('/dashboard')
  const { url } = await house.list({ title: 'A framed print', endsInSeconds: 4_000 })
  const sheet = await bidder.paste(url)
  await sheet.getByRole('button', { name: 'Track', exact: true }).click()

  const picture = bidder.card('A framed print').locator('img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  for (const path of ['/settings', '/', '/dashboard']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
  }
  expect(violations).toEqual([])

  await using stranger = await startStranger()
  const { read, answered, ran } = await openPoisoned(page, '/dashboard', stranger.url)
  // Within fifteen minutes of signing in, the script can even read the file of the account.
  expect(read).toContain('A framed print')
  expect(answered).toBeGreaterThan(10)
  for (const secret of [bidder.prepare.password, siteAccount.password, 'device=']) expect(read).not.toContain(secret)
  expect(ran).toEqual([])
  await expect
    .poll(() => readRefusals(page))
    .toEqual([
      'connect-src',
      'default-src',
      'font-src',
      'form-action',
      'frame-src',
      'img-src',
      'media-src',
      'require-trusted-types-for',
      'script-src-elem',
      'style-src-elem',
      'trusted-types',
    ])
  expect(stranger.requests).toEqual([])
})

test('The page of the API shows each call, meets the rules of accessibility, and runs no code', async ({ page }) => {
  const violations = policyViolations(page)
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'Bidwell API' })).toBeVisible()
  await page.getByRole('link', { name: 'POST /api/bids', exact: true }).click()
  await page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'POST /api/bids', exact: true }) })
    .getByText('Request', { exact: true })
    .click()
  await expect(page.getByText('"secondsBeforeEnd"').first()).toBeVisible()
  await checkAccessibility(page)
  expect(await page.locator('script').count()).toBe(0)
  expect(violations).toEqual([])
})
