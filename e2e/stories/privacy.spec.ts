import { readFile } from 'node:fs/promises'
import { ACCOUNT } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { codeOf } from '../authenticator-app.ts'
import { checkAccessibility } from '../check-accessibility.ts'
import { expect, OPERATOR, test } from '../story.ts'

test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

const NOT_FOUND = 'There is no page here'
const KEPT = /^Your account is kept: signing in has cancelled its deletion\. Its bids stay cancelled\./

const userData = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => !/^(theme|spoken_countdowns|letter_keys)$/.test(key)))

for (const width of [360, 1440]) {
  test.describe(() => {
    test.use({ viewport: { width, height: 800 } })

    test(`In a window ${width} px wide, a user proves who they are and downloads everything about themselves`, async ({
      page,
      bidder,
      house,
    }) => {
      await bidder.startConnected()
      await bidder.prepare.bid(await house.list({ title: 'Export lamp', endsInSeconds: 3_600 }), {
        max: 25,
        seconds: 7,
      })
      const refusal = { success: false, code: 'proof_needed', message: 'Please confirm that it is you.' }
      const once = { times: 1 }
      await page.route('**/api/account/export', (route) => route.fulfill({ status: 403, json: refusal }), once)
      await page.goto('/settings?tab=privacy')
      await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible()
      await checkAccessibility(page)
      await page.getByRole('button', { name: 'Download my data' }).click()
      const proof = page.getByRole('dialog', { name: 'Is it you?' })
      await proof.getByLabel('Bidwell password').fill(bidder.prepare.password)
      const downloading = page.waitForEvent('download')
      await proof.getByRole('button', { name: 'Continue' }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^bidwell-account-\d{4}-\d\d-\d\d\.json$/)
      const file = JSON.parse(await readFile(await download.path(), 'utf8'))
      expect(file.account).toMatchObject([{ email: bidder.prepare.email }])
      expect(file.bids).toMatchObject([{ title: 'Export lamp', max_bid_cents: 2_500 }])
      await expect(page.getByText('Your data is downloaded')).toBeVisible()
    })

    test(`In a window ${width} px wide, a user reads what deletion does to each bid, deletes the account, and signs in to keep it`, async ({
      page,
      bidder,
      house,
      inbox,
    }) => {
      const { email, password } = bidder.prepare
      await bidder.startConnected()
      const lamp = await house.list({ title: 'Lamp to be cancelled', endsInSeconds: 3_600 })
      await bidder.prepare.bid(lamp, { max: 25, seconds: 7 })
      const elsewhere = await bidder.prepare.login('Elsewhere/1.0')
      await page.goto('/settings?tab=privacy')
      await page.getByRole('button', { name: 'Delete account' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
      const cancelled = dialog.getByRole('list', { name: 'These bids are cancelled at once' })
      await expect(cancelled).toContainText('Lamp to be cancelled, max $25.00')
      await expect(cancelled).toContainText(/Ends .*(PST|PDT)/)
      await expect(dialog).toContainText('Everything else is deleted after 14 days.')
      await checkAccessibility(page)
      await dialog.getByRole('button', { name: 'Delete my account' }).click()

      await expect(page.getByText('Your account is being deleted')).toBeVisible()
      await expect(page).toHaveURL(/\/$/)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect((await userData(page)).filter((key) => key !== 'session_ended')).toEqual([])
      expect((await bidder.prepare.profile(elsewhere)).status).toBe(401)
      expect(await inbox.linkTo(email, /is being deleted/)).toContain('auth=login')

      await page.goto('/?auth=login')
      await bidder.signIn(password)
      await page.waitForURL('**/dashboard')
      await expect(page.getByText(KEPT)).toBeVisible()
      await expect(page.getByText('Your account is being deleted')).toHaveCount(0)
      await page.goto('/bid-history')
      await expect(page.getByText('Lamp to be cancelled')).toBeVisible()
      await page.goto('/settings?tab=security')
      const log = page.getByRole('list', { name: 'Security log' })
      await expect(log).toContainText('Deletion of the account cancelled by signing in')
      await expect(log).toContainText('from 127.0.0.1')
      await checkAccessibility(page)
    })
  })
}

test('Signing in again on a page whose session ended with the deletion of the account says that the account is kept', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await bidder.prepare.call('DELETE', '/account')
  const dialog = page.getByRole('dialog', { name: 'Please log in again to continue' })
  await dialog.getByLabel('Password', { exact: true }).fill(bidder.prepare.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(KEPT)).toBeVisible()
})

test('The security log in the settings lists a failed sign-in with its time, address and device', async ({
  page,
  bidder,
  bidwell,
}) => {
  await bidder.start()
  await fetch(`${bidwell.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'curl/8.5.0' },
    body: JSON.stringify({ email: bidder.prepare.email, password: 'a wrong one' }),
  })
  await page.goto('/settings?tab=security')
  const failed = page.getByRole('list', { name: 'Security log' }).getByRole('listitem').filter({ hasText: 'failed' })
  await expect(failed).toHaveCount(1)
  await expect(failed).toContainText(/Sign-in failed.*\d+:\d\d:\d\d [AP]M P[SD]T.*from 127\.0\.0\.1/)
})

test('The administrator sees who asked for deletion and deletes an account; to others the page does not exist', async ({
  page,
  bidder,
  bidwell,
  inbox,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/admin/data-deletion')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_FOUND)
  await bidder.start()
  await page.goto('/admin/data-deletion')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_FOUND)

  const call = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return JSON.parse(
      await (await fetch(`${bidwell.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).text(),
    )
  }
  const password = 'correct horse 9!'
  const { termsVersion, privacyVersion } = ACCOUNT
  const account = { email: OPERATOR, password, confirmPassword: password, terms: true, termsVersion, privacyVersion }
  const { token } = await call('/auth/register', account)
  const link = new URL(await inbox.linkTo(OPERATOR, /./))
  await page.goto(link.href)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Check your email')
  const { data } = await call('/account/second-factor/totp', {}, token)
  await call('/account/second-factor/totp/confirm', { code: codeOf(data.secret) }, token)

  await page.evaluate((value) => localStorage.setItem('auth_token', value), token)
  await page.goto('/admin/data-deletion')
  await expect(
    page.getByText('Nobody has asked to delete an account.').or(page.getByText(/^Asked/).first()),
  ).toBeVisible()
  await page.getByLabel('Email').fill(bidder.prepare.email)
  await page.getByLabel('Reason').fill('Asked by letter')
  // Brings the button out from under the bar at the bottom.
  await page.getByRole('button', { name: 'Delete this account' }).hover()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Delete this account' }).click()
  const request = page
    .getByRole('list', { name: 'Requests' })
    .getByRole('listitem')
    .filter({ hasText: bidder.prepare.email })
  await expect(request).toContainText('Waiting')
  await expect(request).toContainText('Reason: Asked by letter')
  await page.setViewportSize({ width: 1440, height: 900 })
  await checkAccessibility(page)
})
