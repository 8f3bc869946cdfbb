import type { Bid } from '@bidwell/contract'

/** The rows of the history, as a table or as cards. */
export type HistoryRowsProps = {
  bids: readonly Bid[]
  /** Ids of the selected bids. */
  selected: ReadonlySet<number>
  siteName: string
  /** Why no bid can be deleted now; null when bids can. */
  whyNot: string | null
  onSelect: (ids: readonly number[], on: boolean) => void
  onDelete: (ids: number[]) => void
}
