import { checkFields } from '../pages/check-fields.ts'
import { ACCOUNTS, FALLBACKS, FIELDS } from '../spec-sentences.ts'
import { expect, test } from '../story.ts'

test('Continue stays disabled until the form is valid, and each field takes what is pasted and says what is wrong with it', async ({
  page,
}) => {
  await page.goto('/?auth=register')
  const dialog = page.getByRole('dialog')
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  const proceed = dialog.getByRole('button', { name: 'Continue' })
  const terms = dialog.getByRole('checkbox', { name: /Terms of Service/ })
  await expect(proceed).toBeDisabled()
  await checkFields(dialog, {
    Email: 'username',
    Password: 'new-password',
    'Confirm password': 'new-password',
  })

  await field('Email').fill('nobody')
  await field('Password').fill('short')
  await field('Confirm password').fill('other')
  await terms.check()
  await terms.uncheck()
  await terms.blur()
  for (const text of [FIELDS.email, FIELDS.passwordShort, FIELDS.passwordsDiffer, FIELDS.terms]) {
    await expect(dialog.getByText(text)).toBeVisible()
  }
  await dialog.getByRole('checkbox', { name: /text messages/ }).check()
  const phone = field('Phone number')
  await phone.focus()
  await phone.blur()
  await expect(dialog.getByText(FIELDS.phoneRequired)).toBeVisible()
  await phone.fill('555123')
  await expect(dialog.getByText(FIELDS.phone)).toBeVisible()
  await phone.pressSequentially('4567')
  await expect(phone).toHaveValue('(555) 123-4567')
  await expect(proceed).toBeDisabled()

  await field('Email').fill('somebody@example.org')
  for (const title of ['Terms of Service', 'Privacy Policy']) {
    const opened = page.waitForEvent('popup')
    await dialog.getByRole('link', { name: title }).click()
    const reading = await opened
    await expect(reading.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await reading.close()
  }
  await expect(terms).not.toBeChecked()
  await expect(field('Email')).toHaveValue('somebody@example.org')
  await field('Password').fill('correct horse 9!')
  await field('Confirm password').fill('correct horse 9!')
  await expect(proceed).toBeDisabled()
  await terms.check()
  await expect(proceed).toBeEnabled()
})

test('The form shows how strong a password is, and what it removes from an address and a password', async ({
  page,
}) => {
  await page.goto('/?auth=register')
  const dialog = page.getByRole('dialog')
  const email = dialog.getByLabel('Email')
  const password = dialog.getByLabel('Password', { exact: true })
  for (const [typed, strength] of [
    ['a', 'Very Weak'],
    ['abcdefgh', 'Weak'],
    ['abcdefg1', 'Fair'],
    ['Abcdefg1', 'Good'],
    ['Abcdefg1!', 'Strong'],
    ['Abcdefg1!long', 'Very Strong'],
  ] as const) {
    await password.fill(typed)
    await expect(dialog.getByRole('status').filter({ hasText: /^(Very )?(Weak|Fair|Good|Strong)$/ })).toHaveText(
      strength,
    )
    await expect(dialog.getByText(/^Safer:/)).toBeVisible({ visible: !['Strong', 'Very Strong'].includes(strength) })
  }

  await email.pressSequentially("O'Brien@example.org")
  await expect(email).toHaveValue('obrien@example.org')
  await expect(dialog.getByText("We left out “'”")).toBeVisible()
  // The caret stays where the user types.
  await email.press('Home')
  await email.pressSequentially("D'")
  await email.pressSequentially('x')
  await expect(email).toHaveValue('dxobrien@example.org')

  await password.fill('')
  await password.pressSequentially('pass<b>word 9!')
  await expect(password).toHaveValue('password 9!')
  await expect(dialog.getByText('We left out HTML tags')).toBeVisible()
})

test('An address with characters left out before the eyes of the user registers as it is shown', async ({
  page,
  bidder,
}) => {
  const { email, password } = bidder.prepare
  await page.goto('/?auth=register')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(` ${email.toUpperCase()}'`)
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Confirm password').fill(password)
  await dialog.getByRole('checkbox', { name: /Terms of Service/ }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/verify-email\?/)
  await expect(page.getByRole('main')).toContainText(email)
})

test('A refused registration says why and keeps what was typed', async ({ page, bidder }) => {
  const { email } = bidder.prepare
  await bidder.prepare.account()
  await page.goto('/?auth=register')
  const dialog = page.getByRole('dialog')
  const alert = dialog.getByRole('alert')
  const password = dialog.getByLabel('Password', { exact: true })
  const proceed = dialog.getByRole('button', { name: 'Continue' })
  const fill = async (typed: string) => {
    await password.fill(typed)
    await dialog.getByLabel('Confirm password').fill(typed)
  }
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('checkbox', { name: /Terms of Service/ }).check()
  await fill('password1')
  await proceed.click()
  await expect(alert).toContainText(ACCOUNTS.passwordRejected)
  await expect(dialog.getByText('among the most common ones')).toBeVisible()

  await fill('correct horse 9!')
  await proceed.click()
  await expect(alert).toContainText('An account with this email already exists')

  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 502, body: '<html>' }), { times: 1 })
  await proceed.click()
  await expect(alert).toContainText(ACCOUNTS.registrationFailed)
  await expect(alert.getByText(FALLBACKS.registrationFailed, { exact: true })).toBeVisible()

  // As a program would send it that does not clean the address.
  await page.route(
    '**/api/auth/register',
    (route) => route.continue({ postData: { ...route.request().postDataJSON(), email: "o'brien@example.org" } }),
    { times: 1 },
  )
  await proceed.click()
  await expect(alert).toContainText(ACCOUNTS.emailRejected)
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
})
