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

const item = { ...scraped, image_urls: [] }

test('A scraped item is a valid tracking request as it stands', () => {
  expect(NewAuction.parse(item)).toEqual(item)
  expect(newAuctionFrom(item, { maxBid: null, secondsBeforeEnd: null })).toEqual(item)
})

test('A tracking request has the maximum and the lead that were typed', () => {
  const request = newAuctionFrom(item, { maxBid: 24.5, secondsBeforeEnd: 8 })
  expect(NewAuction.parse(request)).toEqual({ ...item, max_bid: 24.5, bid_timing_preference: '8' })
})
