import { type AlertPreferences, api, type Destination } from '@bidwell/contract'
import type { Answers, Refusal } from '../../../test/answers.ts'
import { expect, press, says, screen, shows, test, waitFor, within } from '../../../test/page-test.tsx'

const DEFAULTS: AlertPreferences = {
  choices: {},
  quiet: null,
  zone: null,
  urgent_wakes: true,
  ending_soon_minutes: null,
}
const fault = (path: string, message: string): Refusal => ({
  status: 400,
  code: 'invalid_input',
  message,
  details: [{ path, message }],
})
const form = (name: string) => {
  const found = document.querySelector<HTMLElement>(`form[name=${name}]`)
  if (!found) throw new Error(`The page has no form ${name}`)
  return within(found)
}
const place = (channel: Destination['channel'], label: string): Destination => ({
  id: 1,
  label,
  channel,
  address: label,
  preset: null,
  verified_at: '2026-10-01T12:00:00.000Z',
  stopped_at: null,
  stopped_because: null,
  failing_since: null,
  created_at: '2026-10-01T12:00:00.000Z',
})

/** The preferences as the server keeps them, and the places of a user with an address and a device. */
function answerAlerts(answers: Answers, stored: AlertPreferences, ...others: Destination[]) {
  const server = { stored }
  const destinations = [place('email', 'ann@example.com'), place('push', 'Pixel 8'), ...others]
  answers
    .to(api.readAlertPreferences, () => ({ data: server.stored }))
    .to(api.changeAlertPreferences, ({ body }) => ({ data: (server.stored = body) }))
    .to(api.listDestinations, () => ({ data: { destinations, text_messages: 'available' as const } }))
    .to(api.readCalendar, () => ({ data: { feed: null } }))
    .to(api.readPushKey, () => ({ data: { key: '' } }))
  return server
}

test('Each channel that has a place takes one choice, stored at once, and a mix of kinds is a choice of its own', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const server = answerAlerts(answers, DEFAULTS)
  signIn()
  await open('/settings?tab=notifications')
  const email = await screen.findByLabelText<HTMLSelectElement>('Email', { selector: 'select' })
  const shown = (select: HTMLSelectElement) => select.selectedOptions[0]?.textContent
  expect(shown(email)).toBe('Results and warnings')
  expect(shown(screen.getByLabelText<HTMLSelectElement>('Devices', { selector: 'select' }))).toBe('Everything')
  expect(screen.queryByLabelText('Text messages')).toBeNull()
  expect(screen.queryByLabelText('Webhooks')).toBeNull()

  await user.selectOptions(email, 'Only urgent')
  await says('Your alerts are set')
  expect(server.stored.choices['bid_won']).toEqual(['push', 'webhook'])
  expect(server.stored.choices['bid_over_maximum']).toBeUndefined()

  await user.click(screen.getByText('Choose each kind'))
  const won = within(screen.getByRole('group', { name: 'Won' }))
  expect(won.getAllByRole('checkbox')).toHaveLength(2)
  await user.click(won.getByLabelText('Email'))
  await waitFor(() => expect(shown(email)).toBe('Your own choice'))
  await waitFor(() => expect(server.stored.choices['bid_won']).toBeUndefined())

  answers.once(api.changeAlertPreferences, () => ({ status: 500, code: 'internal_error', message: 'It broke' }))
  await user.selectOptions(email, 'Nothing')
  await says(/It broke/)
  await waitFor(() => expect(shown(email)).toBe('Your own choice'))
  await user.selectOptions(email, 'Results and warnings')
  await waitFor(() => expect(server.stored.choices).toEqual({}))
})

test('A bidder sets quiet hours, a wrong entry is named at its field, and what another device has changed stays', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const server = answerAlerts(answers, DEFAULTS)
  signIn()
  await open('/settings?tab=notifications')
  const type = async (field: HTMLElement, text: string) => {
    await user.clear(field)
    await user.type(field, text)
  }
  await user.click(await screen.findByText('Quiet hours'))
  const quiet = form('quiet-hours')
  await user.click(quiet.getByLabelText('Keep quiet at night'))
  const zone = quiet.getByLabelText('Time zone')
  expect(zone).toHaveProperty('value', Intl.DateTimeFormat().resolvedOptions().timeZone)
  await type(zone, 'Mars/Olympus')
  answers.once(api.changeAlertPreferences, () => fault('zone', 'Enter a time zone such as America/New_York'))
  await press(user, 'Save', quiet)
  await shows('Enter a time zone such as America/New_York')
  expect(document.activeElement).toBe(zone)
  await type(zone, 'Europe/Berlin')
  await type(quiet.getByLabelText('From'), '23:15')
  await type(quiet.getByLabelText('Until'), '23:15')
  answers.once(api.changeAlertPreferences, () => fault('quiet', 'Quiet hours must end at another time'))
  await press(user, 'Save', quiet)
  await shows('Quiet hours must end at another time')
  await type(quiet.getByLabelText('Until'), '06:45')
  await user.click(quiet.getByLabelText('Urgent alerts may wake me'))
  await press(user, 'Save', quiet)
  await says('Your alerts are set')
  const saved = { quiet: { from: '23:15', to: '06:45' }, zone: 'Europe/Berlin', urgent_wakes: false }
  expect(server.stored).toEqual({ ...DEFAULTS, ...saved })

  await user.click(screen.getByText('Before an auction ends'))
  const ending = form('ending-soon')
  await type(ending.getByLabelText('Minutes before the end'), '14')
  const wrong = 'Enter from 1 to 1440 minutes'
  answers.once(api.changeAlertPreferences, () => fault('ending_soon_minutes', wrong))
  await press(user, 'Save', ending)
  await shows(wrong)
  await type(ending.getByLabelText('Minutes before the end'), '15')
  await press(user, 'Save', ending)
  await waitFor(() => expect(server.stored.ending_soon_minutes).toBe(15))

  // Another device has changed the end since this page was loaded.
  server.stored = { ...server.stored, quiet: { from: '23:15', to: '07:30' } }
  await type(quiet.getByLabelText('From'), '22:45')
  await press(user, 'Save', quiet)
  await waitFor(() => expect(server.stored.quiet).toEqual({ from: '22:45', to: '07:30' }))
  expect(quiet.getByLabelText('Until')).toHaveProperty('value', '07:30')
})

test('A phone that nothing was chosen for gets what is urgent', async ({ answers, open, signIn }) => {
  answerAlerts(answers, DEFAULTS, place('sms', '(503) 555-0142'))
  signIn()
  await open('/settings?tab=notifications')
  const phone = await screen.findByLabelText<HTMLSelectElement>('Text messages', { selector: 'select' })
  expect(phone.selectedOptions[0]?.text).toBe('Only urgent')
})
