import { expect, gone, pass, press, says, screen, test, waitFor, within } from '../../test/page-test.tsx'

test('A simulated close says who wins and why, plays its last seconds, and names the timing that would have won', async ({
  open,
  user,
}) => {
  await open('/test-bid-scheduler')
  await screen.findByRole('heading', { level: 1, name: 'Try a close' })
  await open('/bid-scheduler-test')
  const result = () => within(screen.getByRole('region', { name: 'Result' }))
  const notes = (text: string) => waitFor(() => expect(result().getByRole('note').textContent).toContain(text))
  await screen.findByRole('region', { name: 'Result' })
  await notes('Won for $33.00')
  await says('The other sniper answered your bid, but not above your max.')
  await press(user, '6 s slower')
  await notes('A lead over 6 s would have been in time.')
  await press(user, 'Try 7 seconds')
  expect(screen.getByLabelText('Seconds before the end')).toHaveProperty('value', '7')
  await notes('Won for')

  await press(user, 'Play ten times as fast')
  expect(result().getByRole('timer')).toBeDefined()
  expect(result().queryByText(/You bid up to/)).toBeNull()
  await pass(10_000)
  await notes('Won for')
  await says('You bid up to $40.00.')

  const max = screen.getByLabelText('Your max')
  await user.clear(max)
  await user.type(max, '-4')
  await says('Enter an amount in dollars, such as 24.50')
  await gone(() => screen.queryByRole('region', { name: 'Result' }))
  await user.clear(max)
  await user.type(max, '24.00')
  await screen.findByRole('region', { name: 'Result' })
  await notes('Not sent: sold for $27.00')
})
