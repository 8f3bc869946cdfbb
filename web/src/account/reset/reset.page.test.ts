import { api, messages } from '@bidwell/contract'
import { type Refusal, UNREADABLE } from '../../../test/answers.ts'
import { checkFields } from '../../../test/check-fields.ts'
import { expect, type OfTest, press, says, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const LINK = `/reset-password?token=${'a'.repeat(43)}`
const EMAIL = 'ann@example.com'
const USED: Refusal = { status: 400, code: 'link_invalid', message: 'Invalid or expired reset token' }

async function choosePassword(user: OfTest['user'], password: string) {
  for (const label of ['New password', 'Confirm new password']) {
    const field = await screen.findByLabelText(label)
    await user.clear(field)
    await user.type(field, password)
  }
  await press(user, 'Continue')
}

test('A reset link that does not work offers another one, and so does a link that was used meanwhile', async ({
  answers,
  open,
  user,
}) => {
  await open('/reset-password')
  expect((await screen.findByRole('alert')).textContent).toContain('Reset token is required')
  answers.to(api.requestReset, () => ({ data: {} }))
  answers.once(api.validateResetToken, () => USED)
  await open(LINK)
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid or expired reset token')
  await screen.findByRole('heading', { level: 1, name: 'This link does not work' })
  await user.type(screen.getByLabelText('Email'), EMAIL)
  await press(user, 'Send me a link')
  await says('Password reset link sent to your email')
  expect(answers.calls(api.requestReset)[0]?.body.email).toBe(EMAIL)

  answers.once(api.validateResetToken, () => ({ ...UNREADABLE, status: 404 }))
  await open(LINK)
  await says('Invalid reset token')

  answers.to(api.validateResetToken, () => ({ data: { email: EMAIL } }))
  answers.to(api.resetPassword, () => USED)
  await open(LINK)
  await screen.findByLabelText('New password')
  const passwords = { 'New password': 'new-password', 'Confirm new password': 'new-password' }
  await checkFields(user, screen.getByRole('main'), passwords)
  await choosePassword(user, 'a third horse 9!')
  await screen.findByRole('button', { name: 'Send me a link' })
})

test('A reset that the server cannot do says so and keeps the link, and a common password is refused by name', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  await open('/?auth=forgotPassword')
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Email'), EMAIL)
  answers.to(api.requestReset, () => ({ data: {} })).once(api.requestReset, () => UNREADABLE)
  await press(user, 'Send me a link')
  // The reason does not repeat the heading.
  const reason = messages.generic.requestFailedWith(502)
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(`Failed to request password reset${reason}`))
  await says('Failed to send reset link. Please try again.')
  await press(user, 'Send me a link')
  await dialog.findByText(new RegExp(`If ${EMAIL} has an account`))

  signIn()
  answers.to(api.validateResetToken, () => ({ data: { email: EMAIL } }))
  const checking = answers.hold(api.validateResetToken)
  await open(LINK)
  await screen.findByText('Checking your link…')
  checking.release()
  answers.to(api.resetPassword, () => ({ data: {} }))
  const message = messages.account.passwordTooCommon
  answers.once(api.resetPassword, () => ({
    status: 422,
    code: 'invalid',
    message,
    details: [{ path: 'password', message }],
  }))
  await choosePassword(user, 'password1')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to reset password')
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('New password'))

  // A reset signs out a browser that was signed in.
  await choosePassword(user, 'another horse 9!')
  await says('Password has been reset successfully')
  expect(localStorage.getItem('auth_token')).toBeNull()
  const signInAgain = within(await screen.findByRole('dialog'))
  expect(signInAgain.getByLabelText('Email')).toHaveProperty('value', EMAIL)
})
