import { abandonPlace, choosePlace, type Bidwell, startBidwell } from '../installation/start-bidwell.ts'
import { type Google, newGoogleUser, startGoogle } from '../installation/start-google.ts'
import { raisePriority } from '../measurements/raise-priority.ts'
import { checkPhoneAndDesktop } from '../pages/check-accessibility.ts'
import { holdAnswers } from '../pages/hold-answers.ts'
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

test('When Google does not sign in, the dialog says so and offers the form below, and a second try works', async ({
  page,
  google,
}) => {
  const user = newGoogleUser()
  google.signsIn(user, { aud: 'somebody else' })
  await page.goto('/?auth=login')
  const dialog = page.getByRole('dialog')
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await dialog.getByRole('button', { name: 'Sign in with Google' }).click()
  expect(await (await answer).json()).toMatchObject({ code: 'login_failed', message: GOOGLE.loginFailed })
  await expect(page.getByText(GOOGLE.notSignedIn)).toBeVisible()
  await expect(dialog.getByText(GOOGLE.signInFailed)).toBeVisible()

  await page.route('**/api/auth/google-auth', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(dialog.getByText(GOOGLE.loginFailedForNow)).toBeVisible()
  await page.unroute('**/api/auth/google-auth')

  await dialog.getByRole('button', { name: 'Create an account' }).click()
  await dialog.getByRole('button', { name: 'Sign up with Google' }).click()
  await expect(dialog.getByText(GOOGLE.signUpFailed)).toBeVisible()

  google.signsIn(user)
  await dialog.getByRole('button', { name: 'Sign up with Google' }).click()
  await expect(dialog.getByRole('heading', { name: 'One last step' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: /Terms of Service/ }).check()
  await page.route('**/api/auth/google-auth/complete', (route) =>
    route.fulfill({ status: 401, json: { success: false, code: 'login_failed', message: 'Google login failed' } }),
  )
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText(GOOGLE.notCompleted)).toBeVisible()
  await page.unroute('**/api/auth/google-auth/complete')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/dashboard')
})

test('A Google account whose address Google does not host is connected in the settings', async ({
  page,
  google,
  bidder,
}) => {
  const dialog = await bidder.openSignIn()
  google.signsIn({ ...newGoogleUser(), email: bidder.prepare.email }, { hd: undefined })
  await dialog.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(dialog.getByRole('alert')).toContainText('sign in with your password')
  await bidder.signIn()
  await page.waitForURL('**/dashboard')
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByText('Your Google account signs in to this account.')).toBeVisible()
  await checkPhoneAndDesktop(page)
})

test('After a failed login, the panel leads to the button of Google once that is there', async ({
  page,
  google,
  bidder,
}) => {
  const user = newGoogleUser()
  google.signsIn(user)
  const settings = await holdAnswers(page, 'GET', /^\/api\/auth\/google-auth$/)
  const dialog = await bidder.openSignIn()
  await bidder.signIn('not the password')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByRole('button', { name: GOOGLE.offer })).toHaveCount(0)
  await settings.release()
  const report = page.waitForRequest('**/api/login-failure-analytics/recovery')
  await dialog.getByRole('button', { name: GOOGLE.offer }).click()
  expect((await report).postDataJSON()).toMatchObject({ recovery_method: 'google_oauth' })
  await expect(dialog.getByRole('region', { name: 'Google' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Sign in with Google' })).toBeFocused()
})

test('When the script of Google does not load, the form for e-mail and password still signs in', async ({
  page,
  bidder,
}) => {
  await page.route('**/gsi/client', (route) => route.abort())
  const dialog = await bidder.openSignIn()
  await expect(dialog.getByText(GOOGLE.signInFailed)).toBeVisible()
  await bidder.signIn()
  await page.waitForURL('**/dashboard')
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
