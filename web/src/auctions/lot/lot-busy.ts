import { type Mutation, type QueryClient, useIsMutating } from '@tanstack/react-query'
import { cancelMutation } from '../../bids/bid-queries.ts'
import { readAgainMutation, removeMutation, restoreMutation } from './auction-queries.ts'
import type { Lot } from './lot.ts'

const keyOf = ({ mutationKey }: { mutationKey?: readonly unknown[] }) => String(mutationKey)

const OF_AUCTION = new Set([removeMutation, restoreMutation, readAgainMutation].map(keyOf))

/** Asked of the server, and not answered yet: a removal, a cancelling, or a look at the price. */
const isOn = ({ auction, bid }: Lot) => ({
  predicate: ({ options, state }: Mutation) =>
    OF_AUCTION.has(keyOf(options))
      ? state.variables === auction.id
      : keyOf(options) === keyOf(cancelMutation) && state.variables === bid?.id,
})

export const useIsLotBusy = (lot: Lot): boolean => useIsMutating(isOn(lot)) > 0

export const isLotBusy = (client: QueryClient, lot: Lot): boolean => client.isMutating(isOn(lot)) > 0
