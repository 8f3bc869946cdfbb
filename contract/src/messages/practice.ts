/* The practice close of the home page. Amounts and times are formatted. */

export const title = 'Play a close'
export const intro =
  'Thirty seconds, no account: set a max, watch the last seconds run, and read the receipt. Then try a lower max, and see why it loses.'
export const isPractice =
  'This is a practice. The auction and its bidders are made up, nothing leaves your browser, and no bid is placed. They bid by the same rules as a real site’s proxy bids do; a real rival may have any max, and a real bid can fail.'
export const itemTitle = 'Brass desk lamp with a green shade'
export const open = 'Play it now'
export const start = 'Start the last 20 seconds'
export const showEnd = 'Show the end'
export const playAgain = 'Play again'
export const playAgainUpTo = (max: string) => `Play again with ${max}`
export const maxLabel = 'Your max'
export const maxHint = (price: string, lead: string) => `Price now ${price}. Bidwell bids with ${lead} left.`
export const begins = (price: string) => `The last 20 seconds begin. Price ${price}.`
export const receiptTitle = 'Receipt of the practice'
export const stepsTitle = 'What happened'
export const tryClose = 'Try other timings and rivals'

/* The made-up bidders. */
export const earlyBidder = 'The early bidder'
export const secondBidder = 'The second bidder'
export const lateBidder = 'The late bidder'
