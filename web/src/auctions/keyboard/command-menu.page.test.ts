import { api } from '@bidwell/contract'
import { expect, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const NONE = { own: null, operator: null }

test('The command menu keeps the focus when the dashboard finishes loading behind it', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  signIn()
  const lists = answers.hold(api.listAuctions)
  await open('/dashboard')
  await user.keyboard('{Control>}k{/Control}')
  const menu = await screen.findByRole('dialog', { name: 'Commands' })
  const field = within(menu).getByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(field))
  lists.release()
  await screen.findByText('Nothing tracked yet.')
  await user.keyboard('pause')
  expect(field).toHaveProperty('value', 'pause')
})

test('Bidding is paused from the command menu and resumed from the settings', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const own = { since: new Date().toISOString() }
  answers.to(api.setPause, ({ body: { paused } }) => ({
    data: { pause: { ...NONE, own: paused ? own : null }, not_stopped: [] },
  }))
  signIn()
  await open('/dashboard')
  await user.keyboard('{Control>}k{/Control}')
  const menu = await screen.findByRole('dialog', { name: 'Commands' })
  await user.type(within(menu).getByRole('combobox'), 'pause')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{Enter}')
  const problems = await screen.findByRole('region', { name: 'Problems' })
  await within(problems).findByText('You paused all bidding.')
  answers.to(api.readPause, () => ({ data: { pause: { ...NONE, own } } }))
  await open('/settings?tab=bidding')
  await user.click((await within(screen.getByRole('main')).findAllByRole('button', { name: 'Resume bidding' })).at(-1)!)
  await screen.findByRole('button', { name: 'Pause all bidding' })
  expect(screen.queryByRole('region', { name: 'Problems' })).toBeNull()
})
