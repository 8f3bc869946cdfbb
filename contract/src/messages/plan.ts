import type { ReturnedOutcome } from '../plan.ts'

export const limitsUnknown = 'Unable to verify subscription limits. Please try again.'
export const snipeLimitReached = (limit: number) =>
  `You've reached your monthly snipe limit (${limit}). Please upgrade your plan to schedule more bids.`
export const auctionLimitReached = (limit: number) =>
  `You've reached your limit of tracked auctions (${limit}). Remove one, or upgrade your plan to track more.`
export const noRoomForAuctions = (wanted: number, left: number) =>
  `The file has ${wanted.toLocaleString('en-US')} auctions that you do not track yet, and your plan has room for ${left} more. Leave some out, or upgrade your plan.`
export const noRoomForSnipes = (wanted: number, left: number) =>
  `The file has ${wanted.toLocaleString('en-US')} maxima to bid, and your plan has ${left} snipes left this month. Leave the bids out, or upgrade your plan.`

export const limitsNotRead = 'Failed to fetch feature limits'

export const trialUsed = 'Your free trial has been used. It is there once for each person.'
export const trialWithPlan = 'Your plan already allows more than the trial.'
export const noPlans = 'This installation has no plans: everything is unlimited.'

const RETURNED_BECAUSE: Readonly<Record<ReturnedOutcome, string>> = {
  cancelled: 'It was cancelled before it was sent.',
  paused: 'The auction closed while bidding was paused.',
  not_confirmed: 'It was not sent: Bidwell was restored from a backup, and nobody confirmed it.',
  vault_locked: 'It was not sent: Bidwell could not open the stored login.',
  database_down: 'It was not sent: Bidwell could not reach its database.',
  not_running: 'It was not sent: Bidwell was down.',
  too_late: 'It was not sent: there was no time left.',
  rate_limited: 'It was not placed: the auction site asked Bidwell to slow down.',
  site_down: 'It was not sent: the auction site did not answer.',
  ended_early: 'It was not sent: the seller ended the auction early.',
  withdrawn: 'It was not sent: the item was withdrawn.',
  group_won: 'It was not sent: its group had won what it may.',
  group_unknown: "It was not sent: the results of its group's other bids were not known in time.",
  group_budget: "It was not sent: it did not fit into what was left of its group's budget.",
}
/** Why a bid does not count against the month. */
export const returnedBecause = (outcome: ReturnedOutcome) => RETURNED_BECAUSE[outcome]

/* What the browser says about the trial, the plan and paying. */
export const signInForTrial = 'Please log in to start a trial'
/** Where an account is created for the trial. */
export const trialWithAccount = 'Your free trial starts with it. No card is needed.'
/** The same where the address has to be verified first. */
export const trialWithAddress = 'Your free trial starts when you have verified your email address. No card is needed.'
export const checkoutNext = (plan: string) => `Next comes the checkout for ${plan}.`
export const checkoutAfterAddress = (plan: string) =>
  `The checkout for ${plan} comes when you have verified your email address.`
export const signInToCancel = 'Please log in to cancel subscription'
export const subscriptionNotLoaded = 'Failed to load subscription information'
export const pricingNotLoaded = 'Failed to load pricing information'
export const trialNotRead = 'Failed to fetch trial status'
export const trialNotStarted = 'Failed to start trial'
export const detailsNotRead = 'Failed to fetch subscription details'
export const pricingNotRead = 'Failed to fetch pricing information'
export const notCancelled = 'Failed to cancel subscription'
export const intervalNotChanged = 'Failed to change billing interval'
export const trialStarted = (until: string) => `Your free trial has started. It runs until ${until}.`
export const testCheckout = 'Test checkout: no money moves'

/** Marks the plan that stands out among those to buy. */
export const recommended = 'Recommended'

/** Of an auction that the user was adding when the plan had no room for it. */
export const wasAdding = (title: string) => `You were adding “${title}”.`
export const amountKept = 'The amount that you typed is kept.'
export const continueAdding = 'Back to it'
