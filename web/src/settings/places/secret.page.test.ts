import { api, type Destination, messages } from '@bidwell/contract'
import type { UserEvent } from '@testing-library/user-event'
import type { Answers } from '../../../test/answers.ts'
import { expect, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const place = (id: number, label: string): Destination => ({
  id,
  label,
  channel: 'webhook',
  address: 'https://hooks.example.com',
  preset: 'standard',
  verified_at: '2026-10-01T12:00:00.000Z',
  stopped_at: null,
  stopped_because: null,
  failing_since: null,
  former_secret_until: null,
  created_at: '2026-10-01T12:00:00.000Z',
})

/** Two signed webhooks. A new secret of one leaves the other as it was. */
function answerPlaces(answers: Answers) {
  const places = [place(1, 'sheet'), place(2, 'bystander')]
  const preferences = { choices: {}, quiet: null, zone: null, urgent_wakes: true, ending_soon_minutes: null }
  answers
    .to(api.readAlertPreferences, () => ({ data: preferences }))
    .to(api.readCalendar, () => ({ data: { feed: null } }))
    .to(api.listDestinations, () => ({ data: { destinations: places, text_messages: 'unavailable' as const } }))
    .to(api.rotateSecret, ({ params }) => {
      const destination = places.find(({ id }) => id === params.id)!
      destination.former_secret_until = '2026-10-08T18:00:00.000Z'
      return { data: { destination, secret: 'whsec_new' } }
    })
}

/** Asks for a new secret of the first place, as far as its dialog. */
async function askForSecret(user: UserEvent): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'New secret for sheet' }))
  return screen.findByRole('dialog')
}

const make = (user: UserEvent, dialog: HTMLElement) =>
  user.click(within(dialog).getByRole('button', { name: 'Make a new secret' }))

test('A new secret whose dialog was closed is shown all the same, and after a lost answer the dialog says what another one ends', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerPlaces(answers)
  signIn()
  await open('/settings?tab=notifications')
  answers.loseNext(api.rotateSecret)
  const asked = await askForSecret(user)
  expect(asked.textContent).toContain(messages.destination.formerSignsToo)
  await make(user, asked)
  await within(asked).findByText(new RegExp(messages.generic.networkError))
  await waitFor(() => expect(asked.textContent).toContain(messages.destination.newestIsReplaced))

  const answer = answers.hold(api.rotateSecret, { outdated: true })
  await make(user, asked)
  await waitFor(() => expect(answer.calls()).toBe(1))
  await user.click(within(asked).getByRole('button', { name: 'Not now' }))
  answer.release()
  const shown = within(await screen.findByRole('dialog', { name: 'The secret of sheet' }))
  expect(shown.getByText('whsec_new')).toBeDefined()
  await user.click(shown.getByRole('button', { name: 'I have kept it' }))
  const rows = within(screen.getByRole('list', { name: 'Places' })).getAllByRole('listitem')
  const former = rows.filter(({ textContent }) => /The former secret signs too until/.test(textContent))
  expect(former.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('sheet')])
})

test('A new secret that comes once its page has gone is told, and one that is shown keeps the page until it is closed', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerPlaces(answers)
  signIn()
  await open('/settings?tab=notifications')
  const answer = answers.hold(api.rotateSecret, { outdated: true })
  const asked = await askForSecret(user)
  await make(user, asked)
  await waitFor(() => expect(answer.calls()).toBe(1))
  await user.click(within(asked).getByRole('button', { name: 'Not now' }))
  await user.click(screen.getByRole('tab', { name: 'Bidding' }))
  await screen.findByRole('tabpanel', { name: 'Bidding' })
  answer.release()
  await screen.findByText(messages.destination.secretNotSeen('sheet'))

  await user.click(screen.getByRole('tab', { name: 'Alerts' }))
  await make(user, await askForSecret(user))
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
  expect(screen.queryByText(messages.destination.secretNotSeen('bystander'))).toBeNull()
})
