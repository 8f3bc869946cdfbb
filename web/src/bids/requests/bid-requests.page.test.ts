import { api, messages, type WireBidRequest } from '@bidwell/contract'
import { expect, screen, test, within } from '../../../test/page-test.tsx'

test('A bid that a program asks for is called far too high only above three times the price and above $100', async ({
  answers,
  open,
  signIn,
  tracking,
}) => {
  const requests = [60, 160].map((max_bid, index): WireBidRequest => {
    const { auction } = tracking.track({ title: `A lamp for $${max_bid}` })
    const { title, auction_id, id, end_time } = auction
    return {
      id: index + 1,
      token: { id: '6f0c9d0e-0a53-4d3b-9c55-3f1d0c3b2a11', name: 'agent' },
      auction_id,
      tracked_auction_id: id,
      title,
      max_bid,
      seconds_before_end: 5,
      state: 'open',
      asked_at: auction.created_at,
      price: 12,
      ends_at: end_time!,
      scheduled_max: null,
    }
  })
  answers.to(api.listBidRequests, () => ({ data: { requests } }))
  signIn()
  await open('/dashboard')
  const waiting = within(await screen.findByRole('region', { name: messages.bidRequest.section }))
  const warned = waiting.getByText(messages.bidRequest.farAbovePrice).closest('li')
  expect(warned?.textContent).toContain('A lamp for $160')
})
