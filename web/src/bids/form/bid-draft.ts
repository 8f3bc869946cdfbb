import { type Auction, BID, type Bid, messages } from '@bidwell/contract'
import { siteTimes } from '../../time/zoned-times.ts'
import { centsFromTyped, centsOf, formatDollars } from '../../ui/money.ts'
import { needsRetyping, typedLeadFault, typedMaximumFault } from '../typed-bid.ts'

/** The bid form as typed. `again` repeats the maximum where the form asks for it twice. */
export type TypedBid = { max: string; again: string; lead: string }

/** The terms of a bid as the API takes them; amounts in dollars. */
export type BidOrder = { confirmMaxBid?: number; secondsBeforeEnd: number } &
  /** Null: the bid is set by its delivered price no longer. */
  (
    | { maxBid: number; allIn?: null }
    | { maxBid?: never; allIn: number; allowance?: number; pickup?: boolean; noHandling?: boolean }
  )

export type EvaluatedDraft = {
  maxFault: string | undefined
  /** The maximum has to be typed a second time. */
  needsRetyping: boolean
  againFault: string | undefined
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
 * Only a new maximum is asked for twice: when it is far above the price, or when the server has demanded it.
 */
export function evaluateDraft(
  typed: TypedBid,
  auction: Pick<Auction, 'bidCount' | 'currentBid' | 'minimumBid'>,
  standing: (Pick<Bid, 'maxBid' | 'secondsBeforeEnd'> & Partial<Pick<Bid, 'delivered'>>) | null,
  confirmationDemanded = false,
): EvaluatedDraft {
  const cents = centsFromTyped(typed.max)
  const maxError = typedMaximumFault(typed.max, auction)
  const leadError = typedLeadFault(typed.lead)
  const sameMax = standing !== null && cents === centsOf(standing.maxBid)
  const twice =
    cents !== null && maxError === null && !sameMax && (confirmationDemanded || needsRetyping(cents, auction))
  const agrees = !twice || centsFromTyped(typed.again) === cents
  const seconds = leadError === null ? Number(typed.lead) : null
  const unchanged = sameMax && !standing.delivered && seconds === standing.secondsBeforeEnd
  const maxFault = typed.max.trim() === '' ? undefined : (maxError ?? undefined)
  const againFault = agrees || typed.again.trim() === '' ? undefined : 'The two amounts differ'
  const whyNoOrder =
    (cents === null || maxError !== null ? (maxFault ?? 'Enter your max first') : null) ??
    leadError ??
    (unchanged ? 'Nothing to change yet' : null) ??
    (agrees ? null : (againFault ?? 'Enter your max a second time'))
  return {
    maxFault,
    needsRetyping: twice,
    againFault,
    leadFault: leadError ?? undefined,
    seconds,
    plan: { maxBid: cents === null || maxError !== null ? null : cents / 100, secondsBeforeEnd: seconds },
    order:
      whyNoOrder === null && cents !== null && seconds !== null
        ? {
            maxBid: cents / 100,
            ...(standing?.delivered && { allIn: null }),
            ...(twice && { confirmMaxBid: cents / 100 }),
            secondsBeforeEnd: seconds,
          }
        : null,
    whyNoOrder,
  }
}

/**
 * What the button of a bid's form will schedule: `Up to $24.00, at 5:53:31 PM PST`, or `Up to $41.38, $60.00 delivered, at …`. Undefined
 * while it cannot be used.
 */
export function bidOutcome(
  { order, plan }: Pick<EvaluatedDraft, 'order' | 'plan'>,
  endsOn: number,
): string | undefined {
  if (order === null || plan.maxBid === null) return undefined
  const [bid, time] = [formatDollars(plan.maxBid), siteTimes.clock(endsOn - order.secondsBeforeEnd * 1_000)]
  return typeof order.allIn !== 'number'
    ? `Up to ${bid}, at ${time}`
    : messages.delivered.outcome(bid, formatDollars(order.allIn), time)
}
