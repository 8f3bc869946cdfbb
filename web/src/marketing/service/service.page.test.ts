import { api, messages } from '@bidwell/contract'
import type { Refusal } from '../../../test/answers.ts'
import { serviceAnswers } from '../../../test/fixed-service.ts'
import { expect, gone, pass, press, says, screen, shows, test, within } from '../../../test/page-test.tsx'

const BUSY: Refusal = { status: 503, code: 'unavailable', message: 'Bidwell is busy.' }
const FOR_USERS: Refusal = { status: 401, code: 'not_signed_in', message: 'Sign in first.' }

test('Where the calls fail, both pages say so, keep what they had, and try again', async ({ answers, open, user }) => {
  const [many, trouble] = [serviceAnswers('many', 'well'), serviceAnswers('few', 'trouble')]
  answers.to(api.readServiceLevel, () => BUSY).to(api.readServiceStatus, () => ({ data: many.status }))
  await open('/service-level')
  await says('Bidwell is busy.')
  answers.to(api.readServiceLevel, () => ({ data: many['service-level'] }))
  await press(user, 'Try again')
  await shows('1,228 of 1,240')

  await open('/status')
  await says('Bidding works')
  answers.to(api.readServiceStatus, () => BUSY)
  await pass(40_000)
  await says('The state could not be refreshed')
  await says('Bidding works')
  answers.to(api.readServiceStatus, () => ({ data: trouble.status }))
  await pass(40_000)
  await says('Bids are not sent now')
  await gone(() => screen.queryByText(/The state could not be refreshed/))
})

test('An installation may show its figures and its state to those who sign in alone', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const shown = serviceAnswers('many', 'well')
  answers.to(api.readServiceLevel, () => FOR_USERS).to(api.readServiceStatus, () => FOR_USERS)
  await open('/service-level')
  await says(messages.serviceLevel.forUsersOnly)
  await shows('At least 95 of 100 bids')
  await user.click(screen.getByRole('link', { name: 'Whether it works now' }))
  await says(messages.serviceLevel.statusForUsersOnly)
  await press(user, 'Sign in', within(screen.getByRole('main')))
  await screen.findByRole('dialog')

  answers
    .to(api.readServiceLevel, () => ({ data: shown['service-level'] }))
    .to(api.readServiceStatus, () => ({ data: shown.status }))
  signIn()
  await open('/status')
  const parts = within(await screen.findByRole('list', { name: 'State by part' }))
  expect(parts.getAllByRole('listitem')).toHaveLength(5)
  expect(screen.queryByText(messages.serviceLevel.statusForUsersOnly)).toBeNull()
  await user.click(screen.getByRole('link', { name: 'How the bids were served' }))
  await shows('1,228 of 1,240')
  await user.click(screen.getAllByRole('tab', { name: '30 days' })[0]!)
  await shows('412 of 414')
})
