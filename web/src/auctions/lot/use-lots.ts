import type { Auction, Bid } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { bidsQuery } from '../../bids/bid-queries.ts'
import { type LoginStop, loginStopOf } from '../../bids/login-stop.ts'
import { integrationQuery } from '../../connection/integration-query.ts'
import { skipsSignInCheck } from '../../session/skip-lists.ts'
import { endedAuctionsQuery, openAuctionsQuery } from './auction-queries.ts'
import { joinBids, joinLists, type Lot } from './lot.ts'

/** All tracked auctions with their bids, and the state of the queries. */
export function useLots() {
  const auctions = useQuery(openAuctionsQuery)
  const ended = useQuery(endedAuctionsQuery)
  const bids = useQuery(bidsQuery)
  const integration = useQuery({ ...integrationQuery, enabled: () => !skipsSignInCheck(window.location.pathname) })
  const loginStop = loginStopOf(integration.data)
  const lots = joinOnce(auctions.data, ended.data, bids.data, loginStop)
  // With no open auction, the ended ones decide whether there is anything to show.
  const isListed = auctions.data !== undefined && (lots.length > 0 || !ended.isPending)
  return {
    lots,
    auctions,
    ended,
    bids,
    /** Without its bids the list would claim that none are scheduled; a failed query of bids has its own notice. */
    isLoaded: isListed && (bids.data !== undefined || bids.error !== null),
    isEmpty: isListed && lots.length === 0,
  }
}

type Sources = [
  open: Auction[] | undefined,
  ended: Auction[] | undefined,
  bids: Bid[] | undefined,
  loginStop: LoginStop | null,
]

let latest: { sources: Sources; lots: Lot[] } | null = null

/** Joins the lists once for all components that show them. */
function joinOnce(...sources: Sources): Lot[] {
  if (latest === null || sources.some((source, index) => source !== latest?.sources[index])) {
    const [open, ended, bids, loginStop] = sources
    latest = { sources, lots: joinBids(joinLists(open, ended), bids, loginStop) }
  }
  return latest.lots
}
