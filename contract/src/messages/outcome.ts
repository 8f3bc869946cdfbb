import type { BidOutcome } from '../bid.ts'

/** The sentences for each outcome of a bid. Lists, receipts and the receipt's timeline share them. */

/** Outcomes that need no reason. */
type WithoutReason = 'won' | 'lost' | 'outbid_on_arrival' | 'cancelled'

/** Amounts are formatted. The sentence leaves out an amount that is absent. */
type Details = { site: string; maximum?: string; price?: string | null; nextBid?: string | null }

const of = (amount?: string | null) => (amount ? ` of ${amount}` : '')
const at = (amount?: string | null) => (amount ? `, at ${amount}` : '')

/** Why a bid was not placed or does not count: a clause to follow 'Not placed:', 'Not sent:' or 'The bid failed:'. */
export const reasons: Record<Exclude<BidOutcome, WithoutReason>, (details: Details) => string> = {
  price_past_maximum: ({ maximum, price }) => `the price had passed your maximum${of(maximum)}${at(price)}`,
  below_next_bid: ({ maximum, nextBid }) =>
    `your maximum${of(maximum)} was below the next acceptable bid${of(nextBid)}`,
  too_late: () => 'the auction had already closed',
  login_refused: ({ site }) => `${site} refused your login`,
  account_limit: ({ site }) => `${site} takes no more bids from your account`,
  site_down: ({ site }) => `${site} was failing or could not be reached`,
  ended_early: () => 'the auction was ended early',
  withdrawn: () => 'the item was withdrawn',
  paused: () => 'bidding was paused when the auction closed',
}

/** An outcome in a few words, for lists and announcements. */
export function label(outcome: BidOutcome, site: string): string {
  switch (outcome) {
    case 'won':
      return 'Won'
    case 'lost':
      return 'Lost'
    case 'outbid_on_arrival':
      return 'Outbid on arrival'
    case 'ended_early':
      return 'The auction was ended early'
    case 'withdrawn':
      return 'The item was withdrawn'
    case 'cancelled':
      return 'Cancelled'
    case 'price_past_maximum':
    case 'below_next_bid':
    case 'too_late':
    case 'login_refused':
    case 'account_limit':
    case 'site_down':
    case 'paused':
      return `Not placed: ${reasons[outcome]({ site })}`
  }
}
