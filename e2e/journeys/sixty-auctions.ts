import type { House, Listing, Auction } from '../installation/house.ts'
import type { Bidder, TrackedAuction } from '../people/bidder.ts'
import type { BidTerms } from '../people/prepare.ts'

const HOUR = 3_600
/** Every auction of the past is scheduled by then. */
const PAST_ENDS_IN = 25
/** More calls at once do not make the installation faster. */
const AT_ONCE = 6

/** The kinds of auctions, by what the auction house draws for them. */
const KINDS = {
  bowl: 67,
  glass: 68,
  teapot: 69,
  lamp: 32,
  clock: 33,
  record: 53,
  books: 54,
  tools: 84,
  suitcase: 428,
  camera: 175,
  guitar: 45,
  ring: 61,
  watch: 62,
  bear: 72,
  train: 73,
  radio: 95,
  typewriter: 96,
} as const

type Kind = keyof typeof KINDS

/** An auction that still runs: `hours` until its end, and `max` where a bid is scheduled. */
type Running = { kind: Kind; title: string; price: number; hours: number; max?: number; rival?: number }

const RUNNING: readonly Running[] = [
  { kind: 'train', title: 'Lionel 027 Train Set, Boxed', price: 48, hours: 0.3, max: 95 },
  { kind: 'camera', title: 'Kodak Retina IIc Folding Camera', price: 35, hours: 0.36, max: 60, rival: 74 },
  { kind: 'typewriter', title: 'Olivetti Lettera 22 Portable Typewriter', price: 30, hours: 0.42, max: 72.5 },
  { kind: 'teapot', title: 'Brown Betty Teapot, 6 Cup', price: 12, hours: 0.5 },
  { kind: 'radio', title: 'Philco Table Radio, 1952', price: 22, hours: 0.55, max: 55 },
  { kind: 'watch', title: 'Bulova Pocket Watch with Chain', price: 40, hours: 0.6, max: 80, rival: 96 },
  { kind: 'glass', title: 'Fenton Hobnail Vase, Amber', price: 14, hours: 0.66, max: 30 },
  { kind: 'lamp', title: 'Tiffany Style Desk Lamp', price: 38, hours: 0.7, max: 85 },
  { kind: 'record', title: 'Blue Note Jazz Records, Auction of 12', price: 45, hours: 0.76, max: 110 },
  { kind: 'bear', title: 'Steiff Mohair Bear, 14 Inch', price: 60, hours: 0.82 },
  { kind: 'guitar', title: 'Harmony Sovereign Acoustic Guitar', price: 85, hours: 0.88, max: 140, rival: 165 },
  { kind: 'clock', title: 'Seth Thomas Mantel Clock with Key', price: 42, hours: 0.95, max: 90 },
]

const THINGS: readonly [kind: Kind, thing: string][] = [
  ['bowl', 'Pyrex Nesting Bowls'],
  ['lamp', 'Brass Banker Lamp'],
  ['suitcase', 'Leather Suitcase'],
  ['tools', 'Stanley Hand Planes'],
  ['ring', 'Sterling Opal Ring'],
  ['books', 'Cloth-Bound Novels'],
  ['watch', 'Seiko Automatic Watch'],
  ['glass', 'Cut Crystal Vase'],
  ['camera', 'Argus C3 Camera'],
  ['train', 'American Flyer Engine'],
  ['radio', 'Zenith Portable Radio'],
]
const DETAILS = ['Estate Find', 'Very Clean', 'Auction of 3']

/** The auctions of the next days, every third without a bid. */
const LATER: readonly Running[] = DETAILS.flatMap((detail, round) =>
  THINGS.map(([kind, thing], index): Running => {
    const [place, price] = [round * THINGS.length + index, 9 + ((index * 7 + round * 5) % 40)]
    const auction = { kind, title: `${thing}, ${detail}`, price, hours: 6 + place * 3 }
    return place % 3 === 1 ? auction : { ...auction, max: price + 12.5 }
  }),
)

/** An auction that is over when the journey begins. */
type Past = {
  kind: Kind
  title: string
  price: number
  max?: number
  how: 'won' | 'lost' | 'outbid' | 'held_back' | 'no_bid'
}

