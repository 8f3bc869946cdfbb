import { auctionDay, type HistoryMonth, type HistoryTotals, type WireHistoryEntry } from '@bidwell/contract'
import { fixedAuction, type AuctionFields, type Place } from './fixed-auction.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

type Past = Pick<AuctionFields, 'title' | 'motif'> & {
  daysAgo: number
  max: number
  price: number
  result: WireHistoryEntry['result']
}

const PAST: readonly Past[] = [
  { daysAgo: 0, title: 'Brass desk lamp', motif: 'lamp', max: 40, price: 31.5, result: 'won' },
  { daysAgo: 1, title: 'Folding camera', motif: 'camera', max: 55, price: 61, result: 'lost' },
  { daysAgo: 3, title: 'Stoneware teapot', motif: 'teapot', max: 24, price: 12, result: 'won' },
  { daysAgo: 9, title: 'Jazz records, 1950s', motif: 'record', max: 30, price: 30, result: 'won' },
  {
    daysAgo: 14,
    title: 'Classical guitar',
    motif: 'guitar',
    max: 120,
    price: 180.5,
    result: 'not_placed',
  },
  {
    daysAgo: 20,
    title: 'Portable typewriter',
    motif: 'typewriter',
    max: 70,
    price: 42.75,
    result: 'won',
  },
  { daysAgo: 36, title: 'Lionel train set', motif: 'train', max: 200, price: 161, result: 'won' },
  { daysAgo: 50, title: 'Silver pocket watch', motif: 'watch', max: 90, price: 96, result: 'outbid' },
]

const STATUS = { won: 'won', lost: 'lost', outbid: 'outbid', not_placed: 'failed' } as const
const OUTCOME = { won: 'won', lost: 'lost', outbid: 'outbid_on_arrival', not_placed: 'site_down' } as const

function entryOf(place: Place, past: Past, index: number): WireHistoryEntry {
  const { title, motif, daysAgo, max, price, result } = past
  const decided = result === 'won' || result === 'lost' || result === 'outbid' ? result : 'not_placed'
  const { auction, bid } = fixedAuction(place, index + 1, {
    title,
    motif,
    endsIn: -daysAgo * DAY - HOUR,
    bid: {
      status: STATUS[decided],
      outcome: OUTCOME[decided],
      phase: 'settled',
      max_bid: max,
      final_price: price,
    },
  })
  const isWon = result === 'won'
  return {
    key: `bid-${index + 1}`,
    result,
    at: auction.end_time ?? auction.updated_at,
    auction_id: auction.auction_id,
    tracked_auction_id: auction.id,
    title,
    image_url: auction.image_urls?.[0] ?? null,
    item_url: auction.item_url,
    similar_url: auction.item_url,
    note: auction.note,
    labels: auction.labels,
    final_price: price,
    paid: isWon ? price : null,
    in_all: isWon ? price + 14.4 : null,
    in_all_is_estimate: isWon,
    order_id: null,
    items_in_order: null,
    shipping: null,
    handling: null,
    tax: null,
    additional_fee: null,
    donation: null,
    total: null,
    sale: null,
    profit: null,
    max,
    margin: max - price,
    bid,
  }
}

const sum = (amounts: readonly (number | null)[]) => amounts.reduce<number>((total, each) => total + (each ?? 0), 0)

export function totalOf(entries: readonly WireHistoryEntry[]): HistoryTotals {
  const won = entries.filter(({ result }) => result === 'won')
  return {
    entries: entries.length,
    won: won.length,
    decided: entries.filter(({ result }) => ['won', 'lost', 'outbid', 'not_placed'].includes(result)).length,
    spent: sum(won.map(({ paid }) => paid)),
    saved: sum(won.map(({ margin }) => margin)),
    unpriced: 0,
    cost: 0,
    costed: 0,
    read_in: won.filter(({ bid }) => bid === null).length,
    sold: won.filter(({ sale }) => sale && sale.sold_for !== null).length,
    profit: sum(won.map(({ profit }) => profit)),
    profited: won.filter(({ profit }) => profit !== null).length,
  }
}

/** The month at the site. */
const monthOf = ({ at }: WireHistoryEntry) => auctionDay(Date.parse(at)).slice(0, 7)

/** The totals of each month, in the order of the entries. */
export const monthsOf = (entries: readonly WireHistoryEntry[]): HistoryMonth[] =>
  [...new Set(entries.map(monthOf))].map((month) => ({
    month,
    ...totalOf(entries.filter((entry) => monthOf(entry) === month)),
  }))

/** As many entries as are wanted, of several months. */
export const fixedHistory = (place: Place, count = PAST.length): WireHistoryEntry[] =>
  Array.from({ length: count }, (_, index) => entryOf(place, PAST[index % PAST.length]!, index))
