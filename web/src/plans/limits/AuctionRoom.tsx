import { Link } from '../../ui/Link.tsx'
import { useRoom } from './use-room.ts'

/** Beside the number of open auctions: whether the plan has room for one more. Empty while there is plenty. */
export function AuctionRoom() {
  const { why, left, retry } = useRoom('auction')
  if (left !== null) return <span className="text-small text-ink-2 tabular">{left}</span>
  if (why === null || retry) return null
  return (
    <span className="text-small text-warning">
      Your plan is full.{' '}
      <Link to="/pricing" className="font-semibold underline underline-offset-4">
        See plans
      </Link>
    </span>
  )
}
