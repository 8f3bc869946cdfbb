/* The home page's practice close and its pictures of the product. Amounts and times are formatted. */

export const title = 'Play a close'
export const seeOne = 'See a bid win in 30 seconds'
export const intro =
  'Thirty seconds, no account: set a max, watch the last seconds run, and read the receipt. Then try a lower max, and see why it loses.'
export const isPractice =
  'The auction and its bidders are made up; a real rival may have any max, and a real bid can fail.'
export const itemTitle = 'Brass desk lamp with a green shade'
export const open = 'Play it now'
export const forReal = 'Do this with a real auction'
export const showEnd = 'Show the end'
export const playAgain = 'Play again'
export const playAgainUpTo = (max: string) => `Play again with ${max}`
export const maxLabel = 'Your max'
export const maxHint = (price: string, lead: string) => `Price now ${price}. Bidwell bids with ${lead} left.`
export const begins = (price: string) => `The last 20 seconds begin. Price ${price}.`
export const receiptTitle = 'Receipt of the practice'
export const detailsTitle = 'Its times, and each step'
export const stepsTitle = 'What happened'
export const tryCloseFromHelp = 'Try a close with your own max, timing and rivals'
export const tryClose = 'Try other timings and rivals'

/* The made-up bidders. */
export const earlyBidder = 'The early bidder'
export const secondBidder = 'The second bidder'
export const lateBidder = 'The late bidder'

/* What the pictures of the home page show, for those who do not see them. */

export const dashboardPicture =
  'The list of auctions: each with its picture, the time left, the price, your max, and whether a bid is scheduled. Beside it, one auction in detail.'
export const phonePicture = 'The list of auctions on a phone, each with its time left, its price and your max.'
export const lastMinutePicture =
  'The last minute of an auction: 8.4 seconds left, you lead at $28.50 of $50.00, and the bid is locked in, sent and accepted.'
