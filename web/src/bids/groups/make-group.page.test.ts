import { api, messages } from '@bidwell/contract'
import type { UserEvent } from '@testing-library/user-event'
import { cardSays, choose, paste, select, selectionBar, typeMax } from '../../../test/dashboard.ts'
import { detail, expect, pass, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const [FIRST, SECOND] = ['Seiko 6139', 'Seiko 6138']
const OVER_LIMIT = { status: 409, code: 'over_limit', message: 'over your limit of $50.00 a day' }

async function openSheet(user: UserEvent, ...titles: string[]): Promise<HTMLElement> {
  await select(user, ...titles)
  await user.click(within(selectionBar()).getByRole('button', { name: 'Make a group' }))
  return screen.findByRole('dialog', { name: 'Make a group' })
}

const make = (user: UserEvent, sheet: HTMLElement) =>
  user.click(within(sheet).getByRole('button', { name: 'Make the group of 2' }))

test('Closing the sheet of a group while it is made stops before the next new bid, tells what was refused, and leaves a new selection', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of [FIRST, SECOND, 'A plain rug']) tracking.track({ title })
  signIn()
  await open('/dashboard')
  const sheet = await openSheet(user, FIRST, SECOND)
  for (const title of [FIRST, SECOND]) await typeMax(user, sheet, '28', `Your max for ${title}`)
  const scheduling = answers.once(api.scheduleBid, () => OVER_LIMIT).hold(api.scheduleBid)
  await make(user, sheet)
  await waitFor(() => expect(scheduling.calls()).toBe(1))
  await user.click(within(sheet).getByRole('button', { name: 'Cancel' }))
  await user.click(within(selectionBar()).getByRole('button', { name: 'Clear' }))
  await select(user, 'A plain rug')
  scheduling.release()
  const told = (await screen.findByText(new RegExp(messages.bid.stopped(1)))).closest('[role=status]')
  expect(told?.textContent).toContain(messages.bidGroup.refusedTitle(0, false))
  expect(told?.textContent).toMatch(/Seiko 6139: .*over your limit of \$50\.00 a day/)
  expect(scheduling.calls()).toBe(1)
  expect(selectionBar().textContent).toContain('1 selected')
})

test('A bid that is refused stays out of the group and is no single bid, and without any bid there is no group', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of [FIRST, SECOND, 'Omega']) tracking.track({ title })
  answers.to(api.scheduleBid, (call, usual) => (call.body.maxBid === 180 ? OVER_LIMIT : usual(call)))
  signIn()
  await open('/dashboard')
  const sheet = await openSheet(user, FIRST, SECOND)
  await typeMax(user, sheet, '30', `Your max for ${FIRST}`)
  // More than three times the price is confirmed, as in the form of a bid.
  await typeMax(user, sheet, '180', `Your max for ${SECOND}`)
  await make(user, sheet)
  await within(sheet).findByText(messages.bid.farAboveOf([SECOND]))
  await pass(500)
  await user.click(within(sheet).getByRole('button', { name: 'Yes, up to $180.00' }))
  const refused = await screen.findByRole('dialog', { name: '1 bid joined the group. Not in it:' })
  expect(within(refused).getByRole('listitem').textContent).toContain(OVER_LIMIT.message)
  await user.click(within(refused).getAllByRole('button', { name: 'Close' })[0]!)
  await cardSays(FIRST, 'Seiko· waiting')
  await cardSays(SECOND, 'No bid')

  await open('/dashboard')
  const again = await openSheet(user, SECOND, 'Omega')
  expect(await within(again).findByLabelText('Add them to')).toHaveProperty('value', '')
  for (const title of [SECOND, 'Omega']) {
    await typeMax(user, again, '180', `Your max for ${title}`)
  }
  await make(user, again)
  await pass(500)
  await user.click(within(again).getByRole('button', { name: 'Yes, up to $180.00' }))
  const none = await screen.findByRole('dialog', { name: messages.bidGroup.refusedTitle(0, false) })
  expect(within(none).getAllByRole('listitem')).toHaveLength(2)
  expect(answers.calls(api.deleteBidGroup)).toMatchObject([{ query: { members: 'keep' } }])
})

