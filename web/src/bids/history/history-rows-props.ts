import type { Bid } from '@bidwell/contract'
import type { LoginStop } from '../login/login-stop.ts'

/** The rows of the history, as a table or as cards. */
export type HistoryRowsProps = {
  bids: readonly Bid[]
  /** Ids of the selected bids. */
  selected: ReadonlySet<number>
  siteName: string
  /** Why no bid of the account is sent at the moment; null while bids are. */
  loginStop: LoginStop | null
  /** Why no bid can be deleted now; null when bids can. */
  whyNot: string | null
  onSelect: (ids: readonly number[], on: boolean) => void
  onDelete: (ids: number[]) => void
}
