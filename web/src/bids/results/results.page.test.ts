import { api, type WireBid } from '@bidwell/contract'
import { cardSays, openAuction } from '../../../test/dashboard.ts'
import { detail, expect, gone, pass, says, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const WON = { status: 'won', phase: 'settled', outcome: 'won', final_price: 10 } as const
const LOST = { status: 'lost', phase: 'settled', outcome: 'lost', final_price: 26 } as const
const changed = (bid: WireBid | null) => {
  if (!bid) throw new Error('The auction has a bid')
  return { type: 'bid_changed', bid: { ...bid, updated_at: new Date().toISOString() } } as const
}
const spoken = () => document.querySelector('[aria-live=polite].sr-only')?.textContent

test('A win, a loss and a bid that fails at the login each have a toast on any page, and the failure leads to the login', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const track = (title: string) => tracking.track({ title, bid: { max_bid: 25 } })
  const [won, lost, failed] = [track('A lamp to win'), track('A lamp to lose'), track('A frame')]
  signIn()
  await open('/settings')
  await says('Signed in as')
  await pass(3_000)
  const { bid } = tracking.change(won.auction.id, { bid: WON })
  answers.emit(changed(bid))
  const toast = await screen.findByRole('group', { name: 'Won: A lamp to win for $10.00, $15.00 under your max' })
  expect(toast.querySelector('img')).not.toBeNull()
  answers.emit(changed(tracking.change(lost.auction.id, { bid: LOST }).bid))
  await screen.findByRole('group', { name: /^Lost.*A lamp to lose/ })

  const refused = {
    status: 'failed',
    phase: 'settled',
    outcome: 'login_refused',
    error_detail: 'Wrong password',
  } as const
  answers.emit(changed(tracking.change(failed.auction.id, { bid: refused }).bid))
  const notPlaced = await screen.findByRole('group', { name: 'Not placed: A frame' })
  expect(notPlaced.textContent).toContain(
    `Your bid for auction ${failed.auction.auction_id} failed to execute. Wrong password`,
  )
  expect(spoken()).toContain('Not placed: A frame')
  await user.click(within(notPlaced).getByRole('link', { name: 'Fix' }))
  await waitFor(() => expect(location.search).toBe('?tab=credentials'))
  expect(toast.isConnected).toBe(true)

  // On another page, only the failure stays.
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Auctions' }))
  await gone(() => screen.queryAllByRole('group', { name: /^(Won|Lost)/ })[0])
  expect(notPlaced.isConnected).toBe(true)
})

test('Results that came in while the app was closed stand on the dashboard until they are dismissed', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const { auction } = tracking.track({ title: 'A clock to win', bid: { max_bid: 25 } })
  const other = tracking.track({ title: 'A plate too dear', bid: { max_bid: 25 } })
  signIn()
  await open('/dashboard')
  await waitFor(() => expect(Object.keys(localStorage).some((key) => key.startsWith('bids_seen:'))).toBe(true))
  await pass(300_000)
  const at = new Date(Date.now() - 120_000).toISOString()
  const { bid } = tracking.change(auction.id, {
    auction: { status: 'won', closed_because: 'ended' },
    bid: { ...WON, updated_at: at },
  })
  const outbid = { status: 'outbid', phase: 'settled', outcome: 'outbid_on_arrival', updated_at: at } as const
  tracking.change(other.auction.id, { auction: { status: 'outbid', closed_because: 'ended' }, bid: outbid })
  await open('/dashboard')
  const strip = within(await screen.findByRole('region', { name: 'Results' }))
  const won = strip.getByRole('link', { name: /^won 1 for \$10\.00, saved \$15\.00 under your max/ })
  expect(won.getAttribute('href')).toBe(`/bid-history/${bid?.id}`)
  expect(strip.getByRole('link', { name: '1 outbid' }).getAttribute('href')).toBe(`/bid-history/${other.auction.id}`)
  expect(strip.getByRole('link', { name: 'Pay for A clock to win' })).toBeDefined()
  expect(screen.queryByRole('group', { name: /^Won/ })).toBeNull()
  await user.click(strip.getByRole('button', { name: 'Dismiss the results' }))
  await gone(() => screen.queryByRole('region', { name: 'Results' }))
  await waitFor(() => expect(answers.calls(api.noteResultsSeen).at(-1)?.body).toEqual({ until: at }))

  await open('/dashboard')
  await cardSays('A clock to win', 'Won for $10.00')
  expect(screen.queryByRole('region', { name: 'Results' })).toBeNull()
})

test('A bid that is locked in takes the place of its form, with what was not saved in time, and then says that it is being checked', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const { auction } = tracking.track({ title: 'A lamp to win', bid: { max_bid: 35, seconds_before_end: 25 } })
  signIn()
  await open('/dashboard')
  await openAuction(user, 'A lamp to win')
  const field = await within(await detail()).findByLabelText('Your max')
  await user.clear(field)
  await user.type(field, '41')
  answers.emit(changed(tracking.change(auction.id, { bid: { phase: 'locked_in' } }).bid))
  const bid = await within(await detail()).findByRole('region', { name: 'Your bid' })
  await waitFor(() => expect(within(bid).queryByRole('textbox')).toBeNull())
  expect(document.activeElement).toBe(bid)
  for (const text of ['Your max$35.00', '25 seconds before the end', 'Not saved in time: max $41.00.'])
    expect(bid.textContent).toContain(text)

  const since = new Date().toISOString()
  const checking = { phase: 'checking', checking_since: since } as const
  answers.emit(changed(tracking.change(auction.id, { bid: checking }).bid))
  await cardSays('A lamp to win', 'Checking your bid')
  const sentence =
    /has not confirmed it\. We have been checking it since .* until Auction House shows whether it counts\./
  await cardSays('A lamp to win', sentence)
  expect((await detail()).textContent).toMatch(sentence)
  const steps = within(await detail()).getByRole('list', { name: 'How far your bid has come' })
  expect(steps.querySelector('[aria-current=step]')?.textContent).toContain('Checking with Auction House')
})
