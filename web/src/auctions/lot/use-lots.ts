import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bidsQuery } from '../../bids/bid-queries.ts'
import { loginStopOf } from '../../bids/login/login-stop.ts'
import { integrationQuery } from '../../connection/integration-query.ts'
import { auctionsQuery } from './auction-queries.ts'
import { joinBids, type Lot } from './lot.ts'

/** All tracked auctions with their bids, and the state of both queries. */
export function useLots() {
  const auctions = useQuery(auctionsQuery)
  const bids = useQuery(bidsQuery)
  const loginStop = loginStopOf(useQuery(integrationQuery).data)
  const lots = useMemo(
    (): Lot[] => joinBids(auctions.data ?? [], bids.data, loginStop),
    [auctions.data, bids.data, loginStop],
  )
  return {
    lots,
    auctions,
    bids,
    /** Without its bids the list would claim that none are scheduled; a failed query of bids has its own notice. */
    isLoaded: auctions.data !== undefined && (bids.data !== undefined || bids.error !== null),
    isEmpty: auctions.data !== undefined && lots.length === 0,
  }
}
