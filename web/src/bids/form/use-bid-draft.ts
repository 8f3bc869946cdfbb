import { type Auction, BID, type Bid } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQuery } from '../../account/profile-query.ts'
import { evaluateDraft, type TypedBid } from './bid-draft.ts'

const UNTOUCHED: Partial<TypedBid> = {}

type Asked = {
  /** The server wants the maximum typed once more. */
  demanded?: boolean
  /** Offers the least acceptable maximum, where the one that stands is below it. */
  raising?: boolean
}

/** A bid in the making: what stands on the server, overlaid by what has been typed. */
export function useBidDraft(
  auction: Pick<Auction, 'bidCount' | 'currentBid' | 'minimumBid'>,
  bid: Pick<Bid, 'maxBid' | 'secondsBeforeEnd'> | null,
  { demanded = false, raising = false }: Asked = {},
) {
  const [edited, setEdited] = useState(UNTOUCHED)
  const profile = useQuery(profileQuery)
  const ownLead = profile.data?.default_seconds_before_end ?? BID.defaultTimingPreference
  const offered = bid && raising ? Math.max(bid.maxBid, auction.minimumBid) : bid?.maxBid
  const typed: TypedBid = {
    max: offered?.toFixed(2) ?? '',
    again: '',
    lead: String(bid?.secondsBeforeEnd ?? ownLead),
    ...edited,
  }
  return {
    typed,
    ...evaluateDraft(typed, auction, bid, demanded),
    type: (part: Partial<TypedBid>) => setEdited((was) => ({ ...was, ...part })),
    clear: () => setEdited(UNTOUCHED),
  }
}

export type BidDraft = ReturnType<typeof useBidDraft>
