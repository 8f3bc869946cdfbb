import { messages } from '@bidwell/contract'
import { checkAccessibility, checkPhoneAndDesktop } from '../pages/check-accessibility.ts'
import { checkFields } from '../pages/check-fields.ts'
import { holdAnswers } from '../pages/hold-answers.ts'
import { storedToken } from '../pages/stored.ts'
import { ACCOUNTS, FALLBACKS, FIELDS } from '../spec-sentences.ts'
import { expect, SIZES, test } from '../story.ts'

const NEW_PASSWORD = 'another horse 9!'

test.describe(() => {
  test.use({ viewport: SIZES[0] })

  test('On a phone, a forgotten password is reset from the login form to the dashboard by a mail', async ({
    page,
    bidder,
    inbox,
  }) => {
    const { email } = await bidder.prepare.account()
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Forgot your password?' }).click()
    await expect(dialog).toContainText('Reset your password')
    await expect(dialog.getByLabel('Email')).toHaveValue(email)
    await checkPhoneAndDesktop(page)
    await dialog.getByRole('button', { name: 'Send me a link' }).click()
    await expect(page.getByText(ACCOUNTS.resetSent)).toBeVisible()
    await expect(dialog).toContainText(`If ${email} has an account`)

    await page.goto(await inbox.linkTo(email, /reset/i))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
    await expect(page.getByText(email)).toBeVisible()
    await checkPhoneAndDesktop(page)
    await bidder.choosePassword(NEW_PASSWORD)
    await expect(page.getByRole('main')).toContainText(ACCOUNTS.passwordReset)

    await expect(dialog.getByLabel('Email')).toHaveValue(email)
    await bidder.signIn(NEW_PASSWORD)
    await page.waitForURL('**/dashboard')
    await expect(page.getByRole('searchbox')).toBeVisible()
  })

  test('On a phone, a newcomer verifies the address by a mail and goes on to the dashboard', async ({
    page,
    bidder,
    inbox,
  }) => {
    const { email } = bidder.prepare
    await bidder.register()
    await expect(page.getByText(ACCOUNTS.created)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    await expect(page.getByRole('main')).toContainText(email)
    await expect(page.getByText('the terminal showed')).toHaveCount(0)
    await checkPhoneAndDesktop(page)

    // The link opens in another tab, and the tab that waits follows.
    const opened = await page.context().newPage()
    await opened.goto(await inbox.linkTo(email, /verify/i))
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Confirm your email address')
    await checkPhoneAndDesktop(opened)
    // Opening the link alone verifies nothing: programs that check mails do so.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    await opened.getByRole('button', { name: 'Confirm this address' }).click()
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Your email address is verified')
    await checkPhoneAndDesktop(opened)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is verified')
    await page.getByRole('link', { name: 'Go to your auctions' }).click()
    await page.waitForURL('**/dashboard')
  })
})

test('In a browser that did not register, the link of a mail asks for a new password, which ends the earlier session', async ({
  page,
  bidder,
  inbox,
}) => {
  const { email, token } = await bidder.prepare.account()
  const link = new URL(await inbox.linkTo(email, /verify/i))
  await page.goto(`/email-verification${link.search}`)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Choose a password')
  await checkPhoneAndDesktop(page)
  await bidder.choosePassword(NEW_PASSWORD)
  await expect(title).toHaveText('Your email address is verified')
  expect((await bidder.prepare.profile(token)).status).toBe(401)
  await page.getByRole('link', { name: 'Go to your auctions' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('searchbox')).toBeVisible()
})

test('An ended session asks for nothing over the page of a mailed link, and the link sets a new password', async ({
  page,
  bidder,
  inbox,
}) => {
  const { email } = bidder.prepare
  await bidder.start()
  const link = await inbox.linkTo(email, /verify/i)
  await bidder.prepare.call('POST', '/account/sessions/end', { except_this: false })
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a password')
  await bidder.choosePassword(NEW_PASSWORD)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is verified')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('A verification link that does not work says what to do, and another one is sent to the address', async ({
  page,
  bidder,
  inbox,
}) => {
  const { email } = await bidder.prepare.account()
  await expect.poll(() => inbox.mailsTo(email).length).toBe(1)
  await page.goto(`/verify-email?token=${'a'.repeat(43)}`)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  await expect(page.getByRole('alert')).toContainText(FALLBACKS.verificationCall)
  await checkAccessibility(page)

  const main = page.getByRole('main')
  const send = main.getByRole('button', { name: 'Send the link again' })
  await send.click()
  await expect(main).toContainText(FIELDS.resendEmail)
  await main.getByLabel('Email').fill(email)
  await send.click()
  await expect(page.getByText(ACCOUNTS.verificationSent)).toBeVisible()
  await expect(main.getByText(ACCOUNTS.verificationResent)).toBeVisible()
  await expect.poll(() => inbox.mailsTo(email).length).toBe(2)
  await expect(main.getByText(ACCOUNTS.verificationResent)).toBeHidden()
})

test('Asking for the verification mail too often, or while the server is away, says when to try again', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  await page.goto('/verify-email')
  const main = page.getByRole('main')
  const send = main.getByRole('button', { name: 'Send the link again' })
  await expect(main.getByLabel('Email')).toHaveValue(bidder.prepare.email)

  await page.route('**/api/auth/resend-verification', (route) => route.abort(), { times: 1 })
  await send.click()
  await expect(main.getByRole('alert')).toContainText(FALLBACKS.resendCall)
  await expect(page.getByText(ACCOUNTS.verificationNotSent)).toBeVisible()

  for (let sent = 1; sent <= 3; sent += 1) {
    const answer = page.waitForResponse('**/api/auth/resend-verification')
    await send.click()
    expect((await answer).status()).toBe(200)
  }
  await send.click()
  await expect(main.getByRole('alert')).toContainText('3 links were asked for this address within the last hour')
  await expect(main.getByRole('timer')).toHaveText(/^(59|60):\d\d$/)
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await checkAccessibility(page)
})

