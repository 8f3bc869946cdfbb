import * as z from 'zod/mini'
import { BID } from '../limits.ts'
import * as messages from '../messages/bids/delivered.ts'
import { centsFromDollars } from '../money.ts'

/** What sales tax is reckoned on: the bid alone, or the bid with shipping and handling. */
export const TaxBase = z.enum(['bid', 'all'])
export type TaxBase = z.infer<typeof TaxBase>

/**
 * Where the shipping in a delivered price comes from. `stated`: the seller asks one amount. `quote`: the site's calculator.
 * `allowance`: the user's own guess for shipping and handling, until a quote is known. `pickup`: nothing is sent.
 */
export const ShippingSource = z.enum(['stated', 'quote', 'allowance', 'pickup'])
export type ShippingSource = z.infer<typeof ShippingSource>

/** Everything that a won item costs besides its bid, integer cents. Tax is in millionths of what it is reckoned on. */
export type CostTerms = { shippingCents: number; handlingCents: number; taxMillionths: number; taxOn: TaxBase }

const MILLION = 1_000_000

/** The tax on a bid, cents, with each started cent counted. */
export function taxCentsOf(
  bidCents: number,
  { shippingCents, handlingCents, taxMillionths, taxOn }: CostTerms,
): number {
  const base = taxOn === 'bid' ? bidCents : bidCents + shippingCents + handlingCents
  return Math.ceil((base * taxMillionths) / MILLION)
}

/** What a bid costs at the door, cents. It grows with the bid. */
export const deliveredCentsOf = (bidCents: number, terms: CostTerms): number =>
  bidCents + terms.shippingCents + terms.handlingCents + taxCentsOf(bidCents, terms)

/** The largest bid that costs at most so much at the door, cents; 0 when even a bid of one cent costs more. */
export function largestBidCents(deliveredCents: number, terms: CostTerms): number {
  const { shippingCents, handlingCents, taxMillionths, taxOn } = terms
  const sent = shippingCents + handlingCents
  const taxOnSent = taxOn === 'all' ? sent * taxMillionths : 0
  let bid = Math.floor(((deliveredCents - sent) * MILLION - taxOnSent) / (MILLION + taxMillionths))
  // The quotient of doubles may be off by one.
  while (deliveredCentsOf(bid, terms) > deliveredCents) bid -= 1
  while (deliveredCentsOf(bid + 1, terms) <= deliveredCents) bid += 1
  return Math.max(0, bid)
}

/** What the site's calculator quoted, integer cents. Null handling: it told none. */
export type Quote = { shippingCents: number; handlingCents: number | null; /** Epoch ms. */ at: number }

/** Everything from which the terms of a delivered price follow, beside the listing. */
export type CostInputs = {
  quote: Quote | null
  /** For shipping and handling together, as long as they are not known. */
  allowanceCents: number | null
  /** The user collects the item. */
  pickup: boolean
  /** Then the seller asks nothing for handling, says the user. */
  noHandling?: boolean
  taxMillionths: number
  taxOn: TaxBase
  /** Added to a quote, percent. */
  marginPercent: number
}
export type ListingCosts = { statedCents: number | null; handlingCents: number | null; pickupOnly: boolean }
export type DecidedCosts = CostTerms & { source: ShippingSource }

/** The costs of an item besides its bid; null while they are not known. What is not known is never free. Pure. */
export function decideCosts(inputs: CostInputs, listing: ListingCosts): DecidedCosts | null {
  const { quote, allowanceCents, pickup, noHandling, taxMillionths, taxOn, marginPercent } = inputs
  const tax = { taxMillionths, taxOn }
  const { statedCents } = listing
  if (pickup || listing.pickupOnly) {
    const handlingCents = noHandling ? 0 : (listing.handlingCents ?? quote?.handlingCents ?? null)
    if (handlingCents !== null) return { ...tax, source: 'pickup', shippingCents: 0, handlingCents }
  } else if (statedCents !== null) {
    if (listing.handlingCents !== null)
      return { ...tax, source: 'stated', shippingCents: statedCents, handlingCents: listing.handlingCents }
  } else if (quote) {
    // The seller may ask more by now than when the site quoted.
    const handlingCents = Math.max(quote.handlingCents ?? 0, listing.handlingCents ?? 0)
    const shippingCents = Math.ceil((quote.shippingCents * (100 + marginPercent)) / 100)
    const isKnown = (quote.handlingCents ?? listing.handlingCents) !== null
    if (isKnown) return { ...tax, source: 'quote', shippingCents, handlingCents }
  }
  return allowanceCents === null
    ? null
    : { ...tax, source: 'allowance', shippingCents: allowanceCents, handlingCents: 0 }
}

/** What is wrong with a delivered price in dollars, or with an allowance; null when nothing is. */
export function deliveredFault(dollars: number): string | null {
  const cents = centsFromDollars(dollars)
  return cents !== null && cents > 0 && dollars <= BID.maxAmountDollars ? null : messages.amountInvalid
}

