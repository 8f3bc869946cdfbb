import { api, API_BASE, type Body, messages } from '@bidwell/contract'
import { expect, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const form = (name: string) => within(document.querySelector<HTMLFormElement>(`form[name=${name}]`)!)
const valueOf = (name: string, label: string) => form(name).getByLabelText<HTMLInputElement>(label).value

test('Saving a setting leaves those that another device has changed meanwhile, which are shown, and what is being typed', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const changeElsewhere = (body: Body<typeof api.changeProfile>) =>
    answers.fetch(API_BASE + api.changeProfile.path, { method: 'PATCH', body: JSON.stringify(body) })
  const { margin, taxRate } = messages.delivered
  signIn()
  await open('/settings?tab=bidding')
  await screen.findByLabelText('Daily limit')
  await user.type(form('limits').getByLabelText('Daily limit'), '50')
  await user.clear(form('delivered').getByLabelText(margin))
  await user.type(form('delivered').getByLabelText(margin), '5')
  await changeElsewhere({ week_limit: 120, tax_percent: 9, default_seconds_before_end: 8 })

  await user.click(form('limits').getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(valueOf('limits', 'Weekly limit')).toBe('120.00'))
  expect(valueOf('limits', 'Daily limit')).toBe('50.00')
  expect(valueOf('delivered', taxRate)).toBe('9')
  expect(valueOf('lead', 'Seconds before the close')).toBe('8')
  expect(valueOf('delivered', margin)).toBe('5')

  await changeElsewhere({ day_limit: 40, tax_percent: 8 })
  await user.click(form('delivered').getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(valueOf('limits', 'Daily limit')).toBe('40.00'))
  expect(valueOf('delivered', taxRate)).toBe('8')
  expect(answers.calls(api.changeProfile).map(({ body }) => Object.keys(body))).toEqual([
    ['default_seconds_before_end', 'week_limit', 'tax_percent'],
    ['day_limit'],
    ['day_limit', 'tax_percent'],
    ['quote_margin_percent'],
  ])
})
