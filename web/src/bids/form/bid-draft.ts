import type { Auction, Bid } from '@bidwell/contract'
import { centsFromTyped, centsOf } from '../../ui/money.ts'
import { needsRetyping, typedLeadFault, typedMaximumFault } from '../bid-rules.ts'

/** A bid as typed. `again` is the maximum typed a second time, where that is asked for. */
export type TypedBid = { max: string; again: string; lead: string }

export type EvaluatedDraft = {
  maxFault: string | undefined
  asksTwice: boolean
  againFault: string | undefined
  leadFault: string | undefined
  /** Null while the lead is not one. */
  seconds: number | null
  /** What can be sent, or null when something is missing, at fault, or just as it stands. Dollars, as the API has them. */
  order: { maxBid: number; confirmMaxBid?: number; secondsBeforeEnd: number } | null
}

/**
 * What a typed bid comes to, beside the one that stands. An empty field is not at fault yet; it only cannot be sent.
 * A maximum that stands already is not asked for twice. `demanded`: the server, which knows the price better, wants it
 * twice.
 */
export function evaluateDraft(
  typed: TypedBid,
  auction: Pick<Auction, 'bidCount' | 'currentBid' | 'minimumBid'>,
  standing: Pick<Bid, 'maxBid' | 'secondsBeforeEnd'> | null,
  demanded = false,
): EvaluatedDraft {
  const cents = centsFromTyped(typed.max)
  const wrongMax = typedMaximumFault(cents, auction)
  const wrongLead = typedLeadFault(typed.lead)
  const sameMax = standing !== null && cents === centsOf(standing.maxBid)
  const twice = cents !== null && wrongMax === null && !sameMax && (demanded || needsRetyping(cents, auction))
  const agrees = !twice || centsFromTyped(typed.again) === cents
  const seconds = wrongLead === null ? Number(typed.lead) : null
  const unchanged = sameMax && seconds === standing.secondsBeforeEnd
  const sendable = cents !== null && wrongMax === null && seconds !== null && agrees && !unchanged
  return {
    maxFault: typed.max.trim() === '' ? undefined : (wrongMax ?? undefined),
    asksTwice: twice,
    againFault: agrees || typed.again.trim() === '' ? undefined : 'The two amounts differ',
    leadFault: wrongLead ?? undefined,
    seconds,
    order: sendable
      ? { maxBid: cents / 100, ...(twice && { confirmMaxBid: cents / 100 }), secondsBeforeEnd: seconds }
      : null,
  }
}
