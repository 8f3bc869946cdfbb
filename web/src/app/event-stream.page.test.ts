import { api } from '@bidwell/contract'
import { onTestFinished, vi } from 'vitest'
import { cardSays } from '../../test/dashboard.ts'
import { cardOf, card, expect, pass, says, screen, test, waitFor, within } from '../../test/page-test.tsx'

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

test('An offline page disables changes until it is online again', async ({ open, signIn, tracking }) => {
  onTestFinished(() => void vi.restoreAllMocks())
  tracking.track({ title: 'A lamp in a tunnel' })
  signIn()
  await open('/dashboard')
  const canBid = async () =>
    within(await card('A lamp in a tunnel'))
      .getByRole('button', { name: /Schedule bid/ })
      .matches(':not([aria-disabled=true], :disabled)')
  expect(await canBid()).toBe(true)
  setOnline(false)
  await says("You're offline.")
  expect(await canBid()).toBe(false)
  setOnline(true)
  await waitFor(() => expect(screen.queryByText("You're offline.")).toBeNull())
  expect(await canBid()).toBe(true)
})

test('A page without its event stream shows by polling alone that a bid was sent and has won, and never lacks its auction', async ({
  answers,
  open,
  signIn,
  tracking,
}) => {
  const { auction } = tracking.track({ title: 'A torch in a tunnel', bid: { max_bid: 25 } })
  const other = tracking.track({ title: 'A torch that nobody wants' })
  signIn()
  await open('/dashboard')
  await cardSays('A torch in a tunnel', 'Bid scheduled')
  const stream = answers.cutStreams()
  let gaps = 0
  const watch = new MutationObserver(() => void (gaps += cardOf('A torch in a tunnel') ? 0 : 1))
  watch.observe(document.body, { childList: true, subtree: true })
  tracking.change(auction.id, { bid: { status: 'executed', phase: 'checking' } })
  await pass(60_000)
  await cardSays('A torch in a tunnel', 'Bid placed')
  const won = { status: 'won', phase: 'settled', outcome: 'won', final_price: 10 } as const
  tracking.change(auction.id, { auction: { status: 'won', closed_because: 'ended' }, bid: won })
  await pass(60_000)
  await cardSays('A torch in a tunnel', 'Won for $10.00, $15.00 under your max')
  watch.disconnect()
  expect(gaps).toBe(0)
  await cardSays('A torch that nobody wants', 'No bid')

  // What changed in the meantime is read once the stream is open again, and its events are enough from then on.
  tracking.track({ title: 'A torch from another browser' })
  stream.mend()
  await pass(60_000)
  await card('A torch from another browser')
  await waitFor(() => expect(answers.streams).toBe(1))
  const reads = answers.calls(api.listAuctions).length
  const at = new Date().toISOString()
  const read = { bid_count: 7, updated_at: at, last_checked_at: at }
  answers.emit({ type: 'auction-updated', auction: tracking.change(other.auction.id, { auction: read }).auction })
  await cardSays('A torch that nobody wants', '7 bids')
  await pass(120_000)
  expect(answers.calls(api.listAuctions)).toHaveLength(reads)
})

test('What changes while a page opens its first event stream appears as soon as the stream is open', async ({
  answers,
  open,
  signIn,
  tracking,
}) => {
  const { auction } = tracking.track({ title: 'A lamp between two readings' })
  const stream = answers.cutStreams()
  const bids = answers.hold(api.listBids, { outdated: true })
  signIn()
  await open('/dashboard')
  await waitFor(() => expect(bids.calls()).not.toBe(0))
  tracking.change(auction.id, { bid: { max_bid: 30, seconds_before_end: 9 } })
  stream.mend()
  await pass(2_000)
  bids.release()
  await cardSays('A lamp between two readings', /Your max\$30\.00/)
})

test('A tab that has been hidden for half a minute does without its event stream until it is looked at again', async ({
  answers,
  open,
  signIn,
  tracking,
}) => {
  onTestFinished(() => void vi.restoreAllMocks())
  const { auction } = tracking.track({ title: 'A lamp behind a tab' })
  signIn()
  await open('/dashboard')
  await card('A lamp behind a tab')
  const show = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  show('hidden')
  await pass(15_000)
  const { bid } = tracking.change(auction.id, { bid: { max_bid: 25 } })
  if (!bid) throw new Error('The auction has a bid')
  answers.emit({ type: 'bid_changed', bid })
  await cardSays('A lamp behind a tab', /Your max\$25\.00/)
  await pass(16_000)
  expect(answers.streams).toBe(0)
  tracking.change(auction.id, { bid: { max_bid: 26 } })
  show('visible')
  await cardSays('A lamp behind a tab', /Your max\$26\.00/)
  expect(answers.streams).toBe(1)
})
