import type { HistoryEntry } from '@bidwell/contract'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/Link.tsx'
import type { HistoryRowProps } from './history-rows-props.ts'

type EntryTitleProps = Pick<HistoryRowProps, 'onShowLot'> & { entry: HistoryEntry; className?: string }

/** The item's title, which leads to the receipt; without a bid there is none, and it shows how the sale went. */
export const EntryTitle = ({ entry, onShowLot, className }: EntryTitleProps) => {
  const style = classNames('font-semibold break-words underline-offset-4 hover:underline', className)
  return entry.bid ? (
    <Link to={`/bid-history/${entry.bid.id}`} className={style}>
      {entry.title}
    </Link>
  ) : (
    <button type="button" className={classNames('text-left', style)} onClick={() => onShowLot(entry)}>
      {entry.title}
    </button>
  )
}
