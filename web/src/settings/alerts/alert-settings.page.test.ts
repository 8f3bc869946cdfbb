import { type AlertPreferences, api } from '@bidwell/contract'
import type { Refusal } from '../../../test/answers.ts'
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
const group = (name: string) => within(screen.getByRole('group', { name }))

test('A bidder chooses channels and quiet hours, a wrong entry is named at its field, and what is not saved outlasts the rest', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  let stored = DEFAULTS
  answers
    .to(api.readAlertPreferences, () => ({ data: stored }))
    .to(api.changeAlertPreferences, ({ body }) => ({ data: (stored = body) }))
    .to(api.listDestinations, () => ({ data: { destinations: [], text_messages: 'available' as const } }))
    .to(api.readCalendar, () => ({ data: { feed: null } }))
    .to(api.readPushKey, () => ({ data: { key: '' } }))
  signIn()
  await open('/settings?tab=notifications')
  const type = async (field: HTMLElement, text: string) => {
    await user.clear(field)
    await user.type(field, text)
  }
  await screen.findByRole('group', { name: 'Won' })
  expect(group('Won').getByLabelText('Email')).toHaveProperty('checked', true)
  await user.click(group('Won').getByLabelText('Email'))

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
  expect(stored).toEqual({ ...DEFAULTS, ...saved })

  const ending = form('ending-soon')
  await type(ending.getByLabelText('Minutes before the end'), '14')
  const wrong = 'Enter from 1 to 1440 minutes'
  answers.once(api.changeAlertPreferences, () => fault('ending_soon_minutes', wrong))
  await press(user, 'Save', ending)
  await shows(wrong)
  await type(ending.getByLabelText('Minutes before the end'), '15')
  await press(user, 'Save', ending)
  await waitFor(() => expect(stored.ending_soon_minutes).toBe(15))

  // What is not saved yet in one form outlasts the saving of the other.
  expect(group('Won').getByLabelText('Email')).toHaveProperty('checked', false)
  await press(user, 'Save', form('alert-channels'))
  await waitFor(() => expect(stored.choices['bid_won']).not.toContain('email'))
  expect(stored).toMatchObject({ ...saved, ending_soon_minutes: 15 })
  await press(user, 'Back to defaults', form('alert-channels'))
  expect(group('Won').getByLabelText('Email')).toHaveProperty('checked', true)
  await press(user, 'Save', form('alert-channels'))
  await waitFor(() => expect(stored.choices).toEqual({}))

  // Another device has changed the end since this page was loaded.
  stored = { ...stored, quiet: { from: '23:15', to: '07:30' } }
  await type(quiet.getByLabelText('From'), '22:45')
  await press(user, 'Save', quiet)
  await waitFor(() => expect(stored.quiet).toEqual({ from: '22:45', to: '07:30' }))
  expect(quiet.getByLabelText('Until')).toHaveProperty('value', '07:30')
})
