import { abandonPlace, choosePlace, type Bidwell, startBidwell } from '../installation/start-bidwell.ts'
import { type Google, newGoogleUser, startGoogle } from '../installation/start-google.ts'
import { raisePriority } from '../measurements/raise-priority.ts'
import { checkPhoneAndDesktop } from '../pages/check-accessibility.ts'
import { expectMarkupRefused, policyViolations } from '../pages/policy-violations.ts'
import { forgetToken, storedToken } from '../pages/stored.ts'
import { endSessionOf, expiredDialog } from '../people/ended-session.ts'
import { ACCOUNTS, GOOGLE } from '../spec-sentences.ts'
import { expect, SIZES, test as base } from '../story.ts'

/** One installation with a stand-in for Google; the stories run one after the other, because they share its button. */
const test = base.extend<object, { google: Google; bidwell: Bidwell }>({
  google: [
    async ({}, provide) => {
      await using google = await startGoogle()
      await provide(google)
    },
    { scope: 'worker' },
  ],
  bidwell: [
    async ({ google }, provide) => {
      const place = await choosePlace()
      {
        await using bidwell = await startBidwell(place, google.env)
        raisePriority(bidwell.supervisor)
        await provide(bidwell)
      }
      await abandonPlace(place)
    },
    { scope: 'worker' },
  ],
  // The button asks the stand-in for Google, which a browser lets nobody do with headers of their own.
  extraHTTPHeaders: async ({}, provide) => provide({}),
})
test.describe.configure({ mode: 'serial' })

test('A new user signs in with Google, accepts the terms, and signs in again without them', async ({
  page,
  google,
}) => {
  await page.setViewportSize(SIZES[0])
  const violations = policyViolations(page)
  const user = newGoogleUser()
  google.signsIn(user)
  await page.goto('/?auth=login')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await checkPhoneAndDesktop(page)
  await dialog.getByRole('button', { name: 'Sign in with Google' }).click()

  await expect(dialog.getByRole('heading', { name: 'One last step' })).toBeVisible()
  await expect(dialog.getByText(GOOGLE.termsNeeded)).toBeVisible()
  await expect(dialog.getByText(user.email)).toBeVisible()
  expect(await storedToken(page)).toBe('')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(GOOGLE.termsNotAccepted)).toBeVisible()
  await checkPhoneAndDesktop(page)
  await dialog.getByRole('checkbox', { name: /Terms of Service/ }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByText(GOOGLE.signedIn)).toBeVisible()

  await forgetToken(page)
  await page.goto('/?auth=login')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in with Google' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByText(GOOGLE.signedIn)).toBeVisible()

  await endSessionOf(page)
  await expiredDialog(page).getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page.getByText(ACCOUNTS.loggedBackIn)).toBeVisible()

  expect(violations).toEqual([])
  await expectMarkupRefused(page)
})

test('An installation without a mail server shows its mails on a page whose address only the terminal tells', async ({
  page,
  bidder,
  bidwell,
}) => {
  await bidder.register()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  await expect(page.getByText('whose address the terminal showed')).toBeVisible()
  expect((await page.goto('/dev/mailbox'))?.status()).toBe(404)
  await expect.poll(() => bidwell.terminal()).toContain('/dev/mailbox/')
  await page.goto(/http:\S+\/dev\/mailbox\/\S+/.exec(bidwell.terminal())?.[0] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mailbox')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('listitem').filter({ hasText: bidder.prepare.email })).toBeVisible({ timeout: 5_000 })
  }).toPass()
})
