import { checkPhoneAndDesktop } from '../pages/check-accessibility.ts'
import { ACCOUNTS } from '../spec-sentences.ts'
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
