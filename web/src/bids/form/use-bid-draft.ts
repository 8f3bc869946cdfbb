import { type Auction, BID, type Bid } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQuery } from '../../account/profile-query.ts'
import { evaluateDraft, type TypedBid } from './bid-draft.ts'

const NO_EDITS: Partial<TypedBid> = {}

type DraftOptions = {
  /** The server has refused the maximum until it is typed a second time. */
  confirmationDemanded?: boolean
  /** Prefills the least acceptable maximum where the standing one is below it. */
  raising?: boolean
  /** Without a standing bid, the maximum that is offered, dollars; null for none. */
  wantedMax?: number | null
  /** The lead before the user has typed one; by default the account's. */
  defaultSeconds?: number
  /** Too little time is left for the lead of the bid: a short one is offered. */
  isLeadOver?: boolean
}

/** The lead of the account's new bids, seconds. */
export const useDefaultLead = (): number | string =>
  useQuery(profileQuery).data?.default_seconds_before_end ?? BID.defaultTimingPreference

/** The state of a bid form: the standing bid, overlaid by the user's edits. */
export function useBidDraft(
  auction: Pick<Auction, 'bidCount' | 'currentBid' | 'minimumBid'>,
  bid: Pick<Bid, 'maxBid' | 'secondsBeforeEnd'> | null,
  {
    confirmationDemanded = false,
    raising = false,
    wantedMax = null,
    defaultSeconds,
    isLeadOver = false,
  }: DraftOptions = {},
) {
  const [edits, setEdits] = useState(NO_EDITS)
  const accountsLead = useDefaultLead()
  const defaultLead = defaultSeconds ?? accountsLead
  // A plan that the price has passed would greet its user with an error.
  const offeredMax = wantedMax !== null && wantedMax >= auction.minimumBid ? wantedMax : undefined
  const prefilledMax = bid ? (raising ? Math.max(bid.maxBid, auction.minimumBid) : bid.maxBid) : offeredMax
  const typed: TypedBid = {
    max: prefilledMax?.toFixed(2) ?? '',
    again: '',
    lead: String(isLeadOver ? BID.defaultTimingPreference : (bid?.secondsBeforeEnd ?? defaultLead)),
    ...edits,
  }
  return {
    typed,
    edits,
    ...evaluateDraft(typed, auction, bid, confirmationDemanded),
    edit: (fields: Partial<TypedBid>) => setEdits((earlier) => ({ ...earlier, ...fields })),
    clear: () => setEdits(NO_EDITS),
  }
}

export type BidDraft = ReturnType<typeof useBidDraft>
