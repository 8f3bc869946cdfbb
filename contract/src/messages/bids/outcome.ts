import type { BidOutcome } from '../../bids/bid.ts'
import { formatCents } from '../../money.ts'

/** The sentences for each outcome of a bid. Lists, receipts and the receipt's timeline share them. */

/** Outcomes that need no reason. */
type WithoutReason = 'won' | 'lost' | 'outbid_on_arrival' | 'cancelled' | 'unresolved'

/** An outcome with a reason why the bid was not placed or does not count. */
export type FailedOutcome = Exclude<BidOutcome, WithoutReason>

/** Amounts are formatted. The sentence leaves out an amount that is absent. */
export type OutcomeDetails = {
  site: string
  maximum?: string | undefined
  price?: string | null | undefined
  nextBid?: string | null | undefined
  /** The owner's own maximum at the site. */
  ownMaximum?: string | null | undefined
}

const of = (amount?: string | null) => (amount ? ` of ${amount}` : '')
const at = (amount?: string | null) => (amount ? `, at ${amount}` : '')

/** Why a bid was not placed or does not count: a clause to follow 'Outbid:', 'Not placed:' or 'Not sent:'. */
export const reasons: Record<FailedOutcome, (details: OutcomeDetails) => string> = {
  price_past_maximum: ({ maximum, price }) => `the price had passed your maximum${of(maximum)}${at(price)}`,
  below_next_bid: ({ maximum, nextBid }) =>
    `your maximum${of(maximum)} was below the next acceptable bid${of(nextBid)}`,
  too_late: () => 'the auction had already closed',
  own_maximum: ({ site, maximum, ownMaximum }) =>
    `your own maximum${of(ownMaximum)} already stood at ${site}, and this bid's maximum${of(maximum)} is not higher`,
  login_refused: ({ site }) => `${site} refused your login`,
  login_missing: ({ site }) => `no ${site} login was stored`,
  vault_locked: () => 'your stored login could not be opened on our side',
  database_down: () => 'our own database could not be reached',
  not_running: () => 'Bidwell was down when the bid was due',
  account_limit: ({ site }) => `${site} takes no more bids from your account`,
  rate_limited: ({ site }) => `${site} asked us to slow down until it was too late`,
  refused: ({ site }) => `${site} did not take the bid`,
  site_down: ({ site }) => `${site} was failing or could not be reached`,
  ended_early: () => 'the auction was ended early',
  withdrawn: () => 'the item was withdrawn',
  retracted: () => 'the seller cancelled your bid',
  reserve_not_met: () => "the seller's reserve price was not met, so that nobody has won",
  not_confirmed: () => 'nobody confirmed it after a restore',
  paused: () => 'bidding was paused when the auction closed',
  group_won: () => 'its group had won what it may',
  group_unknown: () => "the results of its group's other bids were not known when the auction closed",
  group_budget: () => "it did not fit into what was left of its group's budget",
}

export const isFailure = (outcome: BidOutcome): outcome is FailedOutcome => outcome in reasons

/** Outcomes that are quoted with the site's message. */
const QUOTED: readonly FailedOutcome[] = ['login_refused', 'account_limit', 'rate_limited', 'refused', 'site_down']

type Failure = OutcomeDetails & {
  /** Whether the bid was sent at least once. */
  sent: boolean
  /** The site's message about the bid or the login. */
  siteMessage?: string | null | undefined
}

/** One or two sentences: why a bid was not placed, or does not count. */
export function describeFailure(outcome: FailedOutcome, { sent, siteMessage, ...details }: Failure): string {
  const reason = reasons[outcome](details)
  const quote = siteMessage && QUOTED.includes(outcome) ? ` It said: “${siteMessage}”` : ''
  if (!sent) return `Not sent: ${reason}.${quote}`
  if (isTooLow(outcome)) return `Sent, but ${reason}.`
  return `${isVoid(outcome) ? 'The bid does not count' : 'Not placed'}: ${reason}.${quote}`
}

/** Other bidders have passed the maximum: the word for it is 'Outbid'. */
const isTooLow = (outcome: FailedOutcome) => outcome === 'price_past_maximum' || outcome === 'below_next_bid'

/** The site accepted the bid, and the sale did not take place or not with this bid. */
const isVoid = (outcome: FailedOutcome) => VOID.includes(outcome)
const VOID: readonly FailedOutcome[] = ['ended_early', 'withdrawn', 'retracted', 'reserve_not_met']

type Loss = { priceCents: number; maxBidCents: number; stepCents?: number | null }

/**
 * `sold for $21.00, one step above your max. …` The price stops one step above the second-highest maximum, however high the
 * winner's is: what it takes to win is not known. `stepCents` is the least raise.
 */
export function soldFor({ priceCents, maxBidCents, stepCents }: Loss): string {
  const sold = `sold for ${formatCents(priceCents)}`
  const over = priceCents - maxBidCents
  if (over < 0) return `${sold}.`
  if (over === 0) return `${sold}, to an equal bid that came first.`
  const above = over === stepCents ? 'one step' : formatCents(over)
  return `${sold}, ${above} above your max. The winner's own max is not known, and may be far higher.`
}

/** For a bid whose result the site has not shown for days. */
export const unresolved = (site: string) =>
  `The bid was sent, but ${site} has not shown how it ended, and we have stopped asking. Please look at your orders there.`

/** A win above the snipe's maximum. */
export const BY_HIGHER_OWN_BID = 'by a higher bid of yours, made at the site'

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
    case 'retracted':
      return 'The seller cancelled your bid'
    case 'reserve_not_met':
      return 'Not won: the reserve was not met'
    case 'cancelled':
      return 'Cancelled'
    case 'unresolved':
      return 'Result not known'
    case 'price_past_maximum':
    case 'below_next_bid':
      return `Outbid: ${reasons[outcome]({ site })}`
    case 'too_late':
    case 'own_maximum':
    case 'login_refused':
    case 'login_missing':
    case 'vault_locked':
    case 'database_down':
    case 'not_running':
    case 'account_limit':
    case 'rate_limited':
    case 'refused':
    case 'site_down':
    case 'paused':
    case 'not_confirmed':
    case 'group_won':
    case 'group_unknown':
    case 'group_budget':
      return `Not placed: ${reasons[outcome]({ site })}`
  }
}