const PAST: readonly Past[] = [
  { kind: 'typewriter', title: 'Royal Quiet De Luxe Typewriter', price: 31.5, max: 60, how: 'won' },
  { kind: 'camera', title: 'Polaroid Land Camera', price: 28, max: 40, how: 'lost' },
  { kind: 'teapot', title: 'Copper Tea Kettle', price: 12, max: 24, how: 'won' },
  { kind: 'clock', title: 'Schoolhouse Wall Clock', price: 35, max: 45, how: 'outbid' },
  { kind: 'record', title: 'Motown Singles, Box of 40', price: 18, max: 30, how: 'won' },
  { kind: 'guitar', title: 'Silvertone Classical Guitar', price: 60, max: 75, how: 'held_back' },
  { kind: 'bowl', title: 'Yellowware Mixing Bowl', price: 16, max: 28, how: 'lost' },
  { kind: 'radio', title: 'Crosley Radio in Bakelite', price: 42.75, max: 70, how: 'won' },
  { kind: 'books', title: 'National Geographic, 1920s', price: 9, how: 'no_bid' },
  { kind: 'ring', title: 'Amber Ring in Silver', price: 22, max: 35, how: 'won' },
  { kind: 'watch', title: 'Elgin Railroad Watch', price: 55, max: 80, how: 'lost' },
  { kind: 'suitcase', title: 'Samsonite Train Case', price: 14, max: 25, how: 'won' },
  { kind: 'tools', title: 'Craftsman Socket Set', price: 20, how: 'no_bid' },
  { kind: 'lamp', title: 'Ceramic Gourd Lamp', price: 26, max: 38, how: 'outbid' },
]

/** Its bid is placed soon after it is scheduled, and stands as placed until the result some minutes later. */
const PLACED = {
  title: 'Carnival Glass Compote, Marigold',
  categoryId: KINDS.glass,
  startingPrice: 19,
  endsInSeconds: 215,
} satisfies Auction
const EARLIEST_LEAD = 180

/** `overtaken` are the auctions whose prices others have raised above the maximum. */
export type SixtyAuctions = { overtaken: readonly Listing[]; placed: TrackedAuction }

/** Has the bidder track sixty auctions in all states. */
export async function prepareSixtyAuctions(bidder: Bidder, house: House): Promise<SixtyAuctions> {
  const overtaken: Listing[] = []
  await inTurns(PAST, (auction) => preparePast(bidder, house, auction))
  await inTurns([...RUNNING, ...LATER], (auction) => prepareRunning(bidder, house, auction, overtaken))
  const placed = await bidder.bidOn(PLACED, { max: 45, seconds: EARLIEST_LEAD })
  return { overtaken, placed }
}

export const NUMBER_OF_AUCTIONS = PAST.length + RUNNING.length + LATER.length + 1

async function preparePast(bidder: Bidder, house: House, { kind, title, price, max, how }: Past) {
  const auction: Auction = { title, categoryId: KINDS[kind], startingPrice: price, endsInSeconds: PAST_ENDS_IN }
  if (max === undefined) return bidder.track(auction)
  const terms: BidTerms = { max, seconds: 6 }
  if (how === 'lost') {
    return bidder.bidOn({ ...auction, rivals: [{ strategy: 'sniper', maxBid: max + 20, secondsBeforeEnd: 2 }] }, terms)
  }
  const tracked = await bidder.track(auction)
  if (how === 'outbid') await house.bidAgainst(tracked, max + 15)
  await bidder.prepare.scheduled(tracked, terms)
  if (how === 'held_back') await outbid(house, tracked, max)
  return tracked
}

async function prepareRunning(
  bidder: Bidder,
  house: House,
  { kind, title, price, hours, max, rival }: Running,
  overtaken: Listing[],
) {
  const auction: Auction = { title, categoryId: KINDS[kind], startingPrice: price, endsInSeconds: hours * HOUR }
  if (max === undefined) return bidder.track(auction)
  const tracked = await bidder.bidOn(auction, { max, seconds: 7 })
  if (rival !== undefined) {
    await outbid(house, tracked, rival)
    overtaken.push(tracked)
  }
  return tracked
}

/** Two other bidders raise the price above an amount. */
async function outbid(house: House, tracked: Listing, amount: number) {
  await house.bidAgainst(tracked, amount + 5, 'thriftfox')
  await house.bidAgainst(tracked, amount + 10, 'atticwren')
}

async function inTurns<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>) {
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
