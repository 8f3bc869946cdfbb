import { openAuction } from '../../../test/dashboard.ts'
import { drawnWhile } from '../../../test/drawings.ts'
import { card, cardOf, detail, expect, pass, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const chips = () => within(screen.getByRole('group', { name: 'Show' })).getAllByRole('button')
const titles = () => [...document.querySelectorAll('[data-auction-card] h3')].map(({ textContent }) => textContent)

test('While the pointer is in the list, its order stays, and an offer below the rows brings the new one', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const prices = { 'A pot at ten': 10, 'A pot at fifteen': 15, 'A pot at forty': 40 }
  const [rising] = Object.entries(prices).map(([title, current_bid]) =>
    tracking.track({ title, auction: { current_bid } }),
  )
  const rise = (current_bid: number) => {
    const { auction } = tracking.change(rising!.auction.id, { auction: { current_bid } })
    answers.emit({ type: 'auction-updated', auction })
  }
  signIn()
  await open('/dashboard?sort=price_low')
  await waitFor(() => expect(titles()).toEqual(Object.keys(prices)))
  within(await card('A pot at ten'))
    .getByRole('link', { name: 'A pot at ten' })
    .focus()
  rise(26)
  const offer = await screen.findByRole('button', { name: '1 moved · Update the list' })
  expect(titles()).toEqual(Object.keys(prices))
  await user.click(offer)
  await waitFor(() => expect(titles()).toEqual(['A pot at fifteen', 'A pot at ten', 'A pot at forty']))
  expect(offer.isConnected).toBe(false)

  // A focus that only rests there does not keep the order for ever.
  within(await card('A pot at ten'))
    .getByRole('link', { name: 'A pot at ten' })
    .focus()
  rise(61)
  await screen.findByRole('button', { name: '1 moved · Update the list' })
  await pass(15_000)
  await waitFor(() => expect(titles()).toEqual(['A pot at fifteen', 'A pot at forty', 'A pot at ten']))
})

test('A price that changes is tinted, and is not tinted when it is read again unchanged', async ({
  answers,
  open,
  signIn,
  tracking,
}) => {
  const { auction } = tracking.track({ title: 'A tray that others want' })
  signIn()
  await open('/dashboard')
  const row = await card('A tray that others want')
  const tints: string[] = []
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target instanceof HTMLElement && target.dataset['tint']) tints.push(target.dataset['tint'])
  })
  observer.observe(row, { subtree: true, attributeFilter: ['data-tint'] })
  const read = async (current_bid: number, bid_count: number) => {
    answers.emit({ type: 'auction-updated', auction: { ...auction, current_bid, bid_count } })
    await waitFor(() => expect(row.textContent).toContain(`${bid_count} bids`))
  }
  await read(26, 4)
  await waitFor(() => expect(tints).toEqual(['changed']))
  // Who leads raises the own maximum alone.
  await read(26, 5)
  expect(tints).toEqual(['changed'])
  observer.disconnect()
})

test('Auctions that need their owner have a chip in front of the others', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const [dear] = ['A dear jug', 'A cheap jug'].map((title) => tracking.track({ title, bid: {} }))
  signIn()
  await open('/dashboard')
  await card('A dear jug')
  expect(chips()[0]?.textContent).toBe('Needs you 0')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  expect(screen.queryByRole('alert')).toBeNull()

  await openAuction(user, 'A dear jug')
  await user.click(within(await detail()).getByRole('heading', { level: 2 }))
  await user.keyboard('e')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your max')))

  const { auction } = tracking.change(dear!.auction.id, { auction: { current_bid: 50, minimum_bid: 51 } })
  answers.emit({ type: 'auction-updated', auction })
  await waitFor(() => expect(chips()[0]?.textContent).toBe('Needs you 1'))
  await user.click(chips()[0]!)
  await waitFor(() => expect(cardOf('A cheap jug')).toBeUndefined())
  expect(cardOf('A dear jug')?.textContent).toContain('above your max')
})

test('The detail leaves with a filter that hides its auction', async ({ open, signIn, tracking, user }) => {
  tracking.track({ title: 'A castle of bricks', bid: {} })
  tracking.track({ title: 'A camera, nearly new' })
  signIn()
  await open('/dashboard')
  await openAuction(user, 'A castle of bricks')
  await user.click(screen.getByRole('button', { name: /^No bid/ }))
  await waitFor(() => expect(cardOf('A castle of bricks')).toBeUndefined())
  await within(await detail()).findByRole('heading', { name: 'A camera, nearly new' })
  await user.click(screen.getByRole('button', { name: /^All/ }))
  await card('A castle of bricks')
})

test('A new price draws the row of its auction, and neither another row nor the detail of another auction', async ({
  answers,
  open,
  signIn,
  tracking,
}) => {
  const [first, second] = ['A jug', 'A kettle', 'A ladle'].map((title, place) =>
    tracking.track({ title, endsIn: 7_200 + place * 60, bid: { max_bid: 90 } }),
  )
  signIn()
  await open('/dashboard')
  await within(await detail()).findByRole('heading', { name: 'A jug' })
  // The first draws more than what changes: React keeps a second copy from then on.
  const read = (id: number, current_bid: number) =>
    drawnWhile(async () => {
      const { auction } = tracking.change(id, { auction: { current_bid } })
      answers.emit({ type: 'auction-updated', auction })
      await pass(1_000)
    })
  await read(second!.auction.id, 31)
  const drawn = await read(second!.auction.id, 32)
  expect(cardOf('A kettle')?.textContent).toContain('$32.00')
  expect(new Set(drawn.flatMap((each) => each.closest('[data-auction-card]') ?? []))).toEqual(
    new Set([cardOf('A kettle')]),
  )
  const pane = await detail()
  // The pane itself is where the page puts it.
  const inside = (each: Element) => each !== pane && pane.contains(each)
  expect(drawn.filter(inside)).toEqual([])
  expect((await read(first!.auction.id, 33)).some(inside)).toBe(true)
})
