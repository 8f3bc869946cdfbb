import { api, messages } from '@bidwell/contract'
import { cardSays, openAuction, typeMax } from '../../../test/dashboard.ts'
import { card, detail, expect, gone, pass, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const BUSY = { status: 503, code: 'unavailable', message: 'Bidwell is busy.' }
const OVER_LIMIT = { status: 409, code: 'over_limit', message: 'over your limit of $20.00 a day' }

test('A bid that the server refuses keeps its form, with the reason, and can be sent again', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: 'A brass lamp' })
  answers.once(api.scheduleBid, () => OVER_LIMIT)
  signIn()
  await open('/dashboard')
  await user.click(within(await card('A brass lamp')).getByRole('button', { name: /Schedule bid/ }))
  const form = within(await detail())
  await user.type(form.getByLabelText('Your max'), '28')
  await user.click(form.getByRole('button', { name: /^Bid up to/ }))
  expect(await form.findByText(/over your limit of \$20\.00 a day/)).toBeDefined()
  expect(form.getByLabelText('Your max')).toHaveProperty('value', '28')
  await user.click(form.getByRole('button', { name: /^Bid up to/ }))
  await cardSays('A brass lamp', '$28.00')
  expect(answers.calls(api.scheduleBid)).toHaveLength(2)
})

test('A bid that a busy server has not scheduled is sent again with the same key from the sentence that says so', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: 'A brass lamp' })
  answers.once(api.scheduleBid, () => BUSY)
  signIn()
  await open('/dashboard')
  const form = await detail()
  await typeMax(user, form, '28')
  await typeMax(user, form, '7', 'Seconds before the end')
  await user.click(within(form).getByRole('button', { name: /^Bid up to/ }))
  const refused = await within(form).findByRole('alert')
  expect(refused.textContent).toContain('Not scheduled yet: Bidwell is busy.')
  expect(within(form).getByLabelText('Your max')).toHaveProperty('value', '28')
  await user.click(within(refused).getByRole('button', { name: 'Try again' }))
  await cardSays('A brass lamp', 'Bid scheduled')
  const [first, again] = answers.calls(api.scheduleBid)
  expect(again).toEqual(first)
  expect(first?.body).toMatchObject({ maxBid: 28, secondsBeforeEnd: 7 })
})

test('What became of a bid is told where its form has gone: a refusal, and that there was no answer', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: 'A brass lamp' })
  tracking.track({ title: 'A mantel clock', bid: { max_bid: 30 } })
  tracking.track({ title: 'A plain rug' })
  signIn()
  await open('/dashboard')
  const form = await detail()
  await openAuction(user, 'A brass lamp')
  await typeMax(user, form, '25')
  const scheduling = answers.once(api.scheduleBid, () => OVER_LIMIT).hold(api.scheduleBid)
  await user.click(within(form).getByRole('button', { name: /^Bid up to/ }))
  await openAuction(user, 'A plain rug')
  await typeMax(user, form, '26')
  scheduling.release()
  const refused = await screen.findByText(new RegExp(messages.bid.notScheduled('A brass lamp')))
  expect(refused.closest('[role=alert]')?.textContent).toContain(OVER_LIMIT.message)
  await cardSays('A brass lamp', 'No bid')
  expect(within(form).getByLabelText('Your max')).toHaveProperty('value', '26')
  expect(within(form).queryByRole('alert')).toBeNull()

  await openAuction(user, 'A mantel clock')
  await typeMax(user, form, '35')
  const changing = answers.loseNext(api.changeBid).hold(api.changeBid)
  await user.click(within(form).getByRole('button', { name: /^Bid up to/ }))
  await openAuction(user, 'A plain rug')
  changing.release()
  const unknown = await screen.findByText(new RegExp(messages.bid.maybeChanged('A mantel clock')))
  expect(unknown.closest('[role=alert]')?.textContent).toContain(messages.generic.networkError)
})

test('What is said of a bid whose form has gone goes when its auction closes, and when another page is opened', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: 'A brass lamp', endsIn: 80 })
  tracking.track({ title: 'A plain rug' })
  signIn()
  await open('/dashboard')
  const refuse = async () => {
    await openAuction(user, 'A brass lamp')
    const form = await detail()
    await typeMax(user, form, '25')
    const scheduling = answers.once(api.scheduleBid, () => OVER_LIMIT).hold(api.scheduleBid)
    await user.click(within(form).getByRole('button', { name: /^Bid up to/ }))
    await openAuction(user, 'A plain rug')
    scheduling.release()
    await screen.findByText(new RegExp(messages.bid.notScheduled('A brass lamp')))
  }
  const said = () => screen.queryByText(new RegExp(messages.bid.notScheduled('A brass lamp')))
  await refuse()
  const pages = within(within(screen.getByRole('banner')).getByRole('navigation', { name: 'Main' }))
  await user.click(pages.getByRole('link', { name: 'Settings' }))
  await gone(said)
  await user.click(pages.getByRole('link', { name: 'Auctions' }))
  await card('A plain rug')
  await refuse()
  await pass(80_000)
  await gone(said)
})

