import { api, messages } from '@bidwell/contract'
import { cardSays, choose, openAuction, typeMax } from '../../../test/dashboard.ts'
import { card, cardOf, detail, expect, pass, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const UNDO = '{Control>}z{/Control}'
const LAMP = 'A brass lamp'
const CLOCK = 'A mantel clock'

test('Cancelling a bid while the server is slow shows that it is at work, and happens once', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: LAMP, bid: {} })
  signIn()
  await open('/dashboard')
  const cancelling = answers.hold(api.cancelBid)
  await choose(user, LAMP, 'Cancel bid')
  const more = within(await card(LAMP)).getByRole('button', { name: /More for/ })
  const cancel = within(await detail()).getByRole('button', { name: 'Cancel bid' })
  for (const button of [more, cancel]) await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  for (const button of [more, cancel]) await user.click(button)
  expect(screen.queryByRole('menu')).toBeNull()
  cancelling.release()
  await cardSays(LAMP, 'No bid')
  expect(cancelling.calls()).toBe(1)
})

test('Undo schedules a cancelled bid again, and one that is refused says so', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: LAMP, bid: { seconds_before_end: 7 } })
  tracking.track({ title: CLOCK, bid: {} })
  signIn()
  await open('/dashboard')
  const message = 'over your limit of $30.00 a day'
  answers.once(api.scheduleBid, () => ({ status: 409, code: 'over_limit', message }))
  const cancelAndUndo = async (title: string) => {
    await choose(user, title, 'Cancel bid')
    await cardSays(title, 'No bid')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
  }
  await cancelAndUndo(CLOCK)
  const told = (await screen.findByText(/over your limit of \$30\.00 a day/)).closest('[role=alert]')
  expect(told?.textContent).toContain('The bid is not scheduled again.')
  expect(screen.queryByText('Bid scheduled again')).toBeNull()
  await cardSays(CLOCK, 'No bid')

  await cancelAndUndo(LAMP)
  await screen.findByText('Bid scheduled again')
  await cardSays(LAMP, 'Bids with 7 s left')
})

test('A late list of auctions does not bring a removed auction back', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of [LAMP, CLOCK]) tracking.track({ title })
  signIn()
  await open('/dashboard')
  await card(LAMP)
  await pass(2_000)
  const lists = answers.hold(api.listAuctions, { outdated: true })
  await open('/dashboard')
  await waitFor(() => expect(lists.calls()).toBeGreaterThan(0))
  lists.holdNoMore()
  await choose(user, LAMP, 'Remove')
  await screen.findByText('Removed A brass lamp.')
  lists.release()
  await pass(100)
  expect(cardOf(LAMP)).toBeUndefined()
  expect(cardOf(CLOCK)).toBeDefined()
})

test('Ctrl+Z undoes a removal and a cancellation that the page shows before the server has answered them', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const { auction } = tracking.track({ title: LAMP, bid: {} })
  tracking.track({ title: CLOCK })
  signIn()
  await open('/dashboard')
  // The server does both at once, and tells it by its events.
  const cancelling = answers.hold(api.cancelBid, { outdated: true })
  await choose(user, LAMP, 'Cancel bid')
  await waitFor(() => expect(cancelling.calls()).toBe(1))
  await user.keyboard(UNDO)
  cancelling.release()
  await waitFor(() => expect(answers.calls(api.scheduleBid)).toHaveLength(1))
  await cardSays(LAMP, 'Bid scheduled')
  expect(screen.queryByText('Bid on A brass lamp cancelled.')).toBeNull()

  const removing = answers.hold(api.removeAuction, { outdated: true })
  within(await card(LAMP))
    .getByRole('link', { name: LAMP })
    .focus()
  await user.keyboard('#')
  await waitFor(() => expect(removing.calls()).toBe(1))
  answers.emit({ type: 'auction_removed', id: auction.id })
  await waitFor(() => expect(cardOf(LAMP)).toBeUndefined())
  await user.keyboard(UNDO)
  removing.release()
  await cardSays(LAMP, 'Bid scheduled')
  await waitFor(() => expect(document.activeElement).toHaveProperty('textContent', LAMP))
})

test('A removal that is undone brings the auction back to its place, open and in focus', async ({
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const [n, title] of ['A pan', 'A pot', 'A wok'].entries()) tracking.track({ title, endsIn: 5_000 + n })
  signIn()
  await open('/dashboard')
  await openAuction(user, 'A pot')
  const titles = () =>
    screen.queryAllByRole('heading', { level: 3, name: /^A (pan|pot|wok)$/ }).map((h) => h.textContent)
  await user.keyboard('#')
  await waitFor(() => expect(titles()).toEqual(['A pan', 'A wok']))
  await user.keyboard(UNDO)
  await waitFor(() => expect(titles()).toEqual(['A pan', 'A pot', 'A wok']))
  await waitFor(() => expect(document.activeElement).toHaveProperty('textContent', 'A pot'))
  await within(await detail()).findByRole('heading', { name: 'A pot' })
})

test('An empty search field leaves Ctrl+Z to the latest action, and one in which something was typed keeps it', async ({
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: 'A pan' })
  signIn()
  await open('/dashboard')
  await openAuction(user, 'A pan')
  await user.keyboard('#')
  await waitFor(() => expect(cardOf('A pan')).toBeUndefined())
  await user.click(screen.getByRole('searchbox'))
  await user.keyboard(UNDO)
  await card('A pan')

  await pass(1_000)
  await user.keyboard('#')
  await waitFor(() => expect(cardOf('A pan')).toBeUndefined())
  await user.type(screen.getByRole('searchbox'), 'pot')
  await user.clear(screen.getByRole('searchbox'))
  await user.keyboard(UNDO)
  await pass(1_000)
  expect(cardOf('A pan')).toBeUndefined()
})

test('An answer that comes after its user has signed out is told to nobody: neither an undo nor what became of a bid', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: LAMP })
  tracking.track({ title: CLOCK, bid: {} })
  signIn()
  await open('/dashboard')
  const removing = answers.hold(api.removeAuction, { outdated: true })
  await choose(user, LAMP, 'Remove')
  await waitFor(() => expect(removing.calls()).toBe(1))
  const changing = answers.once(api.changeBid, () => 'lost').hold(api.changeBid)
  await openAuction(user, CLOCK)
  const form = await detail()
  await typeMax(user, form, '35')
  await user.click(within(form).getByRole('button', { name: /^Bid up to/ }))
  await waitFor(() => expect(changing.calls()).toBe(1))

  await user.click(screen.getByRole('button', { name: /^Account of/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await screen.findByText(messages.account.loggedOut)
  removing.release()
  changing.release()
  await pass(1_000)
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).not.toMatch(/A brass lamp|A mantel clock/)
})
