export const loadFailed = (detail: string) => `Failed to load your existing bids. ${detail}`
export const amountNotPositive = 'Bid amount must be greater than 0'
export const amountNotCents = 'Bid amount must be in whole cents'
/** For a text that is no amount at all. */
export const amountUnreadable = 'Enter an amount in dollars, such as 24.50'
export const amountTooLarge = 'Bid amount must be at most $1,000,000.00'
export const belowStartingPrice = 'First bid must be at least the starting price'
export const belowMinimum = (dollars: string) => `Bid must be at least ${dollars}`
export const confirmAmount = (amount: string, price: string) =>
  `${amount} is over 3 times the price of ${price}. Type the amount again to confirm it.`
export const alreadyAtSite = (amount: string) =>
  `Your bid of at most ${amount} on this item has been sent and stands at the site. A second bid is not placed.`
type DayTotal = { day: string; total: string; limit: string; committed: string; left: string | null }
export const overDayLimit = ({ day, total, limit, committed, left }: DayTotal) =>
  `With this, your bids for ${day} (Pacific time) could come to ${total}, over your limit of ${limit} a day: ${committed} is spoken for. ${left === null ? 'Cancel' : `Bid at most ${left}, cancel`} another bid, or raise the limit in Settings.`
export const lockedInBeforePause = 'Locked in before you paused, so it could not be stopped.'
export const pauseNotConfirmed =
  'The bidding engine that holds it has not confirmed the pause yet. Until it does, this bid may still be placed.'
export const lockedInBeforeLoginChange =
  'Locked in before you changed your site login, so it could not be stopped. It goes out with the earlier login.'
export const loginChangeNotConfirmed =
  'The bidding engine that holds it has not confirmed the change of your site login yet. Until it does, this bid may still be placed with the earlier login.'
export const leadOutOfRange = 'Seconds before end must be a whole number from 1 to 180'
export const nothingToChange = 'Give an amount or a lead to change'
export const notFound = 'Bid not found'
export const nothingToCancel = 'No bid found'
export const cannotCancel = 'Cannot cancel bid'
export const cannotChange = 'This bid is locked in and on its way, so it can no longer be changed.'
export const cannotChangeFinished = 'This bid is finished, so it can no longer be changed.'
export const endsTooSoon = 'The auction ends too soon for that many seconds before the end.'
export const notConfirmedYet =
  'Your change is recorded, but the bidding engine has not confirmed it yet. Until it does, the earlier bid may still be placed.'
export const pendingNotDeletable = 'This bid is still pending. Cancel it first.'
export const unsettledNotDeletable = 'This bid stands at the site. It can be deleted once its result is known.'
export const forbidden = 'Forbidden'
export const deleteForbidden = "You don't have permission to delete this bid."
export const alreadyDeleted = 'Bid not found or already deleted.'
export const notDeleted = 'Failed to delete bid'
export const deleteFailed = (detail: string) => `Failed to delete bid. ${detail}`
export const statusFailed = (detail: string) => `Failed to get bid status: ${detail}`
export const outbid = (auctionId: string) =>
  `You have been outbid on auction ${auctionId}! Current price is higher than your max bid.`
export const executed = (auctionId: string) => `Your bid for auction ${auctionId} has been executed successfully!`
export const failed = (auctionId: string, detail: string) =>
  `Your bid for auction ${auctionId} failed to execute. ${detail}`.trim()
