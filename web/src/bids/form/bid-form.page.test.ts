import { api } from '@bidwell/contract'
import { card, detail, expect, test, within } from '../../../test/page-test.tsx'

test('A bid that the server refuses keeps its form, with the reason, and can be sent again', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: 'A brass lamp' })
  const message = 'over your limit of $20.00 a day'
  answers.once(api.scheduleBid, () => ({ status: 409, code: 'over_limit', message }))
  signIn()
  await open('/dashboard')
  await user.click(within(await card('A brass lamp')).getByRole('button', { name: /Schedule bid/ }))
  const form = within(await detail())
  await user.type(form.getByLabelText('Your max'), '28')
  await user.click(form.getByRole('button', { name: 'Schedule bid' }))
  expect(await form.findByText(new RegExp(message.replace('$', '\\$')))).toBeDefined()
  expect(form.getByLabelText('Your max')).toHaveProperty('value', '28')
  await user.click(form.getByRole('button', { name: 'Schedule bid' }))
  expect(await within(await card('A brass lamp')).findByText('$28.00')).toBeDefined()
  expect(answers.calls(api.scheduleBid)).toHaveLength(2)
})
