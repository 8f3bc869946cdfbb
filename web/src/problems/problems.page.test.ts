import { api, messages, type SiteHealth } from '@bidwell/contract'
import { CONNECTED } from '../../test/answer-account.ts'
import { answerHistory } from '../../test/answer-history.ts'
import { cardSays, select, selectionBar } from '../../test/dashboard.ts'
import { card, expect, gone, pass, press, says, screen, shows, test, waitFor, within } from '../../test/page-test.tsx'

const REFUSED = {
  ...CONNECTED,
  hasValidToken: false,
  refused: true,
  problem: 'The username or password are incorrect.',
}

test('A login that the site refuses shows on each bid that it stops, as one problem on every page', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const titles = ['A vase at stake', 'A jug at stake']
  for (const [n, title] of titles.entries()) tracking.track({ title, endsIn: 4_000 + n, bid: {} })
  tracking.track({ title: 'A bowl without a bid', endsIn: 5_000 })
  let status = CONNECTED
  answers.to(api.readCredentialsStatus, () => ({ data: status }))
  signIn()
  await open('/dashboard')
  for (const title of titles) await cardSays(title, 'Bid scheduled')

  status = REFUSED
  answers.emit({ type: 'connection_changed', status })
  for (const title of titles) {
    await cardSays(title, "Won't be sent")
    within(await card(title)).getByRole('button', { name: 'Reconnect' })
    expect((await card(title)).textContent).not.toMatch(/Bid scheduled|incorrect|refuses/)
  }
  await cardSays('A bowl without a bid', 'No bid')
  await shows("Auction House refuses your login, so this bid won't be sent.")
  await select(user, ...titles)
  expect(selectionBar().textContent).toContain("2 bids won't be sent")

  const band = () => screen.queryByRole('region', { name: 'Problems' })
  expect(band()?.textContent).toMatch(/One problem stops 2 bids\. First one: A vase at stake in 1h \d+m/)
  expect(band()?.textContent).toContain('The username or password are incorrect')
  expect(document.querySelector('[aria-live=polite].sr-only')?.textContent).toBe(
    'One problem stops 2 bids. Auction House refuses your login.',
  )
  await press(user, 'Collapse the problems')
  await gone(band)
  const pill = () => within(screen.getByRole('banner')).queryByRole('button', { name: '1 problem' })
  expect(document.activeElement).toBe(pill())
  answerHistory(answers)
  await open('/bid-history')
  await waitFor(() => expect(pill()?.textContent).toMatch(/1h \d+m/))

  // A bid that is due sooner by far opens them again.
  const { bid, auction } = tracking.track({ title: 'A plate at stake', endsIn: 500, bid: {} })
  answers.emit({ type: 'auction-updated', auction })
  if (bid) answers.emit({ type: 'bid_changed', bid })
  await waitFor(() => expect(band()?.textContent).toMatch(/One problem stops 3 bids\. First one: A plate at stake/))
  await gone(pill)

  answers.to(api.storeCredentials, () => {
    status = CONNECTED
    return { data: { ...status, not_stopped: [] } }
  })
  await press(user, 'Reconnect')
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect your Auction House account' }))
  await user.type(dialog.getByLabelText('User name'), 'ann')
  await user.type(dialog.getByLabelText('Password'), 'house password')
  await press(user, 'Connect', dialog)
  await says('3 bids are safe again')
  await gone(() => screen.queryByRole('dialog'))
  await gone(band)
  await open('/dashboard')
  for (const title of titles) await cardSays(title, 'Bid scheduled')
})

test('While the site limits its callers, the dashboard shows a notice and the last known auctions', async ({
  answers,
  open,
  signIn,
  tracking,
}) => {
  tracking.track({ title: 'A lamp seen before' })
  const health = { status: 'ok', waiting: [], alarms: 0, installation: 'page-test' } as const
  const well = { state: 'ok', since: null, because: null, failures: 0, next_try_at: null, reads_left: 10 } as const
  const since = new Date().toISOString()
  let site: SiteHealth = {
    ...well,
    state: 'backing_off',
    since,
    because: 'rate_limited',
    failures: 3,
    next_try_at: since,
  }
  answers.to(api.readHealth, () => ({ data: { ...health, waiting: [], site } }))
  signIn()
  await open('/dashboard')
  await card('A lamp seen before')
  const band = () => screen.queryByRole('region', { name: 'Problems' })
  await waitFor(() => expect(band()?.textContent).toContain(messages.auction.siteNotAnswering('Auction House')))
  expect(band()?.textContent).toContain(messages.auction.showingCachedData)
  site = well
  await pass(120_000)
  await gone(band)
})
