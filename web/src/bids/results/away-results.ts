import type { Bid } from '@bidwell/contract'
import { createStore } from '../../state/create-store.ts'

export type AwayResults = {
  /** The latest first. */
  bids: readonly Bid[]
  dismiss: () => void
}

/** The results that came in while the user was away, until the user dismisses them; null without any. */
export const awayResults = createStore<AwayResults | null>(null)
