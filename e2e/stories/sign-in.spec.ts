import type { Page } from '@playwright/test'
import { checkAccessibility } from '../pages/check-accessibility.ts'
import { checkFields } from '../pages/check-fields.ts'
import { holdAnswers } from '../pages/hold-answers.ts'
import { Bidder } from '../people/bidder.ts'
import { ACCOUNTS, FALLBACKS, FIELDS, SIGN_IN_FAILURES } from '../spec-sentences.ts'
import { expect, test } from '../story.ts'

const click = (buttons: (HTMLElement | SVGElement)[]) => {
  for (const button of buttons) button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}

const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('Each wrong password has its own advice, the panel offers more each time, and the fourth locks the account', async ({
  page,
  bidder,
}) => {
  const dialog = await bidder.openSignIn()
  const reset = dialog.getByRole('button', { name: SIGN_IN_FAILURES.offerReset })
  const support = dialog.getByRole('link', { name: SIGN_IN_FAILURES.offerSupport })
  await checkFields(dialog, { Email: 'username', Password: 'current-password' })

  await bidder.signIn('wrong password 1')
  await expect(toast(page, SIGN_IN_FAILURES.firstToast)).toBeVisible()
  // It stays while the pointer is on it.
  await toast(page, SIGN_IN_FAILURES.firstToast).hover()
  // On a small phone, where the dialog fills the screen, the toast stays above its title.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 640 })
  const title = await dialog.getByRole('heading', { name: 'Sign in' }).boundingBox()
  const message = await page.getByRole('region', { name: 'Messages' }).getByRole('alert').boundingBox()
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0)
  if (size) await page.setViewportSize(size)

  await expect(dialog).toContainText(SIGN_IN_FAILURES.firstTitle)
  await expect(dialog).toContainText(SIGN_IN_FAILURES.wrongCredentials)
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(reset).toBeHidden()

  // The count lasts as long as the browser session.
  await page.reload()
  await bidder.signIn('wrong password 2')
  await expect(toast(page, SIGN_IN_FAILURES.secondToast)).toBeVisible()
  await expect(dialog).toContainText(SIGN_IN_FAILURES.laterTitle)
  await expect(dialog).not.toContainText('One more wrong password')
  await expect(reset).toBeVisible()
  await expect(support).toBeHidden()

  const answer = await holdAnswers(page, 'POST', /^\/api\/auth\/login$/, { outdated: true })
  await bidder.signIn('wrong password 3')
  await expect.poll(() => answer.calls()).toBe(1)
  // The answer comes while the earlier toast is just closing.
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss' }).evaluateAll(click)
  await answer.release()
  await expect(toast(page, SIGN_IN_FAILURES.thirdToast)).toBeVisible()
  await expect(dialog).toContainText('One more wrong password locks sign-in for 15 minutes.')
  const opened = page.waitForEvent('popup')
  await support.click()
  expect(new URL((await opened).url()).pathname).toBe('/help')
  await expect((await opened).getByRole('heading', { name: 'Your account is locked' })).toBeVisible()

  await bidder.signIn('wrong password 4')
  await expect(toast(page, SIGN_IN_FAILURES.lockedToast)).toBeVisible()
  await expect(dialog).toContainText(SIGN_IN_FAILURES.lockedTitle)
  await expect(dialog).toContainText(SIGN_IN_FAILURES.locked)
  await expect(dialog.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
  await expect(dialog.getByRole('button', { name: 'Sign in', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await checkAccessibility(page)

  await reset.click()
  await expect(dialog.getByLabel('Email')).toHaveValue(bidder.prepare.email)
  await expect(dialog.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  await expect(toast(page, SIGN_IN_FAILURES.lockedToast)).toHaveCount(0)
})

test('Four refused logins for several addresses lock the form of this browser, and a bystander still signs in', async ({
  page,
  bidder,
  browser,
  bidwell,
  house,
}) => {
  const dialog = await bidder.openSignIn()
  for (const person of ['ann', 'bob', 'cid', 'dan']) await bidder.signIn('not it', `${person}@example.org`)
  await expect(toast(page, SIGN_IN_FAILURES.laterToast)).toBeVisible()
  await expect(dialog).toContainText(SIGN_IN_FAILURES.locked)

  const bystander = new Bidder(await browser.newPage({ baseURL: bidwell.url }), bidwell.url, house)
  await bystander.openSignIn()
  await bystander.signIn()
  await bystander.page.waitForURL('**/dashboard')
  await bystander.page.close()
})

test('A login that does not reach the server, or gets no readable answer, says so and never locks the form', async ({
  page,
  bidder,
}) => {
  const dialog = await bidder.openSignIn()
  const signIn = dialog.getByRole('button', { name: 'Sign in', exact: true })
  await page.route('**/api/auth/login', (route) => route.abort())
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/auth/login'))
    await bidder.signIn()
    await failed
  }
  await expect(toast(page, SIGN_IN_FAILURES.networkToast)).toBeVisible()
  await expect(dialog).toContainText(SIGN_IN_FAILURES.networkTitle)
  await expect(dialog).toContainText(SIGN_IN_FAILURES.networkError)
  await expect(dialog.getByRole('link', { name: SIGN_IN_FAILURES.offerSupport })).toBeVisible()

  await page.unroute('**/api/auth/login')
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: '<html>' }), { times: 1 })
  await signIn.click()
  await expect(toast(page, FALLBACKS.loginFailed)).toBeVisible()
  await expect(dialog).toContainText(SIGN_IN_FAILURES.unexpectedError)
  await signIn.click()
  await page.waitForURL('**/dashboard')
})

