import { useLayoutEffect, useState } from 'react'
import { createStore } from '../../state/create-store.ts'
import type { LotView } from './lot-view.ts'

export type LotStore = ReturnType<typeof createLotStore>

/** The views of the lots, each in a store of its own: a card follows its own lot, and no other card renders with it. */
export function createLotStore(views: readonly LotView[]) {
  const stores = new Map<number, ReturnType<typeof createStore<LotView | null>>>()

  /** The view of the lot with this id; null when there is no such lot. */
  function of(id: number) {
    const store = stores.get(id) ?? createStore<LotView | null>(null)
    stores.set(id, store)
    return store
  }

  function hold(next: readonly LotView[]) {
    const ids = new Set<number>()
    for (const view of next) {
      const { id } = view.lot.auction
      ids.add(id)
      if (of(id).get() !== view) of(id).set(view)
    }
    for (const [id, store] of stores) if (!ids.has(id) && store.get() !== null) store.set(null)
  }

  hold(views)
  return { of, hold }
}

/** A store of the latest views. It has them before the list that shows them renders. */
export function useLotStore(views: readonly LotView[]): LotStore {
  const [store] = useState(() => createLotStore(views))
  useLayoutEffect(() => store.hold(views), [store, views])
  return store
}
