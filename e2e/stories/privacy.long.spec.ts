import { readFile } from 'node:fs/promises'
import { OPERATORS } from '../installation/shared-installation.ts'
import { checkPhoneAndDesktop } from '../pages/check-accessibility.ts'
import { userKeys } from '../pages/stored.ts'
import { becomeAdministrator } from '../people/administrator.ts'
import { askForProof } from '../people/ask-for-proof.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { expect, SIZES, test } from '../story.ts'

const NOT_FOUND = 'There is no page here'
const KEPT = /^Your account is kept: signing in has cancelled its deletion\. Its bids stay cancelled\./

test.describe('On a phone', () => {
  test.use({ viewport: SIZES[0] })

  test('A user proves who they are and downloads everything about themselves', async ({ page, bidder }) => {
    await bidder.startConnected()
    await bidder.bidOn({ title: 'Export lamp', endsInSeconds: 3_600 }, { max: 25, seconds: 7 })
    await askForProof(page, '/account/export')
    await page.goto('/settings?tab=privacy')
    await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible()
    await checkPhoneAndDesktop(page)
    await page.getByRole('button', { name: 'Download my data' }).click()
    const proof = page.getByRole('dialog', { name: 'Is it you?' })
    await proof.getByLabel('Bidwell password').fill(bidder.prepare.password)
    const downloading = page.waitForEvent('download')
    const told = page.getByText('Your data is downloaded').waitFor()
    await proof.getByRole('button', { name: 'Continue' }).click()
    const [download] = await Promise.all([downloading, told])
    expect(download.suggestedFilename()).toMatch(/^bidwell-account-\d{4}-\d\d-\d\d\.json$/)
    const file = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(file.account).toMatchObject([{ email: bidder.prepare.email }])
    expect(file.bids).toMatchObject([{ title: 'Export lamp', max_bid_cents: 2_500 }])
  })

  test('A user reads what deletion does to each bid, deletes the account, and signs in to keep it', async ({
    page,
    bidder,
    inbox,
  }) => {
    const { email } = bidder.prepare
    await bidder.startConnected()
    await bidder.bidOn({ title: 'Lamp to be cancelled', endsInSeconds: 3_600 }, { max: 25, seconds: 7 })
    const elsewhere = await bidder.prepare.login('Elsewhere/1.0')
    await page.goto('/settings?tab=privacy')
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    const cancelled = dialog.getByRole('list', { name: 'These bids are cancelled at once' })
    await expect(cancelled).toContainText('Lamp to be cancelled, max $25.00')
    await expect(cancelled).toContainText(/Ends .*(PST|PDT)/)
    await expect(dialog).toContainText('Everything else is deleted after 14 days.')
    await checkPhoneAndDesktop(page)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()

    await expect(page.getByText('Your account is being deleted')).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await userKeys(page)).filter((key) => key !== 'session_ended')).toEqual([])
    expect((await bidder.prepare.profile(elsewhere)).status).toBe(401)
    expect(await inbox.linkTo(email, /is being deleted/)).toContain('/settings?tab=privacy')

    await page.goto('/?auth=login')
    await bidder.signIn()
    await page.waitForURL('**/dashboard')
    await expect(page.getByText(KEPT)).toBeVisible()
    await expect(page.getByText('Your account is being deleted')).toHaveCount(0)
    await page.goto('/bid-history')
    await expect(page.getByText('Lamp to be cancelled')).toBeVisible()
    await page.goto('/settings?tab=security')
    const log = page.getByRole('list', { name: 'Security log' })
    await expect(log).toContainText('Deletion of the account cancelled')
    await expect(log).toContainText(`from ${bidder.prepare.address}`)
    await checkPhoneAndDesktop(page)
  })
})

test('Signing in again on a page whose session ended with the deletion of the account says that the account is kept, and deleting it once more says that it is not', async ({
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

  // On the same page, and so while that message is still there.
  await page.getByRole('tab', { name: 'Privacy' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account is being deleted')).toBeVisible()
  await expect(page.getByText(KEPT)).toHaveCount(0)
})

test('The security log in the settings lists a failed sign-in with its time, address and device', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  const wrong = { email: bidder.prepare.email, password: 'a wrong one' }
  expect((await bidder.prepare.send('POST', '/auth/login', wrong)).status).toBe(401)
  await page.goto('/settings?tab=security')
  const failed = page.getByRole('list', { name: 'Security log' }).getByRole('listitem').filter({ hasText: 'failed' })
  await expect(failed).toHaveCount(1)
  await expect(failed).toContainText(/Sign-in failed.*\d+:\d\d:\d\d [AP]M P[SD]T/)
  await expect(failed).toContainText(`from ${bidder.prepare.address}`)
})

const REQUEST = {
  id: 1,
  account_id: 1,
  email: null,
  requested_by: 'operator',
  reason: null,
  requested_at: '2026-11-04T20:30:00.000Z',
  due_at: '2026-11-18T20:30:00.000Z',
  ended_at: null,
  left: { open_bids: 0, auctions: 0, site_logins: 0 },
}

test.describe(() => {
  test.use({ timezoneId: 'America/New_York' })

  test(
    'The administrator sees who asked for deletion and deletes an account; to others the page does not exist',
    { tag: '@screens' },
    async ({ page, bidder, bidwell, house, inbox }) => {
      await page.setViewportSize(SIZES[0])
      await page.goto('/admin/data-deletion')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_FOUND)
      await bidder.start()
      await page.goto('/admin/data-deletion')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_FOUND)

      await becomeAdministrator(page, OPERATORS.deletions, { bidwell, house, inbox })
      await page.goto('/admin/data-deletion')
      await expect(
        page.getByText('Nobody has asked to delete an account.').or(page.getByText(/^Asked/).first()),
      ).toBeVisible()
      await page.getByLabel('Email').fill(bidder.prepare.email)
      await page.getByLabel('Reason').fill('Asked by letter')
      await page.getByRole('button', { name: 'Delete this account' }).click()
      const request = page
        .getByRole('list', { name: 'Requests' })
        .getByRole('listitem')
        .filter({ hasText: bidder.prepare.email })
      await expect(request).toContainText('Waiting')
      await expect(request).toContainText('Reason: Asked by letter')

      // The requests of other stories stand in the list, too.
      const deletions = [
        { ...REQUEST, email: 'avery@example.com', reason: 'Asked by letter', state: 'waiting' },
        { ...REQUEST, id: 2, email: null, state: 'completed', ended_at: '2026-11-18T20:30:00.000Z' },
      ]
      await page.route('**/api/admin/deletions', (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ json: { success: true, data: { deletions } } })
          : route.fallback(),
      )
      await page.reload()
      await expect(page.getByText('avery@example.com')).toBeVisible()
      await checkScreen(page, 'admin')
    },
  )
})
