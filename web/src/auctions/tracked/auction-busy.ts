import { type Mutation, type QueryClient, useIsMutating } from '@tanstack/react-query'
import { cancelMutation } from '../../bids/bid-queries.ts'
import { refreshMutation, removeMutation, restoreMutation } from './auction-queries.ts'
import type { TrackedAuction } from './tracked-auction.ts'

const keyOf = ({ mutationKey }: { mutationKey?: readonly unknown[] }) => String(mutationKey)

const AUCTION_REQUESTS = new Set([removeMutation, restoreMutation, refreshMutation].map(keyOf))

/** Matches the unanswered requests about an auction: remove, restore or refresh the auction, or cancel its bid. */
const requestsAbout = ({ auction, bid }: TrackedAuction) => ({
  predicate: ({ options, state }: Mutation) =>
    AUCTION_REQUESTS.has(keyOf(options))
      ? state.variables === auction.id
      : keyOf(options) === keyOf(cancelMutation) && state.variables === bid?.id,
})

export const useIsAuctionBusy = (tracked: TrackedAuction): boolean => useIsMutating(requestsAbout(tracked)) > 0

export const isAuctionBusy = (client: QueryClient, tracked: TrackedAuction): boolean =>
  client.isMutating(requestsAbout(tracked)) > 0
