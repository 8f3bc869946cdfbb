import { api, API_BASE, messages } from '@bidwell/contract'
import { UNREADABLE } from '../../test/answers.ts'
import { expect, type OfTest, says, screen, test, vi, waitFor } from '../../test/page-test.tsx'
import { signInWith } from '../../test/sign-in-with.ts'

const REPORTS = {
  track: api.trackSignInFailure,
  recovery: api.trackSignInRecovery,
  resolved: api.trackSignInResolved,
  abandoned: api.trackSignInAbandoned,
}

async function fail({ answers, user }: Pick<OfTest, 'answers' | 'user'>) {
  answers.once(api.signIn, () => ({ status: 401, code: 'login_failed', message: messages.signIn.wrongCredentials }))
  await signInWith(user, 'a password')
  await says(/^Login failed/)
}

const countsOf = (answers: OfTest['answers']) =>
  Object.entries(REPORTS).flatMap(([name, report]) => answers.calls(report).map(() => name))

test('Failed logins are reported with the way out that the user chose, and the end', async ({
  answers,
  open,
  user,
}) => {
  await open('/?auth=login')
  await fail({ answers, user })
  await fail({ answers, user })
  await user.click(await screen.findByText('Reset Password'))
  await user.click(await screen.findByText('Back to sign in'))
  await signInWith(user, 'a password')
  await waitFor(() => expect(countsOf(answers)).toEqual(['track', 'track', 'recovery', 'resolved']))
  const [first, second] = answers.calls(api.trackSignInFailure).map(({ body }) => body)
  expect(first).toMatchObject({ error_type: 'invalid_credentials', attempt_count: 1, email: 'ann@example.com' })
  expect(second).toMatchObject({ attempt_count: 2, session_id: first?.session_id })
  const [recovery] = answers.calls(api.trackSignInRecovery)
  expect(recovery?.body).toEqual({ recovery_method: 'password_reset', session_id: first?.session_id })
})

test('Closing the dialog after a failed login is reported once, and a report that fails changes nothing', async ({
  answers,
  open,
  user,
}) => {
  for (const report of Object.values(REPORTS)) answers.to(report, () => UNREADABLE)
  await open('/?auth=login')
  await fail({ answers, user })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(countsOf(answers)).toEqual(['track', 'abandoned']))
  await open('/?auth=login')
  await signInWith(user, 'a password')
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  expect(countsOf(answers)).toEqual(['track', 'abandoned'])
})

test('Leaving the page after a failed login is reported by a beacon', async ({ answers, open, user }) => {
  const beacon = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)
  await open('/?auth=login')
  await fail({ answers, user })
  window.dispatchEvent(new Event('pagehide'))
  const [url, body] = beacon.mock.lastCall ?? []
  expect(url).toBe(API_BASE + api.trackSignInAbandoned.path)
  const [failure] = answers.calls(api.trackSignInFailure)
  expect(JSON.parse(await (body as Blob).text())).toEqual({ session_id: failure?.body.session_id })
  expect(sessionStorage.getItem('login_trail')).toBeNull()
})
