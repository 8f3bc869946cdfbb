import {
  allowanceFault,
  type Bid,
  type CostTerms,
  deliveredCentsOf,
  deliveredFault,
  formatCents,
  type ItemCostForBid,
  largestBidCents,
  messages,
  type Profile,
  type ShippingSource,
  taxCentsOf,
} from '@bidwell/contract'
import { centsFromTyped, centsOf } from '../../ui/money.ts'
import { typedAmountFault, typedMaximumFault } from '../typed-bid.ts'
import type { Amount, Prices } from './bid-draft.ts'

/** A delivered price as typed. The allowance is for shipping and handling while they are not known. */
export type TypedDelivered = {
  allIn: string
  allowance: string
  pickup: boolean
  /** Counts while the item is collected. */
  noHandling: boolean
}

/** What an item costs besides its bid. `quotedAt`: when the shipping was quoted, epoch ms; null without a quote. */
type Costs = CostTerms & { source: ShippingSource; zip: string | null; quotedAt: number | null; marginPercent: number }

/** From the server's answer and what the form says of shipping; null while they are not known. */
function costsOf(
  cost: ItemCostForBid,
  profile: Pick<Profile, 'tax_percent' | 'tax_on'>,
  { allowance, pickup, noHandling }: TypedDelivered,
): Costs | null {
  const known = cost.delivered
  const tax = { taxMillionths: Math.round(profile.tax_percent * 10_000), taxOn: profile.tax_on }
  const unquoted = { ...tax, zip: null, quotedAt: null, marginPercent: 0 }
  const collects = pickup || cost.basis === 'pickup'
  const handling = collects && noHandling ? 0 : (known?.handling ?? cost.handling_cost)
  if (collects && handling !== null)
    return { ...unquoted, source: 'pickup', shippingCents: 0, handlingCents: centsOf(handling) }
  if (known && known.source !== 'pickup')
    return {
      ...tax,
      source: known.source,
      shippingCents: centsOf(known.shipping),
      handlingCents: centsOf(known.handling),
      zip: cost.zip,
      quotedAt: known.quoted_at === null ? null : Date.parse(known.quoted_at),
      marginPercent: known.margin_percent,
    }
  const allowanceCents = centsFromTyped(allowance)
  if (allowanceCents === null || allowanceFault(allowanceCents / 100) !== null) return null
  return { ...unquoted, source: 'allowance', shippingCents: allowanceCents, handlingCents: 0 }
}

export type DeliveredAmount = Amount & {
  /** The sum in one sentence, or that its costs are asked for. */
  sum: string
  allowanceFault: string | undefined
  /** Without an allowance, the costs are not known. */
  needsAllowance: boolean
  /** Nothing is sent, so that the seller may ask nothing for handling. */
  collects: boolean
}

type World = {
  auction: Prices
  standing: Pick<Bid, 'delivered'> | null
  cost: ItemCostForBid | undefined
  /** The cost could not be read. */
  hasFailed?: boolean
  profile: Pick<Profile, 'tax_percent' | 'tax_on'> | undefined
  /** Epoch ms. */
  now: number
}

/** The bid that follows from a typed delivered price. */
export function deliveredAmount(typed: TypedDelivered, world: World): DeliveredAmount {
  const { auction, standing, cost, hasFailed = false, profile, now } = world
  const isLoading = !(cost && profile) && !hasFailed
  const costs = cost && profile ? costsOf(cost, profile, typed) : null
  const allInCents = centsFromTyped(typed.allIn)
  const amountFault = typedDeliveredFault(typed.allIn)
  const bidCents = allInCents !== null && amountFault === null && costs ? largestBidCents(allInCents, costs) : null
  const fault = amountFault ?? (bidCents === null || !costs ? null : faultOfBid(bidCents, costs, auction))
  const isEmpty = typed.allIn.trim() === ''
  const hasAllowance = typed.allowance.trim() !== ''
  const allowanceError = hasAllowance ? typedAllowanceFault(typed.allowance) : null
  const needsAllowance = !isLoading && (costs === null || costs.source === 'allowance')
  const collects = costs?.source === 'pickup'
  const isStanding = standing?.delivered ? isWishOf(standing.delivered, typed, allInCents) : false
  const { enterFirst, loadingCosts, noQuote } = messages.delivered
  return {
    cents: fault === null ? bidCents : null,
    fault: isEmpty ? null : fault,
    whyNot:
      (isEmpty ? enterFirst : fault) ?? allowanceError ?? (isLoading ? loadingCosts : costs === null ? noQuote : null),
    ordered:
      allInCents === null
        ? null
        : {
            allIn: allInCents / 100,
            ...(hasAllowance && needsAllowance && { allowance: Number(typed.allowance.replace(/[$,\s]/g, '')) }),
            ...(typed.pickup && { pickup: true }),
            ...(typed.noHandling && collects && { noHandling: true }),
            // The delivered price of a standing bid is confirmed already.
            ...(isStanding && { confirmMaxBid: allInCents / 100 }),
          },
    isStanding,
    sum: bidCents !== null && fault === null && costs ? sumOf(bidCents, costs, now) : isLoading ? loadingCosts : '',
    allowanceFault: allowanceError ?? undefined,
    needsAllowance,
    collects,
  }
}

function typedDeliveredFault(typed: string): string | null {
  const cents = centsFromTyped(typed)
  return cents === null ? typedAmountFault(typed) : deliveredFault(cents / 100)
}

function typedAllowanceFault(typed: string): string | null {
  const cents = centsFromTyped(typed)
  return cents === null ? messages.delivered.allowanceInvalid : allowanceFault(cents / 100)
}

function faultOfBid(bidCents: number, terms: CostTerms, auction: Prices): string | null {
  if (bidCents === 0) return messages.delivered.coversNoBid(formatCents(deliveredCentsOf(0, terms)))
  const fault = typedMaximumFault((bidCents / 100).toFixed(2), auction)
  return fault === null ? null : messages.delivered.bidIs(formatCents(bidCents), `${fault.replace(/\.$/, '')}.`)
}

const isWishOf = (
  { all_in, allowance, pickup, no_handling }: NonNullable<Bid['delivered']>,
  typed: TypedDelivered,
  allInCents: number | null,
) =>
  allInCents === centsOf(all_in) &&
  pickup === typed.pickup &&
  no_handling === typed.noHandling &&
  (allowance === null ? null : centsOf(allowance)) === centsFromTyped(typed.allowance)

function sumOf(bidCents: number, costs: Costs, now: number) {
  const { shippingCents, handlingCents, source, zip, quotedAt, marginPercent } = costs
  return messages.delivered.bidUpTo({
    bidCents,
    shippingCents,
    handlingCents,
    taxCents: taxCentsOf(bidCents, costs),
    totalCents: deliveredCentsOf(bidCents, costs),
    source,
    zip,
    age: quotedAt === null ? null : messages.delivered.age(Math.max(0, now - quotedAt)),
    marginPercent,
    hasTax: costs.taxMillionths > 0,
  })
}
