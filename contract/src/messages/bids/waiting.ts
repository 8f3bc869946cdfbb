/* Bids that wait for their owner. Amounts and instants are formatted. The titles are untrusted text. */

export const section = 'Waiting for your tap'
export const sectionText = 'None of these bids is sent without it. What you do not answer in time ends by itself.'

/** Of bids that were restored from a backup. `takenAt`: when it was taken. */
export function question(takenAt: string, asked: { amount: string } | { bids: number }): string {
  const bid = 'amount' in asked ? `bid of at most ${asked.amount}` : asked.bids === 1 ? 'bid' : `${asked.bids} bids`
  const [they, are] = 'bids' in asked && asked.bids > 1 ? ['they', 'are'] : ['it', 'is']
  return `We restored a backup from ${takenAt}. Keep your ${bid}? Without your answer ${they} ${are} not sent.`
}

type Asked = { token: string; maximum: string; seconds: number }

/** Of a bid that a program asks for. */
export const asks = ({ token, maximum, seconds }: Asked): string =>
  `API token “${token}” asks to bid up to ${maximum}, ${seconds} s before the close.`
/** What the owner compares it with. `scheduled` is the maximum of the bid that stands. */
export const standing = ({ price, scheduled }: { price: string; scheduled: string | null }): string =>
  scheduled === null
    ? `The price is ${price}.`
    : `The price is ${price}, and your bid of up to ${scheduled} is scheduled.`
export const farAbovePrice = 'The amount is more than three times the price.'

export const keep = { restored: () => 'Keep it', program: (maximum: string) => `Bid up to ${maximum}` }
export const keepAll = (bids: number) => `Keep all ${bids}`
export const drop = { restored: 'Cancel it', program: 'Refuse' }
/** Why neither answer is taken: the other bids have just moved, or this one was answered. */
export const oneAnswer = 'One answer at a time.'
/** Where the list of what waits is not in sight. */
export const answer = 'Answer'
export const kept = (maximum: string) => `Your bid of up to ${maximum} is scheduled`
export const keptAll = (bids: number) => `${bids} bids are scheduled`
export const dropped = {
  restored: 'Your bid is cancelled',
  program: 'Refused: this API token asks for no other bid on this auction',
}

/* To those who do something else with a restored bid before its owner has answered. */
export const answerFirst = 'This bid was restored from a backup. Its owner keeps or cancels it first.'
/** From its moment on, a restored bid may have been sent before. */
export const notChangeable =
  'This bid was restored from a backup, and its moment has passed: it can be kept as it is, and not be changed.'
/** The moment to send a restored bid has passed, and the site was not read since. */
export const looking = (site: string) => `Restored from a backup. ${site} is being asked whether this bid was sent.`
export const tryAgainSoon = (site: string) =>
  `${site} is being asked whether this bid was sent before the restore. Try again in a few seconds.`

export const notFound = 'There is no such request. Its API token may have been revoked.'
export const answered = 'This request was answered already, or ended.'
export const highEnough = 'A bid as high is scheduled on this auction already.'
