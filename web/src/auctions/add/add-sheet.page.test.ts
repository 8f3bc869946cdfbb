import { api, messages } from '@bidwell/contract'
import { AUCTIONS } from '../../../../e2e/spec-sentences.ts'
import { cardSays, paste, typeMax } from '../../../test/dashboard.ts'
import { detail, expect, pass, screen, test, waitFor, within } from '../../../test/page-test.tsx'

test('An auction that is tracked late leaves the sheet of another one open, and one that is not tracked is told', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const [lamp, clock, rug] = ['A brass lamp', 'A mantel clock', 'A plain rug'].map((title) => tracking.list({ title }))
  signIn()
  await open('/dashboard')
  const leave = async (sheet: HTMLElement) => {
    await typeMax(user, sheet, '28')
    await user.click(within(sheet).getByRole('button', { name: /^Bid up to/ }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(sheet.isConnected).toBe(false))
  }
  const tracked = answers.hold(api.trackAuction)
  await leave(await paste(user, lamp!.item_url))
  const sheet = await paste(user, rug!.item_url)
  await typeMax(user, sheet, '30')
  tracked.release()
  await waitFor(() => expect(answers.calls(api.scheduleBid)).toHaveLength(1))
  expect(within(sheet).getByLabelText('Your max')).toHaveProperty('value', '30')
  await user.keyboard('{Escape}')
  await cardSays('A brass lamp', 'Bid scheduled')

  const lost = answers.once(api.trackAuction, () => 'lost').hold(api.trackAuction)
  await leave(await paste(user, clock!.item_url))
  lost.release()
  const { maybeTracked } = messages.auction
  const told = await screen.findByText(new RegExp(maybeTracked('A mantel clock')))
  expect(told.closest('[role=alert]')?.textContent).toContain(messages.bid.notScheduled('A mantel clock'))
  expect(screen.queryByRole('heading', { name: 'A plain rug' })).toBeNull()
})

test('A bid that a busy server has not scheduled with its auction is sent again, with its seconds, from the toast that says so', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const lamp = tracking.list({ title: 'A brass lamp' })
  answers.once(api.scheduleBid, () => ({ status: 503, code: 'unavailable', message: 'Bidwell is busy.' }))
  signIn()
  await open('/dashboard')
  const sheet = await paste(user, lamp.item_url)
  await typeMax(user, sheet, '28')
  await typeMax(user, sheet, '7', 'Seconds before the end')
  await user.click(within(sheet).getByRole('button', { name: /^Bid up to/ }))
  const told = (await screen.findByText('Not scheduled yet: Bidwell is busy.')).closest<HTMLElement>('[role=alert]')
  const form = within(await detail())
  expect(await form.findByLabelText<HTMLInputElement>('Your max').then(({ value }) => value)).toBe('28.00')
  expect(form.getByLabelText('Seconds before the end')).toHaveProperty('value', '7')
  await user.click(within(told!).getByRole('button', { name: 'Try again' }))
  await cardSays('A brass lamp', 'Bid scheduled')
  const [first, again] = answers.calls(api.scheduleBid)
  expect(again).toEqual(first)
  expect(first?.body).toMatchObject({ maxBid: 28, secondsBeforeEnd: 7 })
})

test('Pressing Track again while the server is slow tracks once, and schedules nothing', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const clock = tracking.list({ title: 'A slow clock' })
  signIn()
  await open('/dashboard')
  const tracked = answers.hold(api.trackAuction)
  const sheet = await paste(user, clock.item_url)
  await typeMax(user, sheet, '28')
  const track = within(sheet).getByRole('button', { name: 'Track' })
  await user.click(track)
  await waitFor(() => expect(track.getAttribute('aria-busy')).toBe('true'))
  await user.click(track)
  await user.click(within(sheet).getByRole('button', { name: /^Bid up to/ }))
  tracked.release()
  await cardSays('A slow clock', 'No bid')
  expect(answers.calls(api.trackAuction)).toHaveLength(1)
  expect(answers.calls(api.scheduleBid)).toEqual([])
})

test('A maximum that breaks a rule shows the rule, and one far above the price is confirmed by one more press', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const bowl = tracking.list({ title: 'A bowl with rules' })
  signIn()
  await open('/dashboard')
  const sheet = await paste(user, bowl.item_url)
  const schedule = within(sheet).getByRole('button', { name: 'Schedule bid' })
  for (const [typed, rule] of [
    ['5', /at least/],
    ['30.005', /cents/],
    ['0', /greater than/],
  ] as const) {
    await typeMax(user, sheet, typed)
    await user.tab()
    await waitFor(() => expect(sheet.textContent).toMatch(rule))
    await user.click(schedule)
  }
  await typeMax(user, sheet, '200')
  await user.click(schedule)
  expect(within(sheet).getByRole('button', { name: 'Yes, up to $200.00' })).toBe(schedule)
  expect(within(sheet).getByText(messages.bid.farAbove)).toBeDefined()
  await typeMax(user, sheet, '300')
  await user.click(schedule)
  expect(answers.calls(api.trackAuction)).toEqual([])
  const yes = within(sheet).getByRole('button', { name: 'Yes, up to $300.00' })
  // The second click of a double click confirms nothing.
  await user.click(yes)
  expect(answers.calls(api.trackAuction)).toEqual([])
  await pass(500)
  await user.click(yes)
  await cardSays('A bowl with rules', 'Bid scheduled')
})

