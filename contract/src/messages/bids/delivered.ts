import { formatCents } from '../../money.ts'

/* A bid that is set by its delivered price: by what its owner pays at the door. */

export const amountInvalid = 'Enter the delivered price in dollars and cents, up to $1,000,000.00'
export const allowanceInvalid = 'Enter the allowance in dollars and cents'
export const oneOfBoth = 'Give either maxBid or allIn'
export const onlyWithDelivered = 'An allowance and a pick-up belong to a delivered price: give allIn too'
export const noQuote = 'We have no shipping quote. Enter an allowance for shipping and handling, or set the bid itself.'
/** A maximum alone would let the bid cost more than its owner said. */
export const hasDelivered = (amount: string) =>
  `This bid is set by its delivered price of ${amount}. Change that, or switch to the bid itself in its form.`
/** `costs`: what comes on top of even the smallest bid. */
export const coversNoBid = (costs: string) =>
  `Shipping, handling and tax alone come to ${costs}: enter a delivered price above that.`
/** The rule that a bid breaks which nobody typed. */
export const bidIs = (bid: string, fault: string) => `The bid comes to ${bid}. ${fault}`
export const confirmAmount = (bid: string, price: string) =>
  `The bid comes to ${bid}, over 3 times the price of ${price}. Confirm the delivered price.`
export const taxInvalid = 'A tax rate is a percentage from 0 to 30 with at most four decimals, such as 8.25'
export const marginInvalid = 'A margin is a whole percentage from 0 to 50'

type Source = 'stated' | 'quote' | 'allowance' | 'pickup'
export type Sum = {
  bidCents: number
  shippingCents: number
  handlingCents: number
  taxCents: number
  totalCents: number
  source: Source
  /** `97201`; null where it is not known for which ZIP code the quote is. */
  zip: string | null
  /** `3 h`; null without a quote. */
  age: string | null
  marginPercent: number
  hasTax: boolean
}

const cents = formatCents

function shippingPart({ source, shippingCents, zip, age, marginPercent }: Sum): string[] {
  switch (source) {
    case 'pickup':
      return []
    case 'allowance':
      return [`${cents(shippingCents)} allowed for shipping and handling`]
    case 'stated':
      return [`shipping ${cents(shippingCents)}`]
    case 'quote': {
      const quoted = `quote${zip === null ? '' : ` for ${zip}`}${age === null ? '' : `, ${age} old`}`
      const margin = marginPercent === 0 ? '' : `, with ${marginPercent}% added`
      return [`shipping ${cents(shippingCents)} (${quoted}${margin})`]
    }
  }
}

/** `$41.38 + shipping $11.04 (quote for 97201, 3 h old) + handling $3.00 + tax $4.58 = $60.00.`, and what it leaves out. */
function sum(costs: Sum): string {
  const { bidCents, handlingCents, taxCents, totalCents, source, hasTax } = costs
  const parts = [
    cents(bidCents),
    ...shippingPart(costs),
    ...(handlingCents > 0 ? [`handling ${cents(handlingCents)}`] : []),
    ...(hasTax ? [`tax ${cents(taxCents)}`] : []),
  ]
  const total = parts.length > 1 ? `${parts.join(' + ')} = ${cents(totalCents)}.` : `${parts.join('')}.`
  return [total, source === 'pickup' && 'You collect it.', !hasTax && 'Sales tax not included.']
    .filter(Boolean)
    .join(' ')
}

/** `Bid up to $41.38 + shipping … = $60.00.` */
export const bidUpTo = (costs: Sum) => `Bid up to ${sum(costs)}`

/** The age of a quote: `under 1 h`, `3 h`, `2 days`. */
export function age(ms: number): string {
  const hours = Math.floor(ms / 3_600_000)
  if (hours < 1) return 'under 1 h'
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

export const otherZip = 'The quote is for your earlier ZIP code; one for the new code is not known yet.'
/** `It costs $3.10 less by now.` */
export const costsLess = (left: string) => `By now it costs ${left} less than your delivered price.`
export const raiseTo = (bid: string) => `Raise the bid to ${bid}`

/** `We said $57.10, you paid $56.84.` */
export const saidAndPaid = (said: string, paid: string) => `We said ${said}, you paid ${paid}.`
export const said = (amount: string) => `We said ${amount} delivered.`

type Cause = 'quote' | 'listing' | 'account'
const RISEN: Record<Cause, string> = {
  quote: 'the shipping quote has risen',
  listing: 'the seller asks more for shipping or handling',
  account: 'you changed your tax, margin or ZIP code',
}
/** `Lowered, since the shipping quote has risen: at most $38.28 ($60.00 delivered), 5 s before the end.` */
export const lowered = (because: Cause, terms: string) => `Lowered, since ${RISEN[because]}: ${terms}.`
export const cancelled = 'Cancelled: shipping, handling and tax alone cost more than your delivered price.'

/* The bid form. */
export const setDelivered = 'Set by delivered price'
export const setBid = 'Set the bid itself'
export const label = 'Delivered price'
export const hint = 'What you pay at the door. The bid is the largest that fits.'
export const allowance = 'Allowance for shipping and handling'
export const allowanceHint = 'Counts until the site gives a quote.'
export const pickup = 'I collect it'
export const noHandling = 'The seller asks no handling when I collect it'
export const setTax = 'Add sales tax'
export const changeTax = 'Tax and margin'
export const enterFirst = 'Enter your delivered price first'
export const loadingCosts = 'Asking for the costs…'
/** `$41.38, $60.00 delivered`. */
export const both = (bid: string, allIn: string) => `${bid}, ${allIn} delivered`

/* The settings. */
export const settings = 'Delivered price'
export const settingsText =
  'Used where you set a bid by what you pay at the door. A change lowers the bids that would cost more, and raises none.'
export const taxRate = 'Sales tax, %'
export const taxRateHint = 'Leave empty for none. The site adds tax by your address; Bidwell does not know the rate.'
export const more = 'What is taxed, and a margin'
export const marginOf = (percent: string) => `${percent}% added to quotes`
export const taxOn = 'Tax is on'
export const taxBases = { bid: 'The bid', all: 'The bid, shipping and handling' } as const
export const margin = 'Margin on quotes, %'
export const marginHint = 'Added to each shipping quote.'
const percent = (value: number) => `${value > 0 ? '+' : ''}${value}%`
/** `Of your last 24 wins, …`. */
export const learned = (wins: number, median: number, p90: number) =>
  `Over ${wins} of your wins, you paid ${percent(median)} against the quote in the middle, and ${percent(p90)} or less in nine of ten.`
export const takeMargin = (margin: number) => `Use ${margin}%`
export const learning = (wins: number, of: number) =>
  `After ${of} wins with a quote and a payment, Bidwell proposes a margin. ${wins} so far.`
