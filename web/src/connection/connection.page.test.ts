import { api, type ConnectionStatus, messages } from '@bidwell/contract'
import { CONNECTED } from '../../test/answer-account.ts'
import { expect, gone, press, screen, test, within } from '../../test/page-test.tsx'

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

test('Reconnecting tries the stored login, and asks for a login once the site has refused it', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const message = 'The username or password are incorrect'
  let status = CONNECTED
  answers
    .to(api.readCredentialsStatus, () => ({ data: status }))
    .to(api.renewToken, () => {
      status = { ...CONNECTED, hasValidToken: false, refused: true, problem: message }
      return { status: 422, code: 'login_refused', message }
    })
    .once(api.renewToken, () => ({ status: 503, code: 'site_unavailable', message: 'Auction House does not answer.' }))
  signIn()
  await open('/settings?tab=credentials')
  await press(user, 'Reconnect')
  const dialog = within(await screen.findByRole('dialog'))
  await press(user, 'Sign in', dialog)
  await dialog.findByText('Auction House does not answer.')
  await press(user, 'Sign in', dialog)
  const password = await dialog.findByLabelText('Password')
  await user.type(dialog.getByLabelText('User name'), 'ann')
  answers.to(api.storeCredentials, () => {
    status = CONNECTED
    return { data: { ...CONNECTED, not_stopped: [] } }
  })
  await user.type(password, 'new at the site')
  await press(user, 'Connect', dialog)
  await gone(() => screen.queryByRole('dialog'))
  expect(screen.queryByLabelText('Password')).toBeNull()
})
