import { api, type ConnectionStatus, messages } from '@bidwell/contract'
import { CONNECTED } from '../../test/answer-account.ts'
import { expect, screen, test } from '../../test/page-test.tsx'

const NONE: ConnectionStatus = {
  ...CONNECTED,
  hasCredentials: false,
  username: null,
  hasValidToken: false,
  lastVerified: null,
}

test("A site login is refused in the site's words, and one that another account uses too says so", async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const message = 'The username or password are incorrect'
  let status = NONE
  answers
    .to(api.readCredentialsStatus, () => ({ data: status }))
    .to(api.storeCredentials, () => {
      status = { ...CONNECTED, shared: true }
      return { data: { ...status, not_stopped: [] } }
    })
    .once(api.storeCredentials, () => ({ status: 422, code: 'login_refused', message }))
  signIn()
  await open('/settings?tab=credentials')
  await user.type(await screen.findByLabelText('User name'), 'demo')
  await user.type(screen.getByLabelText('Password'), 'not demo')
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await screen.findAllByText(new RegExp(message))
  expect(screen.getByRole('link', { name: /Setup required/ })).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Connect' }))
  expect((await screen.findByRole('note')).textContent).toContain(messages.connection.shared('Auction House'))
})
