import { api, messages } from '@bidwell/contract'
import { expect, screen, test, waitFor } from '../../test/page-test.tsx'

test('Signing out while the server is slow forgets the user at once, and is confirmed once the server has answered', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  signIn()
  await open('/dashboard')
  const leaving = answers.hold(api.logout)
  await user.click(await screen.findByRole('button', { name: /^Account of/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Account of/ })).toBeNull())
  expect(localStorage.getItem('auth_token') ?? '').toBe('')
  expect(screen.queryByText(messages.account.loggedOut)).toBeNull()
  leaving.release()
  await screen.findByText(messages.account.loggedOut)
  expect(leaving.calls()).toBe(1)
})