test('A text that names no item, and an item that does not exist, are each refused with a reason', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  signIn()
  // What a phone shares without a link opens the dashboard alone.
  await open('/add?url=&text=&title=')
  const field = await screen.findByRole('searchbox')
  await waitFor(() => expect(location.pathname + location.search).toBe('/dashboard'))
  // The sentence has the name of the site that is connected.
  const refused = AUCTIONS.badReference.replace('ShopGoodwill', 'Auction House')
  for (const [wrong, what] of [
    ['javascript:alert(1)', `${refused}.`],
    ['a nice bowl', `${refused}.`],
    ['12345', `${refused}. An item number has at least 6 digits.`],
  ] as const) {
    await user.clear(field)
    await user.type(field, `${wrong}{Enter}`)
    await waitFor(() => expect(document.getElementById('paste-fault')?.textContent.trim()).toBe(what))
  }
  expect(answers.calls(api.scrapeAuction)).toEqual([])
  const ebay = 'https://www.ebay.com/itm/279250057'
  answers.to(api.scrapeAuction, (call, usual) =>
    /^\d+$/.test(call.body.url) ? usual(call) : { status: 422, code: 'invalid_input', message: refused },
  )
  for (const [reference, ...reasons] of [
    [ebay, refused, 'This is an eBay link. Bidwell bids at Auction House only.', ebay],
    ['999999999', messages.auction.notFound],
  ] as const) {
    const sheet = await paste(user, reference)
    for (const reason of reasons) await waitFor(() => expect(sheet.textContent).toContain(reason))
    expect(within(sheet).queryByRole('button', { name: 'Track' })).toBeNull()
    await user.keyboard('{Escape}')
  }
  const hostile = `javascript:document.title='taken'//<img src=x onerror=alert(1)>279250057`
  await open(`/add?${new URLSearchParams({ url: hostile })}`)
  const shared = await screen.findByRole('dialog', { name: /Add/ })
  expect(shared.textContent).toContain(refused)
  expect(shared.textContent).toContain(hostile)
  expect(document.title).not.toBe('taken')
  expect(location.pathname).toBe('/dashboard')
})

test('Several pasted links become one list, in which each auction is tracked and bid on by itself', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const [first, second] = ['First of several', 'Second of several'].map((title) => tracking.list({ title }))
  tracking.list({ title: 'Bystander of several' })
  signIn()
  await open('/dashboard')
  const dialog = await paste(
    user,
    `Lamp: ${first!.item_url}\n${second!.auction_id} ${first!.auction_id} 999999999\na vase without a link`,
  )
  const table = within(dialog)
  await table.findByText(/The same auction as above/)
  await table.findByText(/Not found/)
  await waitFor(() => expect(document.activeElement).toBe(table.getByLabelText('Max for First of several')))
  expect(table.getByText('Left out: “a vase without a link”')).toBeDefined()
  // Beside each field, and nowhere else.
  expect(table.getAllByText('Max')).toHaveLength(2)
  await typeMax(user, dialog, '5', 'Max for First of several')
  const add = table.getByRole('button', { name: 'Track 2, schedule 1' })
  await user.click(add)
  expect(table.getByRole('status').textContent).toMatch(/^First of several: .*at least/)
  expect(answers.calls(api.trackAuction)).toEqual([])

  await user.click(table.getByRole('button', { name: 'Leave out 999999999' }))
  expect(table.queryByText(/Not found/)).toBeNull()
  await typeMax(user, dialog, '28', 'Max for First of several')
  await typeMax(user, dialog, '29', 'Max for Second of several')
  await user.click(table.getByRole('button', { name: '10 s before the end' }))
  await user.click(table.getByRole('button', { name: 'Track 2, schedule 2' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  for (const title of ['First of several', 'Second of several']) await cardSays(title, 'Bid scheduled')
  expect(answers.calls(api.scheduleBid).map(({ body }) => [body.maxBid, body.secondsBeforeEnd])).toEqual([
    [28, 10],
    [29, 10],
  ])
  expect(screen.queryByText('Bystander of several')).toBeNull()
})
