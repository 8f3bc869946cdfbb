import { type Auction, BID, type Bid } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQuery } from '../../account/profile-query.ts'
import { siteClock } from '../../time/site-clock.ts'
import { deliveredCostQuery } from '../shipping/item-cost-query.ts'
import { evaluate, maximumOf, type TypedBid } from './bid-draft.ts'
import { deliveredAmount, type TypedDelivered } from './delivered-draft.ts'
import { offeredMax } from './offer-again.ts'

/** What a bid is set by: its maximum, or its delivered price. */
export type BidMode = 'bid' | 'delivered'
export type TypedForm = TypedBid & TypedDelivered & { mode: BidMode }

const NO_EDITS: Partial<TypedForm> = {}

type DraftOptions = {
  /** The amount that the server has refused until it is confirmed, as the order said it. */
  demanded?: string | null
  /** Offers a maximum above the price where the standing one is below it. */
  raising?: boolean
  /** Without a standing bid, the maximum that is offered, dollars; `above` for one above the price, null for none. */
  wantedMax?: number | 'above' | null
  /** Each new value prefills the maximum anew. */
  visit?: string | null
  /** Whether the server has answered: until then, the auction and the bid may be those of the last visit. */
  isLatest?: boolean
  /** The lead before the user has typed one; by default the account's. */
  defaultSeconds?: number | undefined
  /** Too little time is left for the lead of the bid: a short one is offered. */
  isLeadOver?: boolean
}

/** The lead of the account's new bids, seconds. */
export const useDefaultLead = (): number | string =>
  useQuery(profileQuery).data?.default_seconds_before_end ?? BID.defaultTimingPreference

/** The state of a bid form: the standing bid, overlaid by the user's edits. */
export function useBidDraft(
  auction: Pick<Auction, 'auctionId' | 'bidCount' | 'currentBid' | 'minimumBid' | 'bidIncrement'>,
  bid: Pick<Bid, 'maxBid' | 'delivered' | 'secondsBeforeEnd'> | null,
  {
    demanded = null,
    raising = false,
    wantedMax = null,
    visit = null,
    isLatest = true,
    defaultSeconds,
    isLeadOver = false,
  }: DraftOptions = {},
) {
  const [edits, setEdits] = useState(NO_EDITS)
  const accountsLead = useDefaultLead()
  const defaultLead = defaultSeconds ?? accountsLead
  // Who has typed anything has read the offer beside it.
  const isRead = isLatest || Object.keys(edits).length > 0
  const max = usePrefill(auction, bid?.maxBid ?? null, { raising, wantedMax, visit, isLatest: isRead })
  const set = bid?.delivered ?? null
  const typed: TypedForm = {
    mode: set ? 'delivered' : 'bid',
    max: max?.toFixed(2) ?? '',
    allIn: set?.all_in.toFixed(2) ?? '',
    allowance: set?.allowance?.toFixed(2) ?? '',
    pickup: set?.pickup ?? false,
    noHandling: set?.no_handling ?? false,
    lead: String(isLeadOver ? BID.defaultTimingPreference : (bid?.secondsBeforeEnd ?? defaultLead)),
    ...edits,
  }
  const isDelivered = typed.mode === 'delivered'
  const cost = useQuery({ ...deliveredCostQuery(auction.auctionId), enabled: isDelivered })
  const { data: profile } = useQuery(profileQuery)
  const world = { auction, standing: bid, cost: cost.data, hasFailed: cost.isError, profile, now: siteClock.now() }
  const delivered = isDelivered ? deliveredAmount(typed, world) : null
  const amount = delivered ?? maximumOf(typed.max, auction, bid)
  return {
    typed,
    edits,
    ...evaluate(amount, typed.lead, { auction, standing: bid, demanded }),
    /** Null in the mode that sets the bid itself. */
    delivered: delivered && { ...delivered, hasTax: (profile?.tax_percent ?? 0) > 0 },
    zip: profile?.shipping_zip ?? null,
    edit: (fields: Partial<TypedForm>) => setEdits((earlier) => ({ ...earlier, ...fields })),
    clear: () => setEdits(NO_EDITS),
  }
}

/**
 * The maximum before the user has typed one, dollars. The server's first answer makes the offer anew. A price that rises later does not
 * move it: nobody schedules what they have not read.
 */
function usePrefill(
  auction: Parameters<typeof useBidDraft>[0],
  standing: number | null,
  { raising, wantedMax, visit, isLatest }: Required<Pick<DraftOptions, 'raising' | 'wantedMax' | 'visit' | 'isLatest'>>,
): number | undefined {
  const reason = JSON.stringify([auction.auctionId, standing, raising, wantedMax, visit, isLatest])
  const [prefill, setPrefill] = useState({ reason, max: offer() })
  if (prefill.reason === reason) return prefill.max
  const max = offer()
  setPrefill({ reason, max })
  return max

  function offer() {
    const { minimumBid } = auction
    const isPassed = standing === null ? wantedMax === 'above' : raising && standing < minimumBid
    if (isPassed) return offeredMax(auction, standing ?? 0) ?? minimumBid
    if (standing !== null) return standing
    // A plan that the price has passed would greet its user with an error.
    return typeof wantedMax === 'number' && wantedMax >= minimumBid ? wantedMax : undefined
  }
}

export type BidDraft = ReturnType<typeof useBidDraft>
