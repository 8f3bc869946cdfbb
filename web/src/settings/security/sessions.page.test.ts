import { api } from '@bidwell/contract'
import { answerSecurity, aSession } from '../../../test/answer-security.ts'
import { expect, press, says, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const sessions = () => within(screen.getByRole('list', { name: 'Sessions' })).getAllByRole('listitem')

test('The settings list where the account is signed in, and sign sessions out', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const phone = aSession({ device: 'Safari on iPhone' })
  answerSecurity(answers, [phone, aSession({ device: 'curl' })])
  signIn()
  await open('/settings?tab=security')
  await screen.findByRole('list', { name: 'Sessions' })
  const [own, other] = sessions()
  expect(own?.textContent).toContain('This one')
  expect(other?.textContent).toMatch(/Safari on iPhone.* from 203\.0\.113\.7/)

  await press(user, 'Sign out Safari on iPhone')
  await waitFor(() => expect(sessions()).toHaveLength(2))
  expect(answers.calls(api.endSession).map(({ params }) => params.id)).toEqual([phone.id])
  // Its button is gone.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Where you are signed in' })),
  )

  await press(user, 'Sign out everywhere else')
  await waitFor(() => expect(sessions()).toHaveLength(1))
  await press(user, 'Sign out everywhere')
  await says('You have been logged out')
  expect(answers.calls(api.endSessions).map(({ body }) => body.except_this)).toEqual([true, true])
  expect(answers.calls(api.logout)).toHaveLength(1)
})
