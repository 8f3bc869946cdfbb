import type { Page } from '@playwright/test'
import { checkPhoneAndDesktop } from '../pages/check-accessibility.ts'
import { forgetToken } from '../pages/stored.ts'
import { codeOf } from '../people/authenticator-app.ts'
import type { Bidder } from '../people/bidder.ts'
import { endSessionOf, expiredDialog } from '../people/ended-session.ts'
import { ACCOUNTS } from '../spec-sentences.ts'
import { expect, SIZES, test as base } from '../story.ts'

// Passkeys belong to names: the browser opens Bidwell at `localhost`, not at its IP address.
const test = base.extend({
  baseURL: async ({ bidwell }, provide) => provide(bidwell.url.replace('127.0.0.1', 'localhost')),
})

/** Forgets the session and signs in with the password. */
async function signInAgain(page: Page, bidder: Bidder, password?: string) {
  await forgetToken(page)
  await page.goto('/?auth=login')
  await bidder.signIn(password)
}

/** A device with a passkey store, as Chromium simulates it. */
async function virtualAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test.describe('On a phone', () => {
  test.use({ viewport: SIZES[0] })

  test('A user sets up an authenticator app, and then signs in with its code or with a recovery code', async ({
    page,
    bidder,
  }) => {
    await bidder.start()
    await page.goto('/settings?tab=security')
    await expect(page.getByText('ends the alerts in those browsers until you sign in there again')).toHaveCount(2)
    await page.getByRole('button', { name: 'Set up' }).click()
    const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await expect(setUp.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    await checkPhoneAndDesktop(page)
    const key = (await setUp.getByTestId('totp-secret').textContent()) ?? ''
    await setUp.getByLabel('Code from the app').fill(codeOf(key))
    await setUp.getByRole('button', { name: 'Turn on' }).click()

    const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' })
    await expect(kept.getByRole('listitem')).toHaveCount(10)
    const codes = await kept.getByRole('listitem').allTextContents()
    await checkPhoneAndDesktop(page)
    await kept.getByRole('button', { name: 'I have kept them' }).click()
    await expect(page.getByText(/^On since/)).toBeVisible()
    await checkPhoneAndDesktop(page)

    await signInAgain(page, bidder)
    const step = page.getByRole('dialog', { name: 'Confirm that it is you' })
    const code = step.getByLabel('Code from your authenticator app')
    await expect(code).toBeFocused()
    await checkPhoneAndDesktop(page)
    await code.fill('000000')
    await step.getByRole('button', { name: 'Sign in' }).click()
    await expect(
      step.getByText('That code is not right, or it was used before. Wait for the next code and try again.'),
    ).toBeVisible()
    await code.fill(codeOf(key, 1))
    await step.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/dashboard')

    await signInAgain(page, bidder)
    await step.getByRole('button', { name: 'Use a recovery code' }).click()
    await step.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '')
    await step.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/dashboard')
    await page.goto('/settings?tab=security')
    await expect(page.getByText(/^9 codes are left/)).toBeVisible()
  })

  test('A user adds a passkey, and then signs in with it, without the password or after it', async ({
    page,
    bidder,
  }) => {
    await virtualAuthenticator(page)
    await bidder.start()
    await page.goto('/settings?tab=security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const naming = page.getByRole('dialog', { name: 'Add a passkey' })
    await naming.getByLabel('Name').fill('Blue key')
    await naming.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Blue key' })).toBeVisible()
    await checkPhoneAndDesktop(page)

    await forgetToken(page)
    await page.goto('/?auth=login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/dashboard')

    await endSessionOf(page)
    await expiredDialog(page).getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText(ACCOUNTS.loggedBackIn)).toBeVisible()

    await signInAgain(page, bidder)
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await page.waitForURL('**/dashboard')

    await page.goto('/settings?tab=security')
    await expect(page.getByText(/last used/)).toBeVisible()
    await page.getByRole('button', { name: 'Remove Blue key' }).click()
    await page.getByRole('dialog', { name: 'Remove Blue key?' }).getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('The passkey is removed')).toBeVisible()
    await signInAgain(page, bidder)
    await page.waitForURL('**/dashboard')
  })
})
