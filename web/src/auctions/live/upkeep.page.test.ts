import { api } from '@bidwell/contract'
import { UNREADABLE } from '../../../test/answers.ts'
import { card, expect, gone, says, screen, START, test, waitFor } from '../../../test/page-test.tsx'

test('Reads in the background that fail leave the page whole, with a notice, and a refused one has the sign-in checked', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  localStorage.setItem('bid_watch_until', String(START + 3_600_000))
  tracking.track({ title: 'A jar about to end', endsIn: 280, bid: { seconds_before_end: 290, max_bid: 25 } })
  tracking.track({ title: 'A jar that ends later', endsIn: 9_000 })
  let areEndedLost = true
  answers
    .to(api.listScheduledBids, () => UNREADABLE)
    .to(api.readBid, () => ({ status: 401, text: '{"message":"Wrong key"}' }))
    .where(
      api.listAuctions,
      ({ query }) => areEndedLost && query.status !== 'active',
      () => UNREADABLE,
    )
  signIn()
  await open('/dashboard')
  await says('Your ended auctions could not be loaded.')
  for (const title of ['A jar about to end', 'A jar that ends later']) await card(title)
  await says('The bids scheduled on A jar about to end could not be checked just now.')
  await waitFor(() => expect(answers.calls(api.readProfile)).toHaveLength(2))
  expect(screen.queryByText(/A jar that ends later could not be checked/)).toBeNull()
  expect(screen.queryByText(/Failed to get bid status:/)).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  areEndedLost = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await gone(() => screen.queryByText('Your ended auctions could not be loaded.'))

  answers.to(api.readBid, () => UNREADABLE)
  await open('/dashboard')
  await says('Failed to get bid status: API request failed with status 502')
  await card('A jar about to end')
})
