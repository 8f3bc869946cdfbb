import {
  allowanceFault,
  type Auction,
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
import { isFarAbove, typedAmountFault, typedLeadFault, typedMaximumFault } from '../typed-bid.ts'
import type { EvaluatedDraft, TypedBid } from './bid-draft.ts'

/** A delivered price as typed. The allowance is for shipping and handling while they are not known. */
export type TypedDelivered = Pick<TypedBid, 'lead'> & {
  allIn: string
  allowance: string
  pickup: boolean
  /** Counts while the item is collected. */
  noHandling: boolean
}

/** What the item costs besides its bid; with no terms while they are not known. */
export type DraftCosts = {
  terms: (CostTerms & { source: ShippingSource }) | null
  /** The costs are still asked for. */
  isLoading: boolean
  zip: string | null
  /** When the shipping was quoted, epoch ms; null without a quote. */
  quotedAt: number | null
  marginPercent: number
}

/** The costs of an item for a delivered price, from the server's answer and what the form says of shipping. */
export function costsOfDraft(
  cost: ItemCostForBid | undefined,
  profile: Pick<Profile, 'tax_percent' | 'tax_on'> | undefined,
  { allowance, pickup, noHandling }: Pick<TypedDelivered, 'allowance' | 'pickup' | 'noHandling'>,
): DraftCosts {
  const known = cost?.delivered ?? null
  const around = { isLoading: cost === undefined || profile === undefined, zip: null, quotedAt: null, marginPercent: 0 }
  if (!cost || !profile) return { ...around, terms: null }
  const tax = { taxMillionths: Math.round(profile.tax_percent * 10_000), taxOn: profile.tax_on }
  const collects = pickup || cost.basis === 'pickup'
  const handling = collects && noHandling ? 0 : (known?.handling ?? cost.handling_cost)
  if (collects && handling !== null)
    return { ...around, terms: { ...tax, source: 'pickup', shippingCents: 0, handlingCents: centsOf(handling) } }
  if (known && known.source !== 'pickup') {
    const terms = { ...tax, shippingCents: centsOf(known.shipping), handlingCents: centsOf(known.handling) }
    const quotedAt = known.quoted_at === null ? null : Date.parse(known.quoted_at)
    const { margin_percent: marginPercent, source } = known
    return { ...around, terms: { ...terms, source }, zip: cost.zip, quotedAt, marginPercent }
  }
  const allowanceCents = centsFromTyped(allowance)
  if (allowanceCents === null || allowanceFault(allowanceCents / 100) !== null) return { ...around, terms: null }
  return { ...around, terms: { ...tax, source: 'allowance', shippingCents: allowanceCents, handlingCents: 0 } }
}

export type DeliveredDraft = EvaluatedDraft & {
  /** The sum in one sentence; null while it is not known. */
  sum: string | null
  allowanceFault: string | undefined
  /** Without an allowance, the costs are not known. */
  needsAllowance: boolean
  /** Nothing is sent, so that the seller may ask nothing for handling. */
  collects: boolean
  /** All that saving does is to raise the standing bid to this, dollars: it costs less by now. */
  raiseTo: number | null
}

type Standing = Pick<Bid, 'maxBid' | 'secondsBeforeEnd' | 'delivered'>

/**
 * Checks a typed delivered price against the auction and the standing bid. `now` is epoch ms. An empty field prevents sending but
 * shows no fault. A bid far above the price has to be confirmed, by its delivered price.
 */
export function evaluateDelivered(
  typed: TypedDelivered,
  auction: Pick<Auction, 'bidCount' | 'currentBid' | 'minimumBid'>,
  standing: Standing | null,
  { costs, demanded = null, now }: { costs: DraftCosts; demanded?: string | null; now: number },
): DeliveredDraft {
  const allInCents = centsFromTyped(typed.allIn)
  const amountFault = typedDeliveredFault(typed.allIn)
  const { terms } = costs
  const bidCents = allInCents !== null && amountFault === null && terms ? largestBidCents(allInCents, terms) : null
  const bidFault = bidCents === null || !terms ? null : faultOfBid(bidCents, terms, auction)
  const fault = amountFault ?? bidFault
  const allowanceError = typed.allowance.trim() === '' ? null : typedAllowanceFault(typed.allowance)
  const needsAllowance = !costs.isLoading && (terms === null || terms.source === 'allowance')
  const leadError = typedLeadFault(typed.lead)
  const seconds = leadError === null ? Number(typed.lead) : null

  const isSameWish = standing?.delivered ? isWishOf(standing.delivered, typed, allInCents) : false
  const isSameBid = isSameWish && standing !== null && bidCents === centsOf(standing.maxBid)
  const isSameLead = standing !== null && seconds === standing.secondsBeforeEnd
  const raises =
    isSameWish && !isSameBid && isSameLead && bidCents !== null && bidCents > centsOf(standing?.maxBid ?? 0)
  const allIn = allInCents === null ? null : String(allInCents / 100)
  const isFar = bidCents !== null && (demanded === allIn || isFarAbove(bidCents, auction))
  const toConfirm = isFar && fault === null && !isSameWish ? allIn : null

  const whyNoOrder =
    (typed.allIn.trim() === '' ? messages.delivered.enterFirst : fault) ??
    allowanceError ??
    (costs.isLoading ? messages.delivered.loadingCosts : null) ??
    (terms === null ? messages.delivered.noQuote : null) ??
    leadError ??
    (isSameBid && isSameLead ? 'Nothing to change yet' : null)
  const bidDollars = bidCents === null || fault !== null ? null : bidCents / 100
  return {
    maxFault: typed.allIn.trim() === '' ? undefined : (fault ?? undefined),
    toConfirm,
    leadFault: leadError ?? undefined,
    allowanceFault: allowanceError ?? undefined,
    needsAllowance,
    collects: terms?.source === 'pickup',
    seconds,
    plan: { maxBid: bidDollars, secondsBeforeEnd: seconds },
    sum: bidDollars === null || !terms ? null : sumOf(centsOf(bidDollars), terms, costs, now),
    raiseTo: raises ? bidDollars : null,
    order:
      whyNoOrder === null && allInCents !== null && seconds !== null
        ? {
            allIn: allInCents / 100,
            ...(typed.allowance.trim() !== '' &&
              needsAllowance && { allowance: Number(typed.allowance.replace(/[$,\s]/g, '')) }),
            ...(typed.pickup && { pickup: true }),
            ...(typed.noHandling && terms?.source === 'pickup' && { noHandling: true }),
            // The delivered price of a standing bid is confirmed already.
            ...((toConfirm !== null || isSameWish) && { confirmMaxBid: allInCents / 100 }),
            secondsBeforeEnd: seconds,
          }
        : null,
    whyNoOrder,
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

function faultOfBid(
  bidCents: number,
  terms: CostTerms,
  auction: Pick<Auction, 'bidCount' | 'currentBid' | 'minimumBid'>,
): string | null {
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

type Terms = NonNullable<DraftCosts['terms']>

function sumOf(bidCents: number, costs: Terms, { zip, quotedAt, marginPercent }: DraftCosts, now: number) {
  return messages.delivered.bidUpTo({
    bidCents,
    shippingCents: costs.shippingCents,
    handlingCents: costs.handlingCents,
    taxCents: taxCentsOf(bidCents, costs),
    totalCents: deliveredCentsOf(bidCents, costs),
    source: costs.source,
    zip,
    age: quotedAt === null ? null : messages.delivered.age(Math.max(0, now - quotedAt)),
    marginPercent,
    hasTax: costs.taxMillionths > 0,
  })
}