test('Signing in leads back to the guarded page that was asked for, and from any other page to the dashboard', async ({
  page,
  bidder,
}) => {
  await bidder.prepare.account()
  await page.goto('/settings?tab=credentials')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await bidder.signIn()
  await expect(page).toHaveURL(/\/settings\?tab=credentials$/)

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(ACCOUNTS.loggedOut)).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/no-such-page?auth=login')
  await bidder.signIn()
  await page.waitForURL('**/dashboard')
})

test('Signing in on the link that appoints the first administrator leads back to it, and sends its token nowhere', async ({
  page,
  bidder,
}) => {
  await bidder.prepare.account()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  const dialog = page.getByRole('dialog')
  const signInFirst = page.getByRole('button', { name: 'Sign in first' })
  await page.goto('/admin/appoint?auth=login#canary-token')
  await expect(dialog.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/admin\/appoint#canary-token$/)

  await signInFirst.click()
  await expect(dialog.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await signInFirst.click()
  await dialog.getByRole('button', { name: 'Create an account' }).click()
  await expect(dialog.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign in instead' }).click()
  await bidder.signIn()
  await expect(page.getByRole('button', { name: 'Become the administrator' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/appoint#canary-token$/)
  expect(sent.filter((request) => request.includes('canary'))).toEqual([])
})

test('The dialog opens on the event of the page, keeps its mode for the browser session, and empties its fields', async ({
  page,
}) => {
  await page.goto('/')
  const dialog = page.getByRole('dialog')
  const open = (mode?: string) =>
    page.evaluate((detail) => window.dispatchEvent(new CustomEvent('open-auth-modal', { detail })), { mode })
  await expect(async () => {
    await open('register')
    await expect(dialog).toContainText('Create an account', { timeout: 5_000 })
  }).toPass()
  await dialog.getByLabel('Email').fill('ann@example.org')
  await dialog.getByLabel('Password', { exact: true }).fill('typed in vain')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // Two quick clicks: the second comes before the dialog is there, and must not open it twice.
  await page.evaluate(() => {
    for (const _click of [1, 2]) window.dispatchEvent(new CustomEvent('open-auth-modal'))
  })
  await expect(dialog).toContainText('Create an account')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/$/)

  await open()
  await expect(dialog.getByLabel('Email')).toHaveValue('')
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('')
  for (const [mode, title] of [
    ['verifyEmail', 'Verify your email'],
    ['forgotPassword', 'Reset your password'],
    ['resetPassword', 'Your reset link'],
    ['googleTerms', 'One last step'],
    ['login', 'Sign in'],
  ] as const) {
    await open(mode)
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    await checkAccessibility(page)
  }
})

test('A login form with an empty field names the field, and shows that Caps Lock is on', async ({ page }) => {
  await page.goto('/?auth=login')
  const dialog = page.getByRole('dialog')
  const signIn = dialog.getByRole('button', { name: 'Sign in', exact: true })
  await signIn.click()
  await expect(toast(page, FIELDS.emailRequired)).toBeVisible()
  await dialog.getByLabel('Email').fill('ann@example.org')
  await signIn.click()
  await expect(toast(page, FIELDS.passwordRequired)).toBeVisible()

  const password = dialog.getByLabel('Password', { exact: true })
  await password.evaluate((input) =>
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', modifierCapsLock: true, bubbles: true })),
  )
  await expect(dialog.getByText('Caps Lock is on')).toBeVisible()
})

test('The settings say that the profile could not be fetched when the server sends no readable reason', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  await page.route('**/api/profile', (route) => route.fulfill({ status: 502, body: '<html>' }))
  await page.goto('/settings?tab=bidding')
  await expect(page.getByText(FALLBACKS.profileFailed)).toBeVisible()
})

test('By keyboard alone, a person opens the sign-in, changes to the reset form and back, and closes the dialog', async ({
  page,
}) => {
  await page.goto('/')
  const opener = page.getByRole('banner').getByRole('button', { name: 'Sign in' })
  const dialog = page.getByRole('dialog')
  const email = dialog.getByLabel('Email')
  await expect(opener).toBeEnabled()
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(email).toBeFocused()
  await page.keyboard.type('ann@example.org')
  await dialog.getByRole('button', { name: 'Forgot your password?' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('ann@example.org')
  await dialog.getByRole('button', { name: 'Back to sign in' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(email).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('A signed-in user who follows a mail to the reset form gets it, and no form that signs in', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  await page.goto('/?auth=forgotPassword')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Back to sign in' })).toBeHidden()
  await page.goto('/settings?auth=login')
  await expect(page.getByText('This address is not verified yet.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'Verify it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
})
