import { type Auction, BID, type Bid, messages } from '@bidwell/contract'
import { viewerTimes } from '../../time/zoned-times.ts'
import { centsFromTyped, centsOf, formatDollars } from '../../ui/money.ts'
import { isFarAbove, typedLeadFault, typedMaximumFault } from '../typed-bid.ts'

/** A bid that is set by its maximum, as typed. */
export type TypedBid = { max: string; lead: string }

/** What sets a bid, as the API takes it; amounts in dollars. */
type OrderedAmount = { confirmMaxBid?: number } &
  /** Null: the bid is set by its delivered price no longer. */
  (
    | { maxBid: number; allIn?: null }
    | { maxBid?: never; allIn: number; allowance?: number; pickup?: boolean; noHandling?: boolean }
  )

/** The terms of a bid as the API takes them. */
export type BidOrder = OrderedAmount & { secondsBeforeEnd: number }

/** What sets a bid, judged: its maximum, or the delivered price from which its maximum follows. */
export type Amount = {
  /** The maximum of the bid; null unless it is valid. */
  cents: number | null
  /** Null for an empty field too. */
  fault: string | null
  /** Why it cannot be sent. */
  whyNot: string | null
  /** Null where nothing can be read. */
  ordered: OrderedAmount | null
  /** The standing bid is set by the same, so that it has been confirmed. */
  isStanding: boolean
}

export type EvaluatedDraft = {
  maxFault: string | undefined
  /** What one more press has to confirm, as the order says it; null for nothing. */
  toConfirm: string | null
  leadFault: string | undefined
  /** Null unless the lead is valid. */
  seconds: number | null
  /** The maximum in dollars and the lead, each null unless it is valid by itself. */
  plan: { maxBid: number | null; secondsBeforeEnd: number | null }
  /** All that saving does is to raise the standing bid to this, dollars: it costs less by now. */
  raiseTo: number | null
  /** Null when a field is empty or at fault, or when nothing differs from the standing bid. */
  order: BidOrder | null
  /** Why there is no order: a sentence beside the button that sends it. */
  whyNoOrder: string | null
}

export type Prices = Pick<Auction, 'bidCount' | 'currentBid' | 'minimumBid'>
type Standing = (Pick<Bid, 'maxBid' | 'secondsBeforeEnd'> & Partial<Pick<Bid, 'delivered'>>) | null

/** The lead of the last bid, else the one that was chosen with the auction, seconds; undefined for the account's. */
export function offeredLead(
  { bidTimingPreference }: Pick<Auction, 'bidTimingPreference'>,
  bid: Pick<Bid, 'secondsBeforeEnd'> | null,
): number | undefined {
  // The server stores the default where none was chosen.
  const isChosen = bidTimingPreference !== BID.defaultTimingPreference
  return bid?.secondsBeforeEnd ?? (isChosen ? Number(bidTimingPreference) : undefined)
}

/** Checks a typed bid that is set by its maximum, as `evaluate` does. */
export const evaluateDraft = (
  { max, lead }: TypedBid,
  auction: Prices,
  standing: Standing,
  demanded: string | null = null,
): EvaluatedDraft => evaluate(maximumOf(max, auction, standing), lead, { auction, standing, demanded })

/** The bid of a typed maximum. */
export function maximumOf(typed: string, auction: Prices, standing: Standing): Amount {
  const isEmpty = typed.trim() === ''
  const fault = typedMaximumFault(typed, auction)
  const cents = fault === null ? centsFromTyped(typed) : null
  return {
    cents,
    fault: isEmpty ? null : fault,
    whyNot: isEmpty ? 'Enter your max first' : fault,
    ordered: cents === null ? null : { maxBid: cents / 100, ...(standing?.delivered && { allIn: null }) },
    isStanding: standing !== null && cents === centsOf(standing.maxBid),
  }
}

/** `demanded`: the amount for which the server demands a confirmation, as the order says it. */
type World = { auction: Prices; standing: Standing; demanded: string | null }

/**
 * Checks what sets a bid, and its lead, against the auction and the standing bid. An empty field prevents sending but shows no fault.
 * Only a new amount has to be confirmed: one far above the price, or the one for which the server has demanded it.
 */
export function evaluate(amount: Amount, typedLead: string, { auction, standing, demanded }: World): EvaluatedDraft {
  const { cents, fault, whyNot, ordered, isStanding } = amount
  const leadFault = typedLeadFault(typedLead)
  const seconds = leadFault === null ? Number(typedLead) : null
  const said = ordered && String(ordered.allIn ?? ordered.maxBid)
  const isFar = cents !== null && (demanded === said || isFarAbove(cents, auction))
  const toConfirm = isFar && !isStanding ? said : null
  const isSameLead = standing !== null && seconds === standing.secondsBeforeEnd
  const risenCents = isStanding && isSameLead && cents !== null ? cents - centsOf(standing.maxBid) : null
  // A maximum in place of a delivered price changes the bid.
  const isUnchanged = risenCents === 0 && ordered?.allIn !== null
  const whyNoOrder = whyNot ?? leadFault ?? (isUnchanged ? 'Nothing to change yet' : null)
  return {
    maxFault: fault ?? undefined,
    toConfirm,
    leadFault: leadFault ?? undefined,
    seconds,
    plan: { maxBid: cents === null ? null : cents / 100, secondsBeforeEnd: seconds },
    raiseTo: cents !== null && risenCents !== null && risenCents > 0 ? cents / 100 : null,
    order:
      whyNoOrder === null && ordered !== null && seconds !== null
        ? { ...ordered, ...(toConfirm !== null && { confirmMaxBid: Number(toConfirm) }), secondsBeforeEnd: seconds }
        : null,
    whyNoOrder,
  }
}

/**
 * The text of the button that sends the order: `Bid up to $24.00, at 5:53:31 PM`, in the viewer's zone. Null while there is none. A
 * bid whose moment has passed goes out when its group lets it.
 */
export function sendText({ order, plan }: Pick<EvaluatedDraft, 'order' | 'plan'>, endsOn: number, now: number) {
  if (order === null || plan.maxBid === null) return null
  const bid = formatDollars(plan.maxBid)
  const amount = typeof order.allIn === 'number' ? messages.delivered.both(bid, formatDollars(order.allIn)) : bid
  const at = endsOn - order.secondsBeforeEnd * 1_000
  return messages.bid.bidUpTo(amount, at <= now ? null : viewerTimes().time(at))
}
