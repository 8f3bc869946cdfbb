import type { HistoryEntry } from '@bidwell/contract'
import type { LoginStop } from '../login/login-stop.ts'

/** What each row of the history needs, in the table as in the list. */
export type HistoryRowProps = {
  siteName: string
  /** Why no bid of the account is sent at the moment; null while bids are. */
  loginStop: LoginStop | null
  /** Keys of the selected entries. */
  selected: ReadonlySet<string>
  /** Why nothing can be deleted now; null when entries can. */
  whyNot: string | null
  onSelect: (keys: readonly string[], on: boolean) => void
  onDelete: (entries: readonly HistoryEntry[]) => void
  /** Shows what is kept of the lot of an entry without a bid. */
  onShowLot: (entry: HistoryEntry) => void
}

/** A part of the list with its heading; null for a list that is not sorted by date. */
export type HistorySection = { heading: { name: string; totals: string | null } | null; entries: HistoryEntry[] }