test('A reset link that does not work offers another one, and a link works once', async ({ page, bidder, inbox }) => {
  const { email } = await bidder.prepare.account()
  await page.goto('/reset-password')
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText(FIELDS.resetToken)
  await page.goto(`/reset-password?token=${'a'.repeat(43)}`)
  await expect(main.getByRole('alert')).toContainText(ACCOUNTS.resetTokenInvalid)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  await checkAccessibility(page)
  await main.getByLabel('Email').fill(email)
  await main.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText(ACCOUNTS.resetSent)).toBeVisible()

  const link = await inbox.linkTo(email, /reset/i)
  await page.goto(link)
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  await checkFields(main, { 'New password': 'new-password', 'Confirm new password': 'new-password' })
  const token = new URL(link).searchParams.get('token')
  const body = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
  await bidder.prepare.call('POST', '/auth/reset-password', body)
  await bidder.choosePassword('a third horse 9!')
  await expect(main.getByRole('alert')).toContainText(ACCOUNTS.resetTokenInvalid)
  await expect(main.getByRole('button', { name: 'Send me a link' })).toBeVisible()
})

test('A reset that the server cannot do says so and keeps the link, and a common password is refused by name', async ({
  page,
  bidder,
  inbox,
}) => {
  const { email } = await bidder.prepare.account()
  await page.goto('/?auth=forgotPassword')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await page.route('**/api/auth/request-reset', (route) => route.fulfill({ status: 502, body: '<html>' }), { times: 1 })
  await dialog.getByRole('button', { name: 'Send me a link' }).click()
  // The reason does not repeat the heading.
  const alert = dialog.getByRole('alert')
  await expect(alert).toHaveText(`${FALLBACKS.resetRequestFailed}${messages.generic.requestFailedWith(502)}`)
  await expect(page.getByText(ACCOUNTS.resetNotSent)).toBeVisible()
  await dialog.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText(ACCOUNTS.resetSent)).toBeVisible()

  const link = await inbox.linkTo(email, /reset/i)
  await page.route('**/api/auth/validate-reset-token', (route) => route.fulfill({ status: 404, body: '<html>' }), {
    times: 1,
  })
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText(FALLBACKS.resetTokenInvalid)

  const checking = await holdAnswers(page, 'POST', /^\/api\/auth\/validate-reset-token$/)
  await page.goto(link)
  await expect(page.getByText('Checking your link…')).toBeVisible()
  await checking.release()
  const password = page.getByLabel('New password', { exact: true })
  await bidder.choosePassword('password1')
  await expect(page.getByRole('alert')).toContainText(FALLBACKS.resetFailed)
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toBeFocused()
  await bidder.choosePassword(NEW_PASSWORD)
  await expect(page.getByRole('main')).toContainText(ACCOUNTS.passwordReset)
})

test('A reset signs out a browser that was signed in', async ({ page, bidder, inbox }) => {
  const { email } = bidder.prepare
  await bidder.start()
  await bidder.prepare.call('POST', '/auth/request-reset', { email })
  await page.goto(await inbox.linkTo(email, /reset/i))
  await bidder.choosePassword(NEW_PASSWORD)
  await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue(email)
  expect(await storedToken(page)).toBe('')
})

test('A verification link can be tried again after the server was away', async ({ page, bidder, inbox }) => {
  const { email } = bidder.prepare
  await bidder.start()
  const link = await inbox.linkTo(email, /verify/i)
  await page.route('**/api/auth/verify-email?**', (route) => route.abort())
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your link could not be checked')
  await checkAccessibility(page)
  await page.unroute('**/api/auth/verify-email?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is verified')
  await page.getByRole('link', { name: 'Go to your auctions' }).click()
  await page.waitForURL('**/dashboard')
})
