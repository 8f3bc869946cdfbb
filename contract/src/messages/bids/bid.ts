export const amountNotPositive = 'Bid amount must be greater than 0'
export const belowStartingPrice = 'First bid must be at least the starting price'
export const nothingToCancel = 'No bid found'
export const cannotCancel = 'Cannot cancel bid'
export const loadFailed = (detail: string) => `Failed to load your existing bids. ${detail}`
export const alreadyAtSite = (amount: string) =>
  `Your bid of at most ${amount} on this item has been sent and stands at the site. A second bid is not placed.`
export const sharedLoginBids = (site: string) =>
  `Another account here already bids on this item with the same ${site} login, and one login can bid on an item once.`
export const lockedInBeforePause = 'Locked in before you paused, so it could not be stopped.'
export const pauseNotConfirmed =
  'The bidding engine that holds it has not confirmed the pause yet. Until it does, this bid may still be placed.'
export const lockedInBeforeLoginChange =
  'Locked in before you changed your site login, so it could not be stopped. It goes out with the earlier login.'
export const loginChangeNotConfirmed =
  'The bidding engine that holds it has not confirmed the change of your site login yet. Until it does, this bid may still be placed with the earlier login.'
export const notFound = 'Bid not found'
/* What became of a bid whose form has gone when the answer comes. */
export const notScheduled = (title: string) => `Your bid on ${title} is not scheduled.`
export const notChanged = (title: string) => `Your bid on ${title} is not changed.`
export const maybeScheduled = (title: string) => `It is not known whether your bid on ${title} is scheduled.`
export const maybeChanged = (title: string) => `It is not known whether your bid on ${title} is changed.`
/** Of several bids, whose dialog was closed meanwhile. */
export const stopped = (left: number) =>
  left === 1 ? 'Stopped before the last bid.' : `Stopped before the last ${left} bids.`
/* The form of a bid. `time`: in the viewer's zone; null where its moment does not decide. */
export const bidUpTo = (amount: string, time: string | null) =>
  `Bid up to ${amount}${time === null ? '' : `, at ${time}`}`
export const maxIsSecret = 'Other bidders never see it.'
export const leadInShort = (seconds: string) => `${seconds} s before the end`
export const changeLead = 'Change'
export const ifLoginWorks = 'It is sent only if your login works by then.'
export const ifResumed = 'Bidding is paused. It is sent only if bidding is resumed by then.'
/* An amount far above the price is confirmed by one more press. */
export const yesUpTo = (amount: string) => `Yes, up to ${amount}`
export const farAbove = 'That is more than 3 times the price.'
export const farAboveOf = (titles: readonly string[]) => `More than 3 times the price: ${titles.join(', ')}.`
export const cannotChange = 'This bid is locked in and on its way, so it can no longer be changed.'
export const cannotCancelLockedIn = 'This bid is locked in and on its way, so it can no longer be cancelled.'
export const cannotChangeFinished = 'This bid is finished, so it can no longer be changed.'
export const cannotChangeCancelled = 'This bid is cancelled, so it can no longer be changed.'
export const beingCancelled = 'This bid is being cancelled, so it can no longer be changed.'
export const changeReplaced = 'A later change of this bid has taken the place of this one.'
export const notConfirmedYet =
  'Your change is recorded, but the bidding engine has not confirmed it yet. Until it does, the earlier bid may still be placed.'
/** When the app reads ahead what is scheduled on an auction that ends soon. */
export const scheduledNotRead = (title: string) =>
  `The bids scheduled on ${title} could not be checked just now. The server still has them.`
export const outbid = (auctionId: string) =>
  `You have been outbid on auction ${auctionId}! Current price is higher than your max bid.`
export const executed = (auctionId: string) => `Your bid for auction ${auctionId} has been executed successfully!`
export const failed = (auctionId: string, detail: string) =>
  `Your bid for auction ${auctionId} failed to execute. ${detail}`.trim()
