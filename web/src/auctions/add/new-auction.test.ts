import { NewAuction } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { newAuctionFrom } from './new-auction.ts'

const scraped = {
  auction_id: '279250057',
  title: 'Lamp',
  current_bid: 20,
  minimum_bid: 21,
  bid_increment: 1,
  end_time: '2026-11-21T02:00:00.000Z',
  status: 'active',
  bid_count: 3,
  seller: null,
  shipping_cost: null,
  item_condition: null,
  category: null,
  description: null,
  image_urls: [],
  bid_timing_preference: '5',
} as const

test('A scraped item becomes a valid tracking request, with or without a bid', () => {
  const plain = newAuctionFrom({ ...scraped, image_urls: [] }, null)
  const withBid = newAuctionFrom({ ...scraped, image_urls: [] }, { maxBid: 24.5, secondsBeforeEnd: 8 })
  expect(NewAuction.safeParse(plain).success).toBe(true)
  expect(NewAuction.safeParse(withBid).success).toBe(true)
  expect(withBid).toMatchObject({ max_bid: 24.5, bid_timing_preference: '8' })
})
