import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bidsQuery } from '../../bids/bid-queries.ts'
import { auctionsQuery } from './auction-queries.ts'
import { type Lot, joinBids } from './lot.ts'

/** Everything tracked with its bids, and how the reading of both stands. */
export function useLots() {
  const auctions = useQuery(auctionsQuery)
  const bids = useQuery(bidsQuery)
  const lots = useMemo((): Lot[] => joinBids(auctions.data ?? [], bids.data), [auctions.data, bids.data])
  return { lots, auctions, bids }
}