test('Pressing Schedule again while the server is slow sends one bid', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: 'A slow clock' })
  signIn()
  await open('/dashboard')
  const form = await detail()
  await typeMax(user, form, '25')
  const scheduling = answers.hold(api.scheduleBid)
  const schedule = within(form).getByRole('button', { name: /^Bid up to/ })
  await user.click(schedule)
  await waitFor(() => expect(schedule.getAttribute('aria-busy')).toBe('true'))
  await user.click(schedule)
  await cardSays('A slow clock', 'No bid')
  scheduling.release()
  await cardSays('A slow clock', 'Bid scheduled')
  expect(scheduling.calls()).toBe(1)
})

test('A late list of bids does not replace a newer bid', async ({ answers, open, signIn, tracking, user }) => {
  tracking.track({ title: 'A late clock' })
  signIn()
  await open('/dashboard')
  await card('A late clock')
  await pass(2_000)
  const lists = answers.hold(api.listBids, { outdated: true })
  await open('/dashboard')
  await waitFor(() => expect(lists.calls()).toBeGreaterThan(0))
  lists.holdNoMore()
  const form = await detail()
  await typeMax(user, form, '25')
  await user.click(within(form).getByRole('button', { name: /^Bid up to/ }))
  await cardSays('A late clock', 'Bid scheduled')
  lists.release()
  await pass(100)
  await cardSays('A late clock', 'Bid scheduled')
})

test('A form that is still open when it is too late says that its deadline has passed, and sends nothing', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: 'A radio that closes soon', endsIn: 80 })
  signIn()
  await open('/dashboard')
  const form = await detail()
  await typeMax(user, form, '28')
  await typeMax(user, form, '60', 'Seconds before the end')
  const schedule = within(form).getByRole('button', { name: /^Bid up to/ })
  expect(schedule.getAttribute('aria-disabled')).toBeNull()
  await pass(30_000)
  expect(form.textContent).toContain(messages.bidRefusal.endsTooSoon)
  expect(schedule.getAttribute('aria-disabled')).toBe('true')
  await user.click(schedule)
  await typeMax(user, form, '2', 'Seconds before the end')
  expect(form.textContent).not.toContain(messages.bidRefusal.endsTooSoon)
  expect(schedule.getAttribute('aria-disabled')).toBeNull()
  expect(answers.calls(api.scheduleBid)).toEqual([])
})

test('A form that opens with what the browser has kept offers what the last minute does once the server has answered, unless a maximum was typed', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const { auction } = tracking.track({ title: 'A brass lamp', bid: { max_bid: 30 } })
  const cheap = tracking.track({ title: 'A mantel clock', bid: { max_bid: 30 } })
  signIn()
  await open('/dashboard')
  await cardSays('A mantel clock', '$30.00')
  await pass(2_000)
  tracking.change(auction.id, { auction: { current_bid: 40, minimum_bid: 41 } })
  /** Opens a form before the server has answered what is new. */
  const openKept = async (id: number) => {
    const lists = answers.hold(api.listAuctions)
    await open(`/dashboard?item=${id}&edit=`)
    const max = within(await detail()).getByLabelText<HTMLInputElement>('Your max')
    expect(max.value).toBe('30.00')
    return { lists, max }
  }
  const first = await openKept(auction.id)
  first.lists.release()
  await waitFor(() => expect(first.max.value).toBe('44.00'))
  expect([first.max.selectionStart, first.max.selectionEnd]).toEqual([0, '44.00'.length])

  const second = await openKept(cheap.auction.id)
  second.lists.release()
  await pass(500)
  expect(second.max.value).toBe('30.00')

  tracking.change(cheap.auction.id, { auction: { current_bid: 60, minimum_bid: 61 } })
  const third = await openKept(cheap.auction.id)
  await user.clear(third.max)
  await user.type(third.max, '50')
  third.lists.release()
  await pass(500)
  expect(third.max.value).toBe('50')
})
