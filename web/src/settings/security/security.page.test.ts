import { api } from '@bidwell/contract'
import { answerSecurity, aSession, NO_SECOND_FACTOR } from '../../../test/answer-security.ts'
import { PROOF_NEEDED } from '../../../test/answer-session.ts'
import { expect, press, says, screen, test, waitFor, within } from '../../../test/page-test.tsx'

test('Turning off the authenticator app asks for a code once the last proof is old', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerSecurity(answers)
  answers
    .to(api.readSecondFactor, () => ({ data: { ...NO_SECOND_FACTOR, totp_since: '2026-10-02T12:00:00.000Z' } }))
    .to(api.readProofMethods, () => ({ data: { methods: ['totp' as const] } }))
    .to(api.turnOffTotp, () => {
      answers.to(api.readSecondFactor, () => ({ data: NO_SECOND_FACTOR }))
      return { data: {} }
    })
    .once(api.turnOffTotp, () => PROOF_NEEDED)
  signIn()
  await open('/settings?tab=security')
  await press(user, 'Turn off the app')
  await press(user, 'Turn off', within(await screen.findByRole('dialog', { name: /^Turn the authenticator app off/ })))
  const question = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await user.type(await question.findByLabelText('Code from your authenticator app'), '123456')
  expect(question.queryByLabelText('Bidwell password')).toBeNull()
  await press(user, 'Continue', question)
  await says('The authenticator app is turned off')
  await screen.findByRole('button', { name: 'Set up' })
  expect(answers.calls(api.proveIdentity).map(({ body }) => body)).toEqual([{ method: 'totp', code: '123456' }])
})

test('A user changes the password, sees the other sessions gone, and asks for another address', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerSecurity(answers, [aSession()])
  answers.to(api.changeEmail, () => ({ data: {} }))
  answers.to(api.changePassword, () => {
    answerSecurity(answers)
    const event = { id: 1, kind: 'password_changed', outcome: 'ok' as const, at: new Date().toISOString() }
    const events = [{ ...event, ip_address: null, device: null, detail: {} }]
    answers.to(api.listSecurityEvents, () => ({ data: { events, next_cursor: null } }))
    return { data: {} }
  })
  const sessions = () => within(screen.getByRole('list', { name: 'Sessions' })).getAllByRole('listitem')
  signIn()
  await open('/settings?tab=security')
  await press(user, 'Change password')
  const field = await screen.findByLabelText('New password')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(sessions()).toHaveLength(2)
  await press(user, 'Cancel')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Password' })))
  await press(user, 'Change password')
  for (const label of ['New password', 'Confirm new password']) {
    await user.type(await screen.findByLabelText(label), 'another horse 8!')
  }
  await press(user, 'Change password')
  await says('Your password has been changed. Your other sessions are signed out.')
  await waitFor(() => expect(sessions()).toHaveLength(1))
  await within(screen.getByRole('list', { name: 'Security log' })).findByText(/Password changed/)

  await press(user, 'Change address')
  const address = await screen.findByRole('textbox', { name: 'Email' })
  await user.clear(address)
  await user.type(address, 'new@example.com')
  await press(user, 'Send the link')
  await says('Please open the link that we sent to the new address. Until then nothing changes.')
  expect(answers.calls(api.changeEmail).map(({ body }) => body.email)).toEqual(['new@example.com'])
})
