import { expect, screen, test, waitFor } from '../../test/page-test.tsx'

test('A menu opened by key focuses its first entry, follows the arrow keys, and returns the focus to its button', async ({
  open,
  signIn,
  user,
}) => {
  signIn()
  await open('/dashboard')
  const account = await screen.findByRole('button', { name: /^Account of/ })
  const expectFocus = (name: string) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name })))
  for (const [key, leave] of [
    ['{Enter}', '{Escape}'],
    [' ', '{Tab}'],
    ['{ArrowDown}', '{Escape}'],
  ] as const) {
    account.focus()
    await user.keyboard(key)
    await expectFocus('Settings')
    await user.keyboard('{ArrowUp}')
    await expectFocus('Sign out')
    await user.keyboard(leave)
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Sign out' })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(account))
  }
})

test('The keys that open the command menu close it again, and do nothing while another dialog is open', async ({
  open,
  signIn,
  tracking,
  user,
}) => {
  const { auction_id } = tracking.list({ title: 'A jug' })
  const commands = () => screen.queryByRole('dialog', { name: 'Commands' })
  signIn()
  await open('/dashboard')
  await screen.findByText('Nothing tracked yet.')
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Commands' })
  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(commands()).toBeNull())

  await open(`/dashboard?add=${auction_id}`)
  await screen.findByRole('dialog', { name: /Add/ })
  const pressed = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(pressed)
  // Unless the page handles the keys, the browser moves the focus to its own search.
  expect(pressed.defaultPrevented).toBe(true)
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})
