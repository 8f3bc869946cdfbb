import { api, messages } from '@bidwell/contract'
import { aToken } from '../../../test/a-token.ts'
import { PROFILE } from '../../../test/answer-account.ts'
import { LOST, type Refusal } from '../../../test/answers.ts'
import {
  expect,
  type OfTest,
  pass,
  press,
  says,
  screen,
  shows,
  test,
  waitFor,
  within,
} from '../../../test/page-test.tsx'

const LINK = `/verify-email?token=${'a'.repeat(43)}`
const EMAIL = 'ann@example.com'

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const confirm = async (user: OfTest['user']) => user.click(await screen.findByText('Confirm this address'))

test('In a browser whose session has ended, the link of a mail asks for a new password alone, and signs in with it', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const ended: Refusal = { status: 401, code: 'session_ended', message: 'Ended' }
  answers.to(api.verifyEmail, () => ended).to(api.readProfile, () => ended)
  answers.to(api.refreshToken, () => ended)
  answers.to(api.verifyWithPassword, () => ({
    data: { profile: PROFILE },
    token: aToken(),
    deletion_cancelled: false,
    deletion_due: null,
  }))
  signIn({ email_verified: false })
  await open(LINK)
  await confirm(user)
  await title('Choose a password')
  for (const label of ['New password', 'Confirm new password']) {
    await user.type(screen.getByLabelText(label), 'another horse 9!')
  }
  await press(user, 'Continue')
  await title('Your email address is verified')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('Go to your auctions').getAttribute('href')).toBe('/dashboard')
})

test('A verification link that does not work says what to do, and another one is sent to the address', async ({
  answers,
  open,
  user,
}) => {
  const message = messages.mailLink.verificationLinkInvalid
  answers.to(api.verifyEmail, () => ({ status: 400, code: 'link_invalid', message }))
  answers.to(api.resendVerification, () => ({ data: {} }))
  await open(LINK)
  await confirm(user)
  await title('This link does not work')
  expect(screen.getByRole('alert').textContent).toContain('Email verification failed')

  const main = within(screen.getByRole('main'))
  const send = main.getByRole('button', { name: 'Send the link again' })
  await user.click(send)
  await main.findByText('Email is required to resend verification')
  await user.type(main.getByLabelText('Email'), EMAIL)
  await user.click(send)
  await says('Verification email sent. Please check your inbox.')
  await main.findByText('Verification email has been resent')
  expect(answers.calls(api.resendVerification).map(({ body }) => body.email)).toEqual([EMAIL])
  await waitFor(() => expect(main.queryByText('Verification email has been resent')).toBeNull())
})

test('Asking for the verification mail too often, or while the server is away, says when to try again', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  signIn({ email_verified: false })
  await open('/verify-email')
  const send = await screen.findByRole('button', { name: 'Send the link again' })
  const main = within(screen.getByRole('main'))
  expect(main.getByLabelText('Email')).toHaveProperty('value', EMAIL)
  answers.to(api.resendVerification, () => LOST)
  await user.click(send)
  expect((await main.findByRole('alert')).textContent).toContain('Failed to resend verification email')
  await says('Failed to send verification email. Please try again.')

  const message = messages.mailLink.tooManyLinks
  answers.to(api.resendVerification, () => ({ status: 429, code: 'too_many', message, retryAfter: 600 }))
  await user.click(send)
  await main.findByText(/Several links were asked for this address within the last hour/)
  expect(main.getByRole('timer').textContent).toMatch(/^(10:00|9:59)$/)
  expect(send.getAttribute('aria-disabled')).toBe('true')
  await pass(601_000)
  expect(send.getAttribute('aria-disabled')).toBeNull()
})

test('A verification link can be tried again after the server was away', async ({ answers, open, signIn, user }) => {
  signIn({ email_verified: false })
  answers.to(api.verifyEmail, () => ({ data: { email: EMAIL } })).once(api.verifyEmail, () => LOST)
  await open(LINK)
  await confirm(user)
  await title('Your link could not be checked')
  await user.click(screen.getByText('Try again'))
  await title('Your email address is verified')
  expect(screen.getByText('Go to your auctions').getAttribute('href')).toBe('/dashboard')
})

test('The page that waits takes the code of the mail in the session that registered, and says what is wrong with it', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const message = messages.mailLink.codeWrong
  answers
    .to(api.verifyByCode, () => ({ data: { email: EMAIL } }))
    .once(api.verifyByCode, () => ({ status: 422, code: 'rule_broken', message, details: [{ path: 'code', message }] }))
    .to(api.refreshToken, () => LOST)
  signIn({ email_verified: false })
  await open('/verify-email')
  await shows(messages.account.verificationCodeFor(EMAIL))
  const field = screen.getByLabelText('Code of the mail')
  await user.type(field, '123456{Enter}')
  await shows(message)
  await user.clear(field)
  await user.type(field, '123457')
  await press(user, 'Verify')
  await title('Your email is verified')
  expect(answers.calls(api.verifyByCode).map(({ body }) => body.code)).toEqual(['123456', '123457'])
})

test('The page that waits asks for no code where another user is signed in, or nobody', async ({ open, signIn }) => {
  await open('/verify-email?email=bob@example.com')
  await shows(messages.account.verificationLinkFor('bob@example.com'))
  expect(screen.queryByLabelText('Code of the mail')).toBeNull()
  signIn({ email_verified: false })
  await open('/verify-email?email=bob@example.com')
  await shows(messages.account.verificationLinkFor('bob@example.com'))
  expect(screen.queryByLabelText('Code of the mail')).toBeNull()
})
