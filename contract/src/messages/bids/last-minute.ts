/** The price against the maximum, in the last minute. Amounts are formatted. */
type Prices = { price: string; max: string }

export const price = ({ price: now, max }: Prices) => `${now} of your max ${max}`
/** The site has accepted the bid, and the price was read since. */
export const youLead = ({ price: now, max }: Prices) => `You lead at ${now} of ${max}`
export const wonAt = ({ price: now, max }: Prices) => `Won at ${now} of ${max}`
export const outbidAt = ({ price: now, max }: Prices, above: string) => `${now}, ${above} above your max ${max}`
/** The price is not above the maximum, and the next bid is. */
export const nextBidAbove = ({ price: now, max }: Prices, nextBid: string) =>
  `${now}: the next bid is ${nextBid}, above your max ${max}`

export const bidAgain = (amount: string) => `Bid again up to ${amount}`
export const raiseTo = (amount: string) => `Raise to ${amount}`
export const otherAmount = 'Other amount'
/** Where that is too long; the button's name begins with it. */
export const other = 'Other'
/** The site has accepted a bid that another one has passed since. */
export const standsAtSite = (site: string) => `${site} keeps your bid, and Bidwell sends no second one.`
export const tooLate = 'Too late for another bid.'

export const signals = 'Sound and vibration'
export const signalsHint =
  'In the last minute of a bid: when it is locked in, sent, accepted, outbid, won or lost. Where your device asks for less motion, it does not vibrate.'
