import { type Auction, BID, type Bid, messages } from '@bidwell/contract'
import { viewerTimes } from '../../time/zoned-times.ts'
import { centsFromTyped, centsOf, formatDollars } from '../../ui/money.ts'
import { isFarAbove, typedLeadFault, typedMaximumFault } from '../typed-bid.ts'

/** The bid form as typed. */
export type TypedBid = { max: string; lead: string }

/** The terms of a bid as the API takes them; amounts in dollars. */
export type BidOrder = { confirmMaxBid?: number; secondsBeforeEnd: number } &
  /** Null: the bid is set by its delivered price no longer. */
  (
    | { maxBid: number; allIn?: null }
    | { maxBid?: never; allIn: number; allowance?: number; pickup?: boolean; noHandling?: boolean }
  )

export type EvaluatedDraft = {
  maxFault: string | undefined
  /** What one more press has to confirm, as the order says it; null for nothing. */
  toConfirm: string | null
  leadFault: string | undefined
  /** Null unless the lead is valid. */
  seconds: number | null
  /** The maximum in dollars and the lead, each null unless it is valid by itself. */
  plan: { maxBid: number | null; secondsBeforeEnd: number | null }
  /** Null when a field is empty or at fault, or when nothing differs from the standing bid. */
  order: BidOrder | null
  /** Why there is no order: a sentence beside the button that sends it. */
  whyNoOrder: string | null
}

/** The lead of the last bid, else the one that was chosen with the auction, seconds; undefined for the account's. */
export function offeredLead(
  { bidTimingPreference }: Pick<Auction, 'bidTimingPreference'>,
  bid: Pick<Bid, 'secondsBeforeEnd'> | null,
): number | undefined {
  // The server stores the default where none was chosen.
  const isChosen = bidTimingPreference !== BID.defaultTimingPreference
  return bid?.secondsBeforeEnd ?? (isChosen ? Number(bidTimingPreference) : undefined)
}

/**
 * Checks a typed bid against the auction and the standing bid. An empty field prevents sending but shows no fault.
 * Only a new maximum has to be confirmed: one far above the price, or the one for which the server has demanded it.
 */
export function evaluateDraft(
  typed: TypedBid,
  auction: Pick<Auction, 'bidCount' | 'currentBid' | 'minimumBid'>,
  standing: (Pick<Bid, 'maxBid' | 'secondsBeforeEnd'> & Partial<Pick<Bid, 'delivered'>>) | null,
  demanded: string | null = null,
): EvaluatedDraft {
  const cents = centsFromTyped(typed.max)
  const maxError = typedMaximumFault(typed.max, auction)
  const leadError = typedLeadFault(typed.lead)
  const sameMax = standing !== null && cents === centsOf(standing.maxBid)
  const toConfirm =
    cents !== null && maxError === null && !sameMax && (demanded === String(cents / 100) || isFarAbove(cents, auction))
      ? String(cents / 100)
      : null
  const seconds = leadError === null ? Number(typed.lead) : null
  const unchanged = sameMax && !standing.delivered && seconds === standing.secondsBeforeEnd
  const maxFault = typed.max.trim() === '' ? undefined : (maxError ?? undefined)
  const whyNoOrder =
    (cents === null || maxError !== null ? (maxFault ?? 'Enter your max first') : null) ??
    leadError ??
    (unchanged ? 'Nothing to change yet' : null)
  return {
    maxFault,
    toConfirm,
    leadFault: leadError ?? undefined,
    seconds,
    plan: { maxBid: cents === null || maxError !== null ? null : cents / 100, secondsBeforeEnd: seconds },
    order:
      whyNoOrder === null && cents !== null && seconds !== null
        ? {
            maxBid: cents / 100,
            ...(standing?.delivered && { allIn: null }),
            ...(toConfirm !== null && { confirmMaxBid: cents / 100 }),
            secondsBeforeEnd: seconds,
          }
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
