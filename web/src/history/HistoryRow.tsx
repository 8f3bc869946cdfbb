import { type BidStatus, type HistoryEntry, type HistoryResult, messages } from '@bidwell/contract'
import { failedAtLogin, type LoginStop } from '../bids/login-stop.ts'
import { ReconnectButton } from '../connection/ReconnectButton.tsx'
import { classNames } from '../ui/class-names.ts'
import { Ban, Check, Clock, Eye, type LucideIcon, Minus, Search, TrendingUp, TriangleAlert } from '../ui/icons.tsx'
import { LabelList } from '../ui/LabelList.tsx'
import { Link } from '../ui/Link.tsx'
import { Tag } from '../ui/Tag.tsx'
import type { Tone } from '../ui/tone.ts'
import { saleText } from './history-rules.ts'

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
  /** Shows what is kept of the auction of an entry without a bid. */
  onShowAuction: (entry: HistoryEntry) => void
  /** Asks what a won item was sold for. */
  onSell: (entry: HistoryEntry) => void
}

/** A part of the list with its heading; null for a list that is not sorted by date. */
export type HistorySection = {
  heading: { name: string; totals: string | null } | null
  entries: readonly HistoryEntry[]
}

type EntryTitleProps = Pick<HistoryRowProps, 'onShowAuction'> & { entry: HistoryEntry; className?: string }

/**
 * The item's title, which leads to the receipt; without a bid there is none, and it shows how the auction went, or leads to the site
 * for an item that was read in.
 */
export const EntryTitle = ({ entry, onShowAuction, className }: EntryTitleProps) => {
  const style = classNames('font-semibold break-words underline-offset-4 hover:underline', className)
  if (entry.trackedAuctionId === null) {
    return (
      <a href={entry.itemUrl} target="_blank" rel="noreferrer" className={style}>
        {entry.title}
      </a>
    )
  }
  return entry.bid ? (
    <Link to={`/bid-history/${entry.bid.id}`} className={style}>
      {entry.title}
    </Link>
  ) : (
    <button type="button" className={classNames('text-left', style)} onClick={() => onShowAuction(entry)}>
      {entry.title}
    </button>
  )
}

/** The sale of the item, the other items of its order, and what the user has written on the auction. */
export const EntryNotes = ({ entry }: { entry: HistoryEntry }) => {
  const { itemsInOrder, labels, note } = entry
  return (
    <>
      <p className="text-label wrap-anywhere tabular empty:hidden">{saleText(entry)}</p>
      <p className="text-label text-ink-2 empty:hidden">{messages.payment.withOthers(itemsInOrder)}</p>
      <LabelList labels={labels} most={3} className="mt-0.5 flex-wrap" />
      {note !== '' && (
        <p title={note} className="line-clamp-2 text-label break-words text-ink-2 italic">
          {note}
        </p>
      )}
    </>
  )
}

type ReconnectOfProps = { entry: HistoryEntry; loginStop: LoginStop | null }

/** For a bid that the login prevented: offers to fix the login, as long as it still stops other bids. */
export const ReconnectOf = ({ entry: { bid }, loginStop }: ReconnectOfProps) =>
  bid !== null && failedAtLogin(bid) && loginStop !== null && <ReconnectButton />

/** Only `won` is a success. */
const LOOK: Readonly<Record<HistoryResult, { tone: Tone; icon: LucideIcon }>> = {
  won: { tone: 'success', icon: Check },
  lost: { tone: 'neutral', icon: Minus },
  outbid: { tone: 'neutral', icon: TrendingUp },
  not_placed: { tone: 'neutral', icon: TriangleAlert },
  cancelled: { tone: 'neutral', icon: Ban },
  no_bid: { tone: 'neutral', icon: Eye },
  unknown: { tone: 'warning', icon: Search },
  open: { tone: 'info', icon: Clock },
}

const FAILED = { tone: 'danger' } as const

type ResultTagProps = { result: HistoryResult; bid: { status: BidStatus } | null }

/** What became of an auction, in one word. Only a bid that failed asks for an action; one over its maximum needs none. */
export const ResultTag = ({ result, bid }: ResultTagProps) => (
  <Tag {...LOOK[result]} {...(result === 'not_placed' && bid?.status === 'failed' && FAILED)}>
    {messages.history.results[result]}
  </Tag>
)
