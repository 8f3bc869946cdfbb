import { api, type WireNotification } from '@bidwell/contract'
import { LOST } from '../../test/answers.ts'
import { type OfTest, detail, expect, gone, press, screen, test, waitFor, within } from '../../test/page-test.tsx'

/** Tells of prices that have passed the user's maximums, as `tracking` has the auctions; each can be read. */
function answerNotifications({ answers, tracking }: Pick<OfTest, 'answers' | 'tracking'>) {
  const told: WireNotification[] = []
  const unread = () => told.filter(({ read_at }) => read_at === null).length
  const read = (isMeant: (id: number) => boolean) => {
    for (const each of told) if (isMeant(each.id)) each.read_at ??= new Date().toISOString()
    return { data: { unread: unread() } }
  }
  answers
    .to(api.countUnread, () => ({ data: { unread: unread() } }))
    .to(api.listNotifications, ({ query }) => {
      const kinds = query.kind?.split(',')
      const wanted = told.filter(
        ({ kind, read_at }) => (kinds?.includes(kind) ?? true) && (query.unread === undefined || read_at === null),
      )
      return { data: { notifications: wanted.map((each) => ({ ...each })), next_cursor: null } }
    })
    .to(api.markRead, ({ params }) => read((id) => id === params.id))
    .to(api.markAllRead, ({ body }) => read((id) => id <= body.up_to))
  return (title: string) => {
    const { auction, bid } = tracking.track({ title, bid: { max_bid: 15 } })
    const { id, auction_id, item_url } = auction
    told.unshift({
      id,
      kind: 'bid_over_maximum',
      values: { priceCents: 3_100, nextBidCents: 3_200, maxBidCents: 1_500 },
      at: new Date().toISOString(),
      read_at: null,
      bid_id: bid?.id ?? null,
      auction: { auction_id, tracked_auction_id: id, title, image_url: null, item_url },
    })
    answers.emit({ type: 'auction-updated', auction })
    answers.emit({ type: 'notifications_changed', unread: unread() })
  }
}

test('A price over the maximum counts at the bell, stands on the page with the way to its auction, and is read once', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const tell = answerNotifications({ answers, tracking })
  tell('A clock past its price')
  signIn()
  await open('/notifications')
  const bell = (name: string) => within(screen.getByRole('banner')).findByRole('link', { name })
  const today = () => within(screen.getByRole('region', { name: 'Today' }))
  const items = () => today().getAllByRole('listitem')
  const item = (title: string) => items().find(({ textContent }) => textContent?.includes(title))
  expect((await bell('Alerts 1 unread')).getAttribute('href')).toBe('/notifications')
  await screen.findByRole('region', { name: 'Today' })
  for (const text of ['Over your max', 'The price is $31.00, above your max of $15.00.', 'New'])
    expect(item('A clock past its price')?.textContent).toContain(text)

  tell('A vase past its price')
  await bell('Alerts 2 unread')
  await waitFor(() => expect(items()).toHaveLength(2))
  expect(items()[0]?.textContent).toContain('A vase past its price')

  answers.once(api.markRead, () => LOST)
  await press(user, 'Mark as read: A vase past its price')
  await screen.findByRole('alert')
  await press(user, 'Mark as read: A vase past its price')
  await bell('Alerts 1 unread')
  await waitFor(() => expect(item('A vase past its price')?.textContent).not.toContain('New'))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your alerts' }))
  await press(user, /^Unread/)
  await waitFor(() => expect(items()).toHaveLength(1))
  await press(user, 'Mark all as read')
  await screen.findByText(/You have read everything\./)
  await press(user, 'Results')
  await screen.findByText(/None of these yet\./)
  await user.click(screen.getByRole('link', { name: 'Show all' }))
  await waitFor(() => expect(items()).toHaveLength(2))

  await user.click(await bell('Alerts'))
  const peek = within(await screen.findByRole('dialog', { name: 'Alerts' }))
  await waitFor(() => expect(peek.getAllByRole('listitem')).toHaveLength(2))
  expect(peek.queryByText('New')).toBeNull()
  await user.click(peek.getByRole('link', { name: 'A vase past its price' }))
  await gone(() => screen.queryByRole('dialog'))
  await within(await detail()).findByRole('heading', { name: 'A vase past its price' })
})
