import { api, messages } from '@bidwell/contract'
import { SITE } from '../../test/answer-installation.ts'
import { UNREADABLE } from '../../test/answers.ts'
import { checkFields } from '../../test/check-fields.ts'
import { expect, type OfTest, press, says, screen, test, waitFor, within } from '../../test/page-test.tsx'

const PASSWORD = 'correct horse 9!'

/** Opens the form for a new account. Returns its parts. */
async function openForm({ open, user }: Pick<OfTest, 'open' | 'user'>) {
  await open('/?auth=register')
  const dialog = await screen.findByRole('dialog')
  const form = within(dialog)
  const field = (label: string) => form.getByLabelText(label)
  const fill = async (label: string, text: string) => {
    await user.clear(field(label))
    await user.type(field(label), text.replace(/[{[]/g, '$&$&'))
  }
  const terms = form.getByRole('checkbox', { name: /Terms of Service/ })
  const proceed = form.getByRole('button', { name: 'Continue' })
  const choosePassword = async (password: string) => {
    await fill('Password', password)
    await fill('Confirm password', password)
  }
  return { dialog, form, field, fill, terms, proceed, choosePassword }
}

test('Continue stays disabled until the form is valid, and each field takes what is pasted and says what is wrong with it', async ({
  answers,
  open,
  user,
}) => {
  answers.to(api.readSite, () => ({ data: { ...SITE, sends_sms: true } }))
  const { dialog, form, field, fill, terms, proceed, choosePassword } = await openForm({ open, user })
  const passwords = { Password: 'new-password', 'Confirm password': 'new-password' }
  await checkFields(user, dialog, { Email: 'username', ...passwords })
  await fill('Email', 'nobody')
  await fill('Password', 'short')
  await fill('Confirm password', 'other')
  await user.dblClick(terms)
  await user.tab()
  for (const text of [
    'Please enter a valid email address',
    'Password must be at least 8 characters',
    'Passwords do not match',
    'You must accept the Terms of Service and Privacy Policy',
  ]) {
    await form.findByText(text)
  }
  await user.click(form.getByRole('checkbox', { name: /text messages/ }))
  await user.click(field('Phone number'))
  await user.tab()
  await form.findByText('Phone number is required for SMS notifications')
  await user.type(field('Phone number'), '555123')
  await form.findByText('Please enter a valid 10-digit phone number')
  await user.type(field('Phone number'), '4567')
  expect(field('Phone number')).toHaveProperty('value', '(555) 123-4567')

  await fill('Email', 'somebody@example.org')
  await choosePassword(PASSWORD)
  for (const title of ['Terms of Service', 'Privacy Policy']) {
    expect(form.getByRole('link', { name: new RegExp(title) }).getAttribute('target')).toBe('_blank')
  }
  expect(proceed).toHaveProperty('disabled', true)
  await user.click(terms)
  await waitFor(() => expect(proceed).toHaveProperty('disabled', false))
})

test('The form shows how strong a password is, and what it removes from an address and a password', async ({
  open,
  user,
}) => {
  const { form, field, fill } = await openForm({ open, user })
  for (const [typed, strength, isAdvised] of [
    ['a', 'Very Weak', true],
    ['Abcdefg1', 'Good', true],
    ['Abcdefg1!long', 'Very Strong', false],
  ] as const) {
    await fill('Password', typed)
    await form.findByText(strength)
    expect(form.queryByText(/^Safer:/) !== null).toBe(isAdvised)
  }

  await user.type(field('Email'), "O'Brien@example.org")
  expect(field('Email')).toHaveProperty('value', 'obrien@example.org')
  await form.findByText(/We left out “'”/)
  // The caret stays where the user types.
  await user.type(field('Email'), "D'x", { initialSelectionStart: 0, initialSelectionEnd: 0 })
  expect(field('Email')).toHaveProperty('value', 'dxobrien@example.org')

  await fill('Password', 'pass<b>word 9!')
  expect(field('Password')).toHaveProperty('value', 'password 9!')
  await form.findByText(/We left out HTML tags/)
})

test('A refused registration says why and keeps what was typed, and the next one registers the address as it is shown', async ({
  answers,
  open,
  user,
}) => {
  const { form, field, fill, terms, proceed, choosePassword } = await openForm({ open, user })
  await fill('Email', " ANN@example.com'")
  await user.click(terms)
  await choosePassword('password1')
  const refuse = (message: string, path?: string) =>
    answers.once(api.register, () => ({
      status: 422,
      code: 'invalid',
      message,
      ...(path !== undefined && { details: [{ path, message }] }),
    }))
  const refused = async (text: string | RegExp) => {
    await press(user, 'Continue')
    await within(await form.findByRole('alert')).findByText(text)
  }
  refuse(messages.account.passwordTooCommon, 'password')
  await refused(
    'Password does not meet requirements. Please use at least 8 characters with letters, numbers, and symbols.',
  )
  await form.findByText(/among the most common ones/)

  await choosePassword(PASSWORD)
  refuse(messages.account.emailTaken)
  await refused(/^An account with this email already exists/)
  refuse(messages.account.emailInvalid)
  await refused('Invalid email address. Please check and try again.')
  answers.once(api.register, () => UNREADABLE)
  await refused('Registration failed. Please try again.')
  form.getByText('Registration failed')
  expect(field('Email')).toHaveProperty('value', 'ann@example.com')

  await user.click(proceed)
  await says('Account created! Please check your email to verify.')
  expect(screen.getByRole('main').textContent).toContain('ann@example.com')
  expect(answers.calls(api.register).map(({ body }) => body.email)).toEqual(Array(5).fill('ann@example.com'))
})
