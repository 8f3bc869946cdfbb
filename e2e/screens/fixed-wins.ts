import { api, type OrderReadings, type WireWin } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { fixedAuction, type FixedAuction, type Place } from '../../web/test/fixed-auction.ts'

const DAY_MS = 86_400_000

type Item = { title: string; motif: string; seller?: string } & Partial<WireWin>

const COSTS = { shipping: 8.49, handling: 3, tax: 1.12, estimate: 56.1, price: 45, total: 57.61 }
const NUMBER = { order_id: '61234567', order_url: 'https://shopgoodwill.com/shopgoodwill/order/61234567' }
const ORDER = { ...COSTS, ...NUMBER }
const PARCEL = { shipper: 'FedEx', tracking_number: '794600000012' }

/** `pay_by` is in so many days. */
const itemsAt = (day: (days: number) => string): Item[] => [
  { title: 'Brass desk lamp with a green glass shade', motif: 'lamp', pay_by: day(2), handling: 3 },
  {
    title: 'Jazz records, 1950s, a box of twelve',
    motif: 'record',
    pay_by: day(5),
    estimate: null,
    seller: 'Goodwill of the Coast',
  },
  { title: 'Silver pocket watch', motif: 'watch', pay_by: day(-1), is_overdue: true },
  {
    title: 'Portable typewriter in its case',
    motif: 'typewriter',
    pay_by: day(3),
    said_paid_at: new Date(Date.parse(day(-1))).toISOString(),
  },
  { title: 'Stoneware teapot', motif: 'teapot', state: 'not_known', gap: 'left_list', is_owed: false, pay_by: day(4) },
  {
    title: 'Folding camera',
    motif: 'camera',
    state: 'said_paid',
    is_owed: false,
    said_paid_at: `${day(-1)}T20:00:00.000Z`,
  },
  { title: 'Classical guitar', motif: 'guitar', state: 'paid', is_owed: false, ...ORDER },
  {
    title: 'Lionel train set, boxed',
    motif: 'train',
    state: 'shipped',
    is_owed: false,
    ...ORDER,
    ...PARCEL,
    items_in_order: 3,
  },
  { title: 'Copper kettle', motif: 'teapot', state: 'not_known', gap: 'not_read', is_owed: false },
]

/** Won auctions with payments in each state. */
export function fixedWins(place: Place): { wins: WireWin[]; auctions: FixedAuction[]; today: string } {
  const day = (days: number) => new Date(place.now + days * DAY_MS).toISOString().slice(0, 10)
  const auctions: FixedAuction[] = []
  const wins = itemsAt(day).map(({ title, motif, ...known }, index): WireWin => {
    const fixed = fixedAuction(place, index + 1, {
      title,
      motif,
      endsIn: -7_200 - index * 40_000,
      auction: { status: 'won', closed_because: 'ended', current_bid: known.price ?? 28 },
      bid: { status: 'won', phase: 'settled', outcome: 'won', final_price: known.price ?? 28, max_bid: 60 },
    })
    auctions.push(fixed)
    const { auction } = fixed
    return {
      bid_id: auction.id,
      tracked_auction_id: auction.id,
      auction_id: auction.auction_id,
      title,
      image_url: auction.image_urls?.[0] ?? null,
      item_url: auction.item_url,
      seller: auction.seller,
      combines_shipping: false,
      won_at: auction.end_time ?? auction.updated_at,
      state: 'to_pay',
      gap: null,
      is_owed: true,
      pay_by: null,
      is_overdue: false,
      said_paid_at: null,
      order_id: null,
      order_url: null,
      items_in_order: 1,
      price: 28,
      shipping: null,
      handling: null,
      tax: null,
      total: null,
      estimate: 42.4,
      said: null,
      tracking_number: null,
      shipper: null,
      ...known,
    }
  })
  return { wins, auctions, today: day(0) }
}

/** Answers each read of what was won. */
export async function answerWins(
  page: Page,
  place: Place,
  { wins, today }: { wins: WireWin[]; today: string },
  failure: OrderReadings['failure'] = null,
): Promise<void> {
  const pay_url = `${place.houseUrl}/shopgoodwill/open-orders`
  const readings: OrderReadings = { read_at: new Date(place.now - 300_000).toISOString(), failure, is_asked: false }
  await page.route(`**/api${api.listWins.path}`, (route) =>
    route.fulfill({ json: { success: true, data: { wins, readings, pay_url, today } } }),
  )
  await page.route(/\/api\/wins\/\d+$/, (route) => {
    const win = wins.find(({ bid_id }) => route.request().url().endsWith(`/${bid_id}`))
    return route.fulfill({ json: { success: true, data: { win, pay_url, today } } })
  })
}
