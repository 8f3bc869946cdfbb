import { api, type Destination, messages } from '@bidwell/contract'
import type { UserEvent } from '@testing-library/user-event'
import type { Answers } from '../../../test/answers.ts'
import { expect, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const AT = '2026-10-01T12:00:00.000Z'
const added: Destination = {
  id: 1,
  label: 'sheet',
  channel: 'webhook',
  address: 'https://hooks.example.com',
  preset: 'standard',
  verified_at: AT,
  stopped_at: null,
  stopped_because: null,
  failing_since: null,
  created_at: AT,
}

function answerPlaces(answers: Answers) {
  const preferences = { choices: {}, quiet: null, zone: null, urgent_wakes: true, ending_soon_minutes: null }
  answers
    .to(api.readAlertPreferences, () => ({ data: preferences }))
    .to(api.readCalendar, () => ({ data: { feed: null } }))
    .to(api.listDestinations, () => ({ data: { destinations: [], text_messages: 'unavailable' as const } }))
    .to(api.addWebhook, () => ({ data: { destination: added, secret: 'whsec_new' } }))
}

/** Fills in the form of a signed webhook, and sends it. */
async function addWebhook(user: UserEvent): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Address'), 'https://hooks.example.com')
  await user.type(within(dialog).getByLabelText('Name'), 'sheet')
  await user.click(within(dialog).getByRole('button', { name: 'Add the webhook' }))
  return dialog
}

test('A secret that comes once its dialog has gone is told, and one that is shown keeps the page until it is closed', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerPlaces(answers)
  signIn()
  await open('/settings?tab=notifications')
  const answer = answers.hold(api.addWebhook, { outdated: true })
  const dialog = await addWebhook(user)
  await waitFor(() => expect(answer.calls()).toBe(1))
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  answer.release()
  await screen.findByText(messages.destination.secretNotSeen('sheet'))

  await addWebhook(user)
  const secret = await screen.findByText('whsec_new')
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  await user.keyboard('gd')
  expect(secret.isConnected).toBe(true)
  await user.click(screen.getByRole('button', { name: 'I have kept it' }))
  const left = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(left)
  expect(left.defaultPrevented).toBe(false)
})
