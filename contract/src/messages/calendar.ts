import type { HistoryResult } from '../auctions/history.ts'
import { ended as auctionEnded } from './bids/auction.ts'

/** What the entries of a calendar say. Amounts and instants are formatted. */

export const name = 'Bidwell'
export const unknown = 'There is no calendar at this address. Its owner may have ended it.'

/** What an auction has come to. `price`: what the item was sold for; null where it is not known. */
export type State = { result: HistoryResult; isClosed: boolean; isWithdrawn: boolean; price: string | null }

/** `Closes: Brass lamp`; `Won for $148.50: Brass lamp`. */
export const entryTitle = (title: string, state: State): string => `${stateText(state)}: ${title}`

function stateText({ result, isClosed, isWithdrawn, price }: State): string {
  const sold = price === null ? '' : `, sold for ${price}`
  switch (result) {
    case 'won':
      return price === null ? 'Won' : `Won for ${price}`
    case 'lost':
      return `Lost${sold}`
    case 'outbid':
      return `Outbid${sold}`
    case 'not_placed':
      return 'Bid not placed'
    case 'unknown':
      return 'Ended, result not known'
    case 'open':
    case 'cancelled':
    case 'no_bid':
      if (isWithdrawn) return 'Withdrawn'
      if (isClosed) return result === 'open' ? 'Ended, result to come' : auctionEnded
      return result === 'open' ? 'Closes, bid scheduled' : 'Closes'
  }
}

/** `own`: null where the user has set no time zone. */
export const closesAt = (pacific: string, own: string | null): string =>
  own === null ? `Closes ${pacific}.` : `Closes ${pacific}, which is ${own} for you.`
export const endsInRepeatedHour = 'The site names an hour that occurs twice on that day. The earlier one is shown.'

/** `max`: null where the calendar shows no maxima. */
export const bidsBefore = (seconds: number, max: string | null): string =>
  max === null ? `A bid is planned ${seconds} s before.` : `A bid of up to ${max} is planned ${seconds} s before.`

export const inBidwell = (address: string): string => `In Bidwell: ${address}`
export const readsRarely =
  'Calendar programs look for changes once a day or so. What changes before the close comes as an alert of Bidwell.'
export const alarm = (title: string): string => `Closes in 15 minutes: ${title}`

/* The settings. */
export const section = 'Calendar'
export const sectionText =
  'An address for your calendar program: the close of each auction that you track, with an alarm 15 minutes before, and what came of it.'
export const notForAlerts =
  'Calendar programs look for changes once a day or so, and may show an old end. Rely on alerts for what is urgent.'
export const showMaxima = 'Show my maximum bids'
export const showMaximaHint = 'Whoever has the address, such as the provider of your calendar, then sees them.'
export const make = 'Make an address'
export const makeNew = 'Make a new address'
export const end = 'End it'
export const endQuestion = 'End the address of your calendar?'
export const endText = 'Your calendar program finds nothing there any more. Remove it there as well.'
export const renewQuestion = 'Make a new address?'
export const renewText = 'The address that your calendar program has now ends at once.'
export const shownOnce = 'The address of your calendar'
export const shownOnceText =
  'Add it to your calendar program as a calendar by URL. Whoever has it sees your auctions. It is not shown again.'
export const made = (since: string, lastRead: string | null): string =>
  lastRead === null ? `Made ${since}. No program has read it yet.` : `Made ${since}. Last read ${lastRead}.`
export const withMaxima = 'It shows your maximum bids.'
export const withoutMaxima = 'It does not show your maximum bids.'
export const ended = 'The address has ended'
