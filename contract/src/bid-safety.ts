import { BID } from './limits.ts'

/** Rules that browser, API and engine share, so that what is shown is what is enforced. */

/** The instant from which a bid can no longer be changed or cancelled. Epoch ms on the site's clock, as `fireAt` is. */
export const freezesAt = (fireAt: number): number => fireAt - BID.lockInBeforeMs

type PricesInCents = { bidCount: number; currentCents: number; minimumCents: number }

/** What a maximum is held against: the price, or, before the first bid, what that must be. Cents. */
export const yardstickCents = ({ bidCount, currentCents, minimumCents }: PricesInCents): number =>
  bidCount === 0 ? minimumCents : currentCents

/** Whether a maximum is so far above the price that a slip of the finger is likelier than intent. */
export const asksTwice = (maxCents: number, prices: PricesInCents): boolean =>
  maxCents > BID.retypeAboveTimesPrice * yardstickCents(prices)

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** `2026-11-21`: the day at the site on which an auction that ends then counts against the day's limit. */
export const auctionDay = (endsOn: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', ...DAY }).format(endsOn)

/** `Nov 21`, of a day as `auctionDay` gives it. */
export const dayInWords = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(Date.parse(day))
