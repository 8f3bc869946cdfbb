import { api } from '@bidwell/contract'
import { expect, gone, pass, press, says, screen, test, waitFor } from '../../test/page-test.tsx'

const BUSY = { status: 503, code: 'unavailable', message: 'Bidwell is busy.', retryAfter: 5 }

test('A call that a busy server has not begun is made again with its key, and says what stops it after the fourth time', async ({
  answers,
  open,
  user,
}) => {
  let refusals = 2
  answers
    .to(api.sendMessage, () => ({ data: {} }))
    .where(
      api.sendMessage,
      () => refusals-- > 0,
      () => BUSY,
    )
  await open('/contact')
  await user.type(screen.getByLabelText('Your email'), 'ann@example.com')
  await user.type(screen.getByLabelText('Message'), 'Hello')
  await press(user, 'Send message')
  await says('Still trying…')
  expect(screen.queryByRole('alert')).toBeNull()
  await pass(4_000)
  expect(answers.calls(api.sendMessage)).toHaveLength(1)
  await waitFor(() => expect(answers.calls(api.sendMessage)).toHaveLength(3))
  await gone(() => screen.queryByText('Still trying…'))
  expect(new Set(answers.calls(api.sendMessage).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)

  await open('/contact')
  refusals = 4
  await user.type(screen.getByLabelText('Your email'), 'ann@example.com')
  await user.type(screen.getByLabelText('Message'), 'Hello again')
  await press(user, 'Send message')
  await pass(15_000)
  await waitFor(() => expect(answers.calls(api.sendMessage)).toHaveLength(7))
  expect((await screen.findByRole('alert')).textContent).toContain('Bidwell is busy.')
  expect(screen.queryByText('Still trying…')).toBeNull()
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Hello again')
})

test('A call is not made again once somebody else has signed in', async ({ answers, open, signIn, user }) => {
  answers.to(api.sendMessage, () => BUSY)
  signIn()
  await open('/contact')
  await user.type(screen.getByLabelText('Your email'), 'ann@example.com')
  await user.type(screen.getByLabelText('Message'), 'Hello')
  await press(user, 'Send message')
  await says('Still trying…')
  signIn({ sub: '2' })
  await pass(20_000)
  expect(answers.calls(api.sendMessage)).toHaveLength(1)
})
