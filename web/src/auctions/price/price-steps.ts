import type { Auction } from '@bidwell/contract'

type Point = { at: number; price: number }
type Box = { width: number; height: number }

/** The steps of a price chart, its time range (epoch ms) and its price range (dollars). */
export type PriceSteps = { points: Point[]; from: number; until: number; low: number; high: number }

/** The price steps until now or the close. The price holds from one reading to the next. */
export function priceSteps(
  auction: Pick<Auction, 'priceHistory' | 'currentBid' | 'createdAt' | 'endsOn' | 'lastCheckedAt'>,
  ceiling: number | null,
  now: number,
): PriceSteps {
  const until = Math.min(now, auction.endsOn)
  const readings = auction.priceHistory.filter((point) => point.at <= until)
  const last = { at: Math.min(auction.lastCheckedAt, until), price: auction.currentBid }
  const points = readings.at(-1)?.price === auction.currentBid ? readings : [...readings, last]
  const prices = [...points.map((point) => point.price), ...(ceiling === null ? [] : [ceiling])]
  return {
    points,
    from: points[0]?.at ?? auction.createdAt,
    until,
    low: Math.min(...prices),
    high: Math.max(...prices),
  }
}

/** Coordinates of an instant and a price in the box, y downwards. A constant price is in the middle. */
export function placeIn({ from, until, low, high }: PriceSteps, { width, height }: Box) {
  return {
    x: (at: number) => round(until > from ? ((at - from) / (until - from)) * width : 0),
    y: (price: number) => round(high > low ? height - ((price - low) / (high - low)) * height : height / 2),
  }
}

/** The SVG path of the steps. */
export function stepPath(steps: PriceSteps, box: Box): string {
  const { x, y } = placeIn(steps, box)
  const [first, ...rest] = steps.points
  if (!first) return ''
  const jumps = rest.map((point) => `H${x(point.at)}V${y(point.price)}`)
  return `M${x(first.at)} ${y(first.price)}${jumps.join('')}H${box.width}`
}

const round = (n: number): number => Math.round(n * 10) / 10
