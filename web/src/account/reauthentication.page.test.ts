import { api, messages } from '@bidwell/contract'
import { CONNECTED } from '../../test/answer-account.ts'
import { ENDED, PROOF_NEEDED } from '../../test/answer-session.ts'
import { checkFields } from '../../test/check-fields.ts'
import { expect, pass, press, screen, test, waitFor, within } from '../../test/page-test.tsx'

const question = () => screen.findByRole('dialog', { name: 'Is it you?' })

test('Removing the site login asks for the password if the server requires it, and then removes the login', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answers
    .to(api.removeCredentials, () => {
      const status = { ...CONNECTED, hasCredentials: false, username: null, hasValidToken: false }
      answers.to(api.readCredentialsStatus, () => ({ data: status }))
      return { data: { ...status, not_stopped: [] } }
    })
    .once(api.removeCredentials, () => PROOF_NEEDED)
  signIn()
  await open('/settings?tab=credentials')
  await press(user, 'Remove login')
  await press(user, 'Remove login', within(await screen.findByRole('dialog', { name: /^Remove your/ })))

  const dialog = await question()
  const field = await within(dialog).findByLabelText('Bidwell password')
  await checkFields(user, dialog, { 'Bidwell password': 'current-password' })
  await user.type(field, 'not <b>the password')
  await within(dialog).findByText(messages.account.tagsDropped)
  expect(field).toHaveProperty('value', 'not the password')
  const message = messages.signIn.wrongCredentials
  answers.once(api.proveIdentity, () => ({ status: 401, code: 'login_failed', message, tokenExpired: false }))
  await press(user, 'Continue')
  await within(dialog).findByText(messages.endingSession.passwordWrong)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await press(user, 'Continue')
  await screen.findByRole('heading', { name: /^Connect your/ })
  // Of two passwords on one origin, a manager would offer the wrong one.
  await checkFields(user, screen.getByRole('main'), { 'User name': 'off', Password: 'off' })
})

test('A proof of identity that was left by the Back button does not keep back the dialog of an ended session', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  signIn()
  answers.to(api.exportAccount, () => PROOF_NEEDED)
  await open('/dashboard')
  const openTab = async () => {
    const [settings] = await screen.findAllByRole('link', { name: 'Settings' })
    await user.click(settings as HTMLElement)
    await user.click(await screen.findByRole('tab', { name: 'Privacy' }))
  }
  const goBack = async () => {
    history.back()
    await waitFor(() => expect(screen.queryByText('Download my data')).toBeNull())
  }

  // One is left before the server has asked for it, the other while its dialog is open.
  const refusal = answers.hold(api.exportAccount)
  await openTab()
  await press(user, 'Download my data')
  await goBack()
  refusal.release()
  await openTab()
  await press(user, 'Download my data')
  await question()
  await goBack()
  expect(screen.queryByRole('dialog')).toBeNull()

  answers.to(api.readProfile, () => ENDED)
  answers.emit({ type: 'session_ended' })
  await pass(1_000)
  await screen.findByRole('dialog', { name: 'Please log in again to continue' })
})
