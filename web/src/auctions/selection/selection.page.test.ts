import { api, messages } from '@bidwell/contract'
import type { UserEvent } from '@testing-library/user-event'
import { cardSays, openAuction, select, selectionBar, typeMax } from '../../../test/dashboard.ts'
import { card, cardOf, detail, expect, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const TOOLS = ['A fork', 'A knife', 'A spoon']
const OVER_LIMIT = { status: 409, code: 'over_limit', message: 'over your limit of $1.00 a day' }

const removeAll = async (user: UserEvent, ...titles: string[]) => {
  await select(user, ...titles)
  await user.click(within(selectionBar()).getByRole('button', { name: 'Remove' }))
}

/** Selects auctions, and opens the dialog that changes their bids. */
async function openChange(user: UserEvent, ...titles: string[]): Promise<HTMLElement> {
  await select(user, ...titles)
  await user.click(within(selectionBar()).getByRole('button', { name: 'Change bids' }))
  return screen.findByRole('dialog', { name: `Change ${titles.length} bids` })
}

test('Closing the dialog that changes several bids stops before the next one, tells what was refused, and leaves a new selection', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of TOOLS) tracking.track({ title, bid: { max_bid: 30 } })
  tracking.track({ title: 'A plain rug' })
  signIn()
  await open('/dashboard')
  const dialog = await openChange(user, ...TOOLS)
  await typeMax(user, dialog, '35', 'Max for each')
  const changing = answers.once(api.changeBid, () => OVER_LIMIT).hold(api.changeBid)
  await user.click(within(dialog).getByRole('button', { name: 'Change bids' }))
  await waitFor(() => expect(changing.calls()).toBe(1))
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await user.click(within(selectionBar()).getByRole('button', { name: 'Clear' }))
  await select(user, 'A plain rug')
  changing.release()
  const told = (await screen.findByText(new RegExp(messages.bid.stopped(2)))).closest('[role=status]')
  expect(told?.textContent).toContain('0 changed, 1 not.')
  expect(told?.textContent).toContain(`A fork: ${OVER_LIMIT.message}`)
  expect(changing.calls()).toBe(1)
  expect(selectionBar().textContent).toContain('1 selected')
})

test('A max for several bids that one auction does not allow is refused in the dialog, which stays open', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const bid = { max_bid: 40 }
  tracking.track({ title: 'A lamp', bid })
  tracking.track({ title: 'A chair', auction: { bid_count: 0, current_bid: 30, minimum_bid: 30 }, bid })
  signIn()
  await open('/dashboard')
  const dialog = await openChange(user, 'A lamp', 'A chair')
  await typeMax(user, dialog, '28', 'Max for each')
  const table = await within(dialog).findByRole('table', { name: 'Not possible for 1 of 2:' })
  expect(within(table).getByRole('rowheader').textContent).toBe('A chair')
  expect(table.textContent).toContain('Your bid is too low. The first bid must be at least the starting price.')
  await user.keyboard('{Enter}')
  expect(answers.calls(api.changeBid)).toEqual([])
  await typeMax(user, dialog, '30', 'Max for each')
  await user.click(within(dialog).getByRole('button', { name: 'Change bids' }))
  await screen.findByText('2 changed.')
  expect(dialog.isConnected).toBe(false)
  for (const title of ['A lamp', 'A chair']) await cardSays(title, '$30.00')
})

test('Auctions that may not be removed at once are removed in their turns, come back the same way, and others stay', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of TOOLS) tracking.track({ title })
  const tooMany = { status: 429, code: 'rate_limited', message: 'Too many requests', retryAfter: 2 }
  answers.once(api.removeAuction, () => tooMany).once(api.restoreAuction, () => tooMany)
  signIn()
  await open('/dashboard')
  await removeAll(user, 'A fork', 'A knife')
  await screen.findByText('Removed 2 auctions.')
  expect(TOOLS.map((title) => cardOf(title) !== undefined)).toEqual([false, false, true])
  await user.keyboard('{Control>}z{/Control}')
  for (const title of TOOLS) await card(title)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Undoing the removal of several auctions leaves the focus where the user types meanwhile', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of TOOLS) tracking.track({ title })
  signIn()
  await open('/dashboard')
  await removeAll(user, 'A fork', 'A knife')
  await screen.findByText('Removed 2 auctions.')
  await openAuction(user, 'A spoon')
  const restoring = answers.hold(api.restoreAuction)
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(restoring.calls()).toBe(1))
  const note = within(await detail()).getByLabelText('Your note')
  await user.type(note, 'Ask about ')
  restoring.release()
  for (const title of TOOLS) await card(title)
  await user.keyboard('the key')
  expect(note).toHaveProperty('value', 'Ask about the key')
})

test('Ctrl+Z while several auctions are being removed removes no further one, and brings back those that were removed', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of TOOLS) tracking.track({ title, bid: {} })
  signIn()
  await open('/dashboard')
  const removing = answers.hold(api.removeAuction)
  await removeAll(user, ...TOOLS)
  await waitFor(() => expect(removing.calls()).toBe(1))
  await user.keyboard('{Control>}z{/Control}')
  removing.release()
  await waitFor(() => expect(answers.calls(api.scheduleBid)).toHaveLength(1))
  expect(removing.calls()).toBe(1)
  for (const title of TOOLS) await cardSays(title, 'Bid scheduled')
})

test('Undo brings several removed auctions back one after another, each with its bid', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of TOOLS) tracking.track({ title, bid: {} })
  signIn()
  await open('/dashboard')
  await removeAll(user, 'A fork', 'A knife')
  const scheduling = answers.hold(api.scheduleBid)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(scheduling.calls()).toBe(1))
  expect(answers.calls(api.restoreAuction)).toHaveLength(1)
  scheduling.release()
  for (const title of TOOLS) await cardSays(title, 'Bid scheduled')
})

test('Shift and X select from the auction that was selected last to the one in focus, downwards and upwards, and no other', async ({
  open,
  signIn,
  tracking,
  user,
}) => {
  const titles = ['A', 'B', 'C', 'D', 'E', 'F'].map(
    (letter) => `Spoon ${letter}${'AF'.includes(letter) ? ', dented' : ''}`,
  )
  for (const [n, title] of titles.entries()) tracking.track({ title, endsIn: 5_000 + n })
  signIn()
  await open('/dashboard')
  const focus = async (title: string) =>
    within(await card(title))
      .getByRole('link', { name: title })
      .focus()
  const selected = () =>
    titles
      .filter((title) => within(cardOf(title)!).getByRole<HTMLInputElement>('checkbox').checked)
      .map((title) => title[6])
      .join('')
  await focus('Spoon B')
  await user.keyboard('xjj{Shift>}X{/Shift}')
  await waitFor(() => expect(selected()).toBe('BCD'))
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await focus('Spoon E')
  await user.keyboard('xkk{Shift>}X{/Shift}')
  await waitFor(() => expect(selected()).toBe('CDE'))

  // An auction that the list does not show is no end of a range.
  await user.type(screen.getByRole('searchbox'), 'dented')
  await waitFor(() => expect(cardOf('Spoon E')).toBeUndefined())
  await focus('Spoon A, dented')
  await user.keyboard('{Shift>}X{/Shift}')
  await user.clear(screen.getByRole('searchbox'))
  await card('Spoon E')
  expect(selected()).toBe('ACDE')
})
