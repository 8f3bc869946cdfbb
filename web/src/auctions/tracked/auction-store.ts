import { useLayoutEffect, useState } from 'react'
import { createStore } from '../../state/create-store.ts'
import type { AuctionView } from './auction-view.ts'

export type AuctionStore = ReturnType<typeof createAuctionStore>

/** The views of the auctions, each in a store of its own: a card follows its own auction, and no other card renders with it. */
export function createAuctionStore(views: readonly AuctionView[]) {
  const stores = new Map<number, ReturnType<typeof createStore<AuctionView | null>>>()

  /** The view of the auction with this id; null when there is no such auction. */
  function of(id: number) {
    const store = stores.get(id) ?? createStore<AuctionView | null>(null)
    stores.set(id, store)
    return store
  }

  function hold(next: readonly AuctionView[]) {
    const ids = new Set<number>()
    for (const view of next) {
      const { id } = view.tracked.auction
      ids.add(id)
      if (of(id).get() !== view) of(id).set(view)
    }
    for (const [id, store] of stores) if (!ids.has(id) && store.get() !== null) store.set(null)
  }

  hold(views)
  return { of, hold }
}

/** A store of the latest views. It has them before the list that shows them renders. */
export function useAuctionStore(views: readonly AuctionView[]): AuctionStore {
  const [store] = useState(() => createAuctionStore(views))
  useLayoutEffect(() => store.hold(views), [store, views])
  return store
}
