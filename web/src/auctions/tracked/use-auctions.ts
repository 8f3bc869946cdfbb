import type { Auction, Bid } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { bidsQuery } from '../../bids/bid-queries.ts'
import { type LoginStop, loginStopOf } from '../../bids/login-stop.ts'
import { connectionQuery } from '../../connection/connection-query.ts'
import { skipsSignInCheck } from '../../session/pages.ts'
import { type Win, winsQuery } from '../../wins/win-queries.ts'
import { endedAuctionsQuery, openAuctionsQuery } from './auction-queries.ts'
import { joinBids, joinLists, type TrackedAuction } from './tracked-auction.ts'

/** All tracked auctions with their bids, and the state of the queries. */
export function useAuctions() {
  const auctionsQuery = useQuery(openAuctionsQuery)
  const ended = useQuery(endedAuctionsQuery)
  const bids = useQuery(bidsQuery)
  const connection = useQuery({ ...connectionQuery, enabled: () => !skipsSignInCheck(window.location.pathname) })
  const wins = useQuery(winsQuery)
  const loginStop = loginStopOf(connection.data)
  const auctions = joinOnce(auctionsQuery.data, ended.data, bids.data, loginStop, wins.data?.wins)
  // With no open auction, the ended ones decide whether there is anything to show.
  const isListed = auctionsQuery.data !== undefined && (auctions.length > 0 || !ended.isPending)
  return {
    auctions,
    auctionsQuery,
    ended,
    bids,
    /** Without its bids the list would claim that none are scheduled; a failed query of bids has its own notice. */
    isLoaded: isListed && (bids.data !== undefined || bids.error !== null),
    /** Whether the server has answered: until then, the lists are those of the last visit. */
    isLatest: auctionsQuery.dataUpdatedAt > 0 && bids.dataUpdatedAt > 0,
    isEmpty: isListed && auctions.length === 0,
  }
}

type Sources = [
  open: Auction[] | undefined,
  ended: Auction[] | undefined,
  bids: Bid[] | undefined,
  loginStop: LoginStop | null,
  wins: readonly Win[] | undefined,
]

let latest: { sources: Sources; auctions: TrackedAuction[] } | null = null

/** Joins the lists once for all components that show them. */
function joinOnce(...sources: Sources): TrackedAuction[] {
  if (latest === null || sources.some((source, index) => source !== latest?.sources[index])) {
    const [open, ended, bids, loginStop, wins] = sources
    latest = { sources, auctions: joinBids(joinLists(open, ended), bids, loginStop, wins) }
  }
  return latest.auctions
}
