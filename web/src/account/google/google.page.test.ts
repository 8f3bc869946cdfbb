import { api, messages } from '@bidwell/contract'
import { aToken } from '../../../test/a-token.ts'
import { PROFILE } from '../../../test/answer-account.ts'
import { answerSecurity } from '../../../test/answer-security.ts'
import { LOST, type Refusal } from '../../../test/answers.ts'
import { expect, type OfTest, press, says, screen, test, vi, waitFor, within } from '../../../test/page-test.tsx'
import { signInWith } from '../../../test/sign-in-with.ts'
import type { GoogleIdentity } from './load-google.ts'

const REFUSED: Refusal = { status: 401, code: 'login_failed', message: 'Google login failed' }
const OPENED = { token: '', deletion_cancelled: false, deletion_due: null }
const user = { email: 'ann@example.com', needsTermsAcceptance: true }

/** Google's script, as it loads or `fails`; its button chooses an account at once. */
function answerGoogle(answers: OfTest['answers'], { fails = false } = {}) {
  let choose = () => {}
  const id: GoogleIdentity = {
    initialize: ({ callback }) => {
      choose = () => callback({ credential: 'id-token' })
    },
    renderButton: (parent, { text }) => {
      const button = document.createElement('button')
      button.textContent = text
      button.type = 'button'
      button.addEventListener('click', () => choose())
      parent.append(button)
    },
  }
  window.google = { accounts: { id } }
  vi.spyOn(document.head, 'append').mockImplementation((script) =>
    queueMicrotask(() => (script as Node).dispatchEvent(new Event(fails ? 'error' : 'load'))),
  )
  let nonces = 0
  answers
    .to(api.readGoogleSettings, () => ({
      data: { client_id: 'bidwell', script_url: 'https://google.example/gsi', nonce: String((nonces += 1)) },
    }))
    .to(api.googleAuth, () => ({
      ...OPENED,
      data: { profile: null },
      token: 'waiting',
      needsTermsAcceptance: true,
      user,
    }))
    .to(api.completeGoogleAuth, () => ({ ...OPENED, data: { profile: PROFILE }, token: aToken() }))
}

const dialog = async () => within(await screen.findByRole('dialog'))

test('When Google does not sign in, the dialog says so and offers the form below, and a second try works', async ({
  answers,
  open,
  user: person,
}) => {
  answerGoogle(answers)
  await open('/?auth=login')
  const form = await dialog()
  answers.once(api.googleAuth, () => REFUSED)
  await press(person, 'signin_with')
  await says('Failed to sign in with Google. Please try again.')
  await form.findByText('Google sign-in failed. Please try signing in with email below.')
  answers.once(api.googleAuth, () => LOST)
  await press(person, 'signin_with')
  await form.findByText('Google login failed. Please try again later.')

  await press(person, 'Create an account', form)
  answers.once(api.googleAuth, () => REFUSED)
  await press(person, 'signup_with')
  await says('Google sign-up failed. Please try signing up with email below.')

  await press(person, 'signup_with')
  await screen.findAllByText('Please accept our Terms & Conditions to complete your Google sign-in.')
  const terms = await dialog()
  terms.getByText('ann@example.com')
  expect(localStorage.getItem('auth_token')).toBeNull()
  await press(person, 'Continue', terms)
  await says('Please accept our terms to continue')
  await person.click(terms.getByRole('checkbox', { name: /Terms of Service/ }))
  answers.once(api.completeGoogleAuth, () => REFUSED)
  await press(person, 'Continue', terms)
  await terms.findByText('Failed to complete registration. Please try again.')
  await press(person, 'Continue', terms)
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
})

test('After a failed login, the panel leads to the button of Google once that is there', async ({
  answers,
  open,
  user: person,
}) => {
  answerGoogle(answers)
  const settings = answers.hold(api.readGoogleSettings)
  answers.to(api.signIn, () => ({ status: 401, code: 'login_failed', message: messages.signIn.wrongCredentials }))
  await open('/?auth=login')
  const form = await dialog()
  await signInWith(person, 'not the password')
  await form.findByRole('alert')
  expect(form.queryByText('Try Google Sign-In')).toBeNull()
  settings.release()
  await person.click(await form.findByText('Try Google Sign-In'))
  expect(answers.calls(api.trackSignInRecovery).map(({ body }) => body.recovery_method)).toEqual(['google_oauth'])
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('region', { name: 'Google' })))
  await person.tab()
  expect(document.activeElement).toBe(form.getByRole('button', { name: 'signin_with' }))
})

test('A Google account whose address Google does not host is connected in the settings, where its script loads', async ({
  answers,
  open,
  signIn,
  user: person,
}) => {
  answerGoogle(answers, { fails: true })
  await open('/?auth=login')
  await says('Google sign-in failed. Please try signing in with email below.')

  vi.restoreAllMocks()
  answerGoogle(answers)
  const message = messages.google.linkNeeded
  answers.once(api.googleAuth, () => ({ status: 409, code: 'google_link_needed', message }))
  await open('/?auth=login')
  await press(person, 'signin_with')
  await (await dialog()).findByText(message)

  answerSecurity(answers)
  answers.to(api.linkGoogle, () => ({ data: {} }))
  signIn()
  await open('/settings?tab=security')
  await press(person, 'continue_with')
  await waitFor(() => expect(answers.calls(api.linkGoogle).map(({ body }) => body.token)).toEqual(['id-token']))
})
