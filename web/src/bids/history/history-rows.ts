import type { Bid } from '@bidwell/contract'

/** What the history's table and cards both show. */
export type HistoryRows = {
  bids: readonly Bid[]
  picked: ReadonlySet<number>
  siteName: string
  /** Why nothing can be deleted at all just now. */
  whyNot: string | null
  onPick: (ids: readonly number[], on: boolean) => void
  onForget: (ids: number[]) => void
}
