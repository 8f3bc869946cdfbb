import type { Bid } from '@bidwell/contract'

/** What the history's table and cards both show. */
export type HistoryRowsProps = {
  bids: readonly Bid[]
  picked: ReadonlySet<number>
  siteName: string
  /** Why nothing can be deleted at all just now. */
  whyNot: string | null
  onSelect: (ids: readonly number[], on: boolean) => void
  onDelete: (ids: number[]) => void
}
