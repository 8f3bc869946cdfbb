import { api } from '@bidwell/contract'
import { LOST, type Refusal, UNREADABLE } from '../../../test/answers.ts'
import { checkFields } from '../../../test/check-fields.ts'
import { expect, says, screen, test, waitFor, within } from '../../../test/page-test.tsx'
import { signInWith } from '../../../test/sign-in-with.ts'

const WRONG: Refusal = { status: 401, code: 'login_failed', message: 'Invalid email or password. Please try again.' }
const LOCKED: Refusal = { status: 429, code: 'account_locked', message: 'Locked', retryAfter: 900 }

const dialog = async () => within(await screen.findByRole('dialog'))

test('Each wrong password has its own advice, the panel offers more each time, and the fourth locks the account', async ({
  answers,
  open,
  user,
}) => {
  await open('/?auth=login')
  let form = await dialog()
  answers.to(api.signIn, () => WRONG)
  await checkFields(user, screen.getByRole('dialog'), { Email: 'username', Password: 'current-password' })
  await signInWith(user, 'wrong 1')
  await says('Login failed. Check your email and password')
  expect(form.getByRole('alert').textContent).toContain('Login Failed')
  expect(document.activeElement).toBe(form.getByLabelText('Password'))
  expect(form.queryByText('Reset Password')).toBeNull()

  // The count lasts as long as the browser session.
  await open('/?auth=login')
  form = await dialog()
  await signInWith(user, 'wrong 2')
  await says('Login failed again')
  expect(form.getByRole('alert').textContent).not.toContain('One more wrong password')
  expect(form.queryByText('Contact Support')).toBeNull()

  await signInWith(user, 'wrong 3')
  await says('Login failed. Reset your password or contact support')
  await form.findByText(/One more wrong password locks sign-in for 15 minutes\./)
  expect(form.getByText('Contact Support').getAttribute('href')).toBe('/help')

  answers.to(api.signIn, () => LOCKED)
  await signInWith(user, 'wrong 4')
  await says('Account temporarily locked due to multiple failed attempts.')
  const panel = await form.findByRole('alert')
  for (const text of ['Account Temporarily Locked', 'Account is locked. Please try again later.']) {
    expect(panel.textContent).toContain(text)
  }
  expect(form.getByRole('timer').textContent).toMatch(/^1[45]:\d\d$/)
  expect(form.getByRole('button', { name: 'Sign in' }).getAttribute('aria-disabled')).toBe('true')

  await user.click(form.getByText('Reset Password'))
  await form.findByText('Send me a link')
  expect(form.getByLabelText('Email')).toHaveProperty('value', 'ann@example.com')
  await waitFor(() => expect(screen.queryByText(/Account temporarily locked/)).toBeNull())
})

test('A login that does not reach the server, or gets no readable answer, says so and never locks the form', async ({
  answers,
  open,
  user,
}) => {
  await open('/?auth=login')
  answers.to(api.signIn, () => LOST)
  const form = await dialog()
  for (let attempt = 1; attempt <= 4; attempt += 1) await signInWith(user, 'right')
  await says('Connection issue prevented login. Please check your internet connection and try again.')
  expect(form.getByRole('alert').textContent).toContain('Connection Problem')
  expect(form.getByText('Contact Support')).toBeDefined()

  answers.to(api.signIn, () => UNREADABLE)
  await signInWith(user, 'right')
  await says('Login failed. Please try again later.')
  await form.findByText(/An unexpected error occurred\. Please try again\./)
  expect(form.getByRole('button', { name: 'Sign in' }).getAttribute('aria-disabled')).toBeNull()
})

test('Signing in leads back to the guarded page that was asked for, and signing out to the home page', async ({
  open,
  user,
}) => {
  await open('/settings?tab=credentials')
  await user.click(await screen.findByRole('button', { name: 'Sign In' }))
  await signInWith(user, 'right')
  await user.click(await screen.findByRole('tab', { name: 'You' }))
  expect(location.pathname).toBe('/settings')
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await says('You have been logged out')
  await waitFor(() => expect(location.pathname).toBe('/'))
})

test('A login form with an empty field names the field, and shows that Caps Lock is on', async ({ open, user }) => {
  await open('/?auth=login')
  const form = await dialog()
  await user.click(form.getByRole('button', { name: 'Sign in' }))
  await says('Email is required')
  await user.type(form.getByLabelText('Email'), 'ann@example.org')
  await user.click(form.getByRole('button', { name: 'Sign in' }))
  await says('Password is required')
  await user.click(form.getByLabelText('Password'))
  await user.keyboard('{CapsLock}A')
  await form.findByText('Caps Lock is on')
})