test('A selected auction is added to a group that stands', async ({ open, signIn, tracking, user }) => {
  tracking.track({ title: FIRST, bid: {} })
  tracking.track({ title: SECOND, bid: {} })
  tracking.track({ title: 'Omega' })
  signIn()
  await open('/dashboard')
  await make(user, await openSheet(user, FIRST, SECOND))
  await cardSays(FIRST, 'Seiko· waiting')
  const sheet = await openSheet(user, 'Omega')
  const make1 = within(sheet).getByRole('button', { name: 'Make the group of 1' })
  expect(make1.getAttribute('title')).toBe('A group needs two auctions')
  await user.selectOptions(await within(sheet).findByLabelText('Add them to'), 'Seiko')
  await typeMax(user, sheet, '28', 'Your max for Omega')
  await user.click(within(sheet).getByRole('button', { name: 'Add 1 bid' }))
  await cardSays('Omega', 'Seiko· waiting')
})

test('A group whose making is not answered is made again with the key of the first call', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of [FIRST, SECOND]) tracking.track({ title, bid: {} })
  signIn()
  await open('/dashboard')
  const sheet = await openSheet(user, FIRST, SECOND)
  answers.once(api.createBidGroup, () => 'lost')
  await make(user, sheet)
  await within(sheet).findByText(messages.generic.networkError)
  await make(user, sheet)
  for (const title of [FIRST, SECOND]) await cardSays(title, 'Seiko· waiting')
  const keys = answers.calls(api.createBidGroup).map(({ idempotencyKey }) => idempotencyKey)
  expect(keys).toEqual([expect.any(String), keys[0]])
})

test('A bid whose answer is lost stays in its new group, also where no other bid joins', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const spoons = ['Silver spoon', 'Pewter spoon']
  const listed = spoons.map((title) => tracking.list({ title }))
  for (const title of [FIRST, SECOND]) tracking.track({ title })
  answers.to(api.scheduleBid, () => 'lost')
  signIn()
  await open('/dashboard')
  const table = await paste(user, listed.map(({ item_url }) => item_url).join(' '))
  for (const title of spoons) await typeMax(user, table, '28', `Max for ${title}`)
  await user.click(within(table).getByRole('checkbox', { name: messages.bidGroup.onlyOne }))
  await user.click(within(table).getByRole('button', { name: 'Track 2, schedule 2' }))
  await within(table).findByText(/2 tracked, 2 not done\./)
  await user.keyboard('{Escape}')

  const sheet = await openSheet(user, FIRST, SECOND)
  for (const title of [FIRST, SECOND]) await typeMax(user, sheet, '28', `Your max for ${title}`)
  await make(user, sheet)
  await screen.findByRole('dialog', { name: messages.bidGroup.refusedTitle(0, true) })
  expect(answers.calls(api.createBidGroup)).toHaveLength(2)
  expect(answers.calls(api.deleteBidGroup)).toEqual([])
})

test('A bid of a group that is changed, or cancelled and brought back, is still in the group', async ({
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of [FIRST, SECOND]) tracking.track({ title, bid: {} })
  signIn()
  await open('/dashboard')
  await make(user, await openSheet(user, FIRST, SECOND))
  await cardSays(FIRST, 'Seiko· waiting')
  await choose(user, FIRST, 'Edit bid')
  const form = await detail()
  await typeMax(user, form, '28')
  await user.click(within(form).getByRole('button', { name: /^Bid up to/ }))
  await cardSays(FIRST, '$28.00')
  await cardSays(FIRST, 'Seiko· waiting')

  await choose(user, SECOND, 'Cancel bid')
  await cardSays(SECOND, 'No bid')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await cardSays(SECOND, 'Seiko· waiting')
})
