import { type Mutation, type QueryClient, useIsMutating } from '@tanstack/react-query'
import { cancelMutation } from '../../bids/bid-queries.ts'
import { refreshMutation, removeMutation, restoreMutation } from './auction-queries.ts'
import type { Lot } from './lot.ts'

const keyOf = ({ mutationKey }: { mutationKey?: readonly unknown[] }) => String(mutationKey)

const AUCTION_REQUESTS = new Set([removeMutation, restoreMutation, refreshMutation].map(keyOf))

/** Matches the unanswered requests about a lot: remove, restore or refresh the auction, or cancel its bid. */
const requestsAbout = ({ auction, bid }: Lot) => ({
  predicate: ({ options, state }: Mutation) =>
    AUCTION_REQUESTS.has(keyOf(options))
      ? state.variables === auction.id
      : keyOf(options) === keyOf(cancelMutation) && state.variables === bid?.id,
})

export const useIsLotBusy = (lot: Lot): boolean => useIsMutating(requestsAbout(lot)) > 0

export const isLotBusy = (client: QueryClient, lot: Lot): boolean => client.isMutating(requestsAbout(lot)) > 0