/** What is wrong with an allowance for shipping and handling, dollars. */
export function allowanceFault(dollars: number): string | null {
  const cents = centsFromDollars(dollars)
  return cents !== null && cents >= 0 && dollars <= BID.maxAmountDollars ? null : messages.allowanceInvalid
}

/** The highest tax rate and margin that an account may set, percent. */
export const COSTS = { maxTaxPercent: 30, maxMarginPercent: 50, winsToLearnFrom: 20 } as const

/** Millionths for a rate in percent with at most four decimals, such as 8.25; null for any other. */
export function taxMillionthsOf(percent: number): number | null {
  if (!Number.isFinite(percent) || percent < 0 || percent > COSTS.maxTaxPercent) return null
  const millionths = Math.round(percent * 10_000)
  return Math.abs(percent * 10_000 - millionths) < 1e-6 ? millionths : null
}

const cost = { shipping: z.number(), handling: z.number(), tax: z.number() }

/** A bid that was set by its delivered price. Amounts are dollars. */
export const DeliveredPrice = z.object({
  /** What the user pays at most at the door. */
  all_in: z.number(),
  ...cost,
  /** What the bid's maximum costs at the door. */
  total: z.number(),
  source: ShippingSource,
  /** When the site quoted the shipping; null where no quote counts. */
  quoted_at: z.nullable(z.iso.datetime()),
  /** The quote is for an earlier ZIP code: the one of now is not quoted yet. */
  is_for_other_zip: z.boolean(),
  margin_percent: z.int(),
  tax_percent: z.number(),
  tax_on: TaxBase,
  /** The user's own guess for shipping and handling, and whether the user collects the item. */
  allowance: z.nullable(z.number()),
  pickup: z.boolean(),
  /** The user has taken the handling out, which counts while the item is collected. */
  no_handling: z.boolean(),
  /** The bid that the delivered price allows by now, where it is more than the bid's maximum. */
  raise_to: z.nullable(z.number()),
})
export type DeliveredPrice = z.infer<typeof DeliveredPrice>

/** What an item costs besides its bid, with the account's tax and margin; what a delivered price comes to, where one is given. */
export const ItemDelivered = z.object({
  shipping: z.number(),
  handling: z.number(),
  source: ShippingSource,
  quoted_at: z.nullable(z.iso.datetime()),
  margin_percent: z.int(),
  tax_percent: z.number(),
  tax_on: TaxBase,
  /** The largest bid for the delivered price that was asked about; null without one, and where it does not cover the costs. */
  max_bid: z.nullable(z.number()),
})
export type ItemDelivered = z.infer<typeof ItemDelivered>

/** The terms of an answer, in cents. */
export const termsOf = ({ shipping, handling, tax_percent, tax_on }: Terms): CostTerms => ({
  shippingCents: centsFromDollars(shipping) ?? 0,
  handlingCents: centsFromDollars(handling) ?? 0,
  taxMillionths: Math.round(tax_percent * 10_000),
  taxOn: tax_on,
})
type Terms = Pick<ItemDelivered, 'shipping' | 'handling' | 'tax_percent' | 'tax_on'>

/** How far the shipping that was paid lay above the quotes, in percent, over the account's own wins. */
export const QuoteErrors = z.object({
  /** Of so many wins both are known. */
  wins: z.int(),
  /** Null below 20 wins. */
  median_percent: z.nullable(z.number()),
  p90_percent: z.nullable(z.number()),
  proposed_margin_percent: z.nullable(z.int()),
})
export type QuoteErrors = z.infer<typeof QuoteErrors>

const tenths = (percent: number) => Math.round(percent * 10) / 10

/** The errors of quotes and the margin that would have covered nine of ten. `pairs`: quoted and paid, cents. Pure. */
export function learnMargin(pairs: readonly { quotedCents: number; paidCents: number }[]): QuoteErrors {
  const errors = pairs
    .filter(({ quotedCents }) => quotedCents > 0)
    .map(({ quotedCents, paidCents }) => (100 * (paidCents - quotedCents)) / quotedCents)
    .toSorted((a, b) => a - b)
  const wins = errors.length
  const at = (share: number) => errors[Math.min(wins - 1, Math.ceil(share * wins) - 1)]
  const [median, p90] = [at(0.5), at(0.9)]
  if (wins < COSTS.winsToLearnFrom || median === undefined || p90 === undefined)
    return { wins, median_percent: null, p90_percent: null, proposed_margin_percent: null }
  const margin = Math.min(COSTS.maxMarginPercent, Math.max(0, Math.ceil(p90 - 1e-9)))
  return { wins, median_percent: tenths(median), p90_percent: tenths(p90), proposed_margin_percent: margin }
}
