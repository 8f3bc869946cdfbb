import type { HistoryEntry } from '@bidwell/contract'
import { Link } from '../../ui/Link.tsx'
import { classNames } from '../../ui/class-names.ts'

type EntryTitleProps = { entry: HistoryEntry; className?: string }

/** The item's title, which leads to the receipt; without a bid there is none, and it leads to the item at the site. */
export const EntryTitle = ({ entry: { bid, title, itemUrl }, className }: EntryTitleProps) => {
  const style = classNames('font-semibold break-words underline-offset-4 hover:underline', className)
  return bid ? (
    <Link to={`/bid-history/${bid.id}`} className={style}>
      {title}
    </Link>
  ) : (
    <a href={itemUrl} target="_blank" rel="noreferrer" className={style}>
      {title}
    </a>
  )
}
