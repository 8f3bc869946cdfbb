import { expect, screen, test, waitFor, within } from '../../../test/page-test.tsx'
import { openAuthDialog } from './open-auth-dialog.ts'

const dialog = async () => within(await screen.findByRole('dialog'))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('The dialog opens once on two quick events, keeps its mode for the browser session, and empties its fields', async ({
  open,
  user,
}) => {
  await open('/')
  openAuthDialog('register')
  const register = await dialog()
  await user.type(register.getByLabelText('Email'), 'ann@example.org')
  await user.type(register.getByLabelText('Password'), 'typed in vain')
  await user.keyboard('{Escape}')
  await closed()

  // The second event comes before the dialog is there.
  for (const _click of [1, 2]) openAuthDialog()
  await (await dialog()).findByText('Create an account')
  await user.keyboard('{Escape}')
  await closed()
  expect(location.pathname + location.search).toBe('/')

  openAuthDialog()
  const again = await dialog()
  expect(again.getByLabelText('Email')).toHaveProperty('value', '')
  expect(again.getByLabelText('Password')).toHaveProperty('value', '')
  for (const [mode, title] of [
    ['verifyEmail', 'Verify your email'],
    ['forgotPassword', 'Reset your password'],
    ['resetPassword', 'Your reset link'],
    ['googleTerms', 'One last step'],
    ['login', 'Sign in'],
  ] as const) {
    openAuthDialog(mode)
    await screen.findByRole('heading', { name: title })
  }
})

test('A signed-in user who follows a mail to the reset form gets it, and no form that signs in', async ({
  open,
  signIn,
}) => {
  signIn()
  await open('/?auth=forgotPassword')
  const reset = await dialog()
  await reset.findByText('Send me a link')
  expect(reset.queryByText('Back to sign in')).toBeNull()
  await open('/settings?auth=login')
  await screen.findByText('Signed in as')
  expect(screen.queryByRole('dialog')).toBeNull()
})
